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

/** Returns the secrets in a request to an authorization server. */
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

/** Length of a prefix that counts as disclosing a secret, in characters. */
const telling = 12;

/**
 * Returns the start of a text from a server, or a placeholder if it contains a
 * secret.
 */
export function withoutSecrets(
  text: string,
  secrets: readonly string[],
): string {
  const isTold = secrets.some(
    (secret) => secret !== "" && text.includes(secret.slice(0, telling)),
  );
  return isTold ? "(hidden, because it contains a secret)" : excerpt(text);
}
