import { excerpt } from "../../../protocol/errors.ts";

const secretNames = [
  "client_secret",
  "client_assertion",
  "assertion",
  "subject_token",
  "refresh_token",
  "code",
  "code_verifier",
];

/** What a request to an authorization server holds that nobody else may see. */
export function secretsIn({
  body,
  headers,
}: {
  readonly body: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
}): readonly string[] {
  const inBody = secretNames.flatMap((name) => body.getAll(name));
  const [scheme, credentials] = (headers["authorization"] ?? "").split(" ");
  if (scheme !== "Basic" || credentials === undefined) return inBody;
  const [, password = ""] = atob(credentials).split(":");
  const secret = new URLSearchParams(`secret=${password}`).get("secret");
  return [...inBody, credentials, password, secret ?? ""];
}

/** As much of a secret as would give it away. */
const telling = 12;

/** The beginning of what a server says; nothing of it, when it repeats a secret. */
export function withoutSecrets(
  text: string,
  secrets: readonly string[],
): string {
  const isTold = secrets.some(
    (secret) => secret !== "" && text.includes(secret.slice(0, telling)),
  );
  return isTold ? "(it repeats a secret)" : excerpt(text);
}
