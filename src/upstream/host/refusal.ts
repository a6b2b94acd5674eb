import { escapeControls } from "../../diagnostics/escape.ts";
import { InputError } from "../../diagnostics/error.ts";
import type { GetAnswer } from "../../fetch/get.ts";
import type { RepositoryPlace } from "../place.ts";

const maxExcerpt = 200;

/** The error for an answer that says that there were too many requests; undefined for any other. */
export function limitError(
  place: RepositoryPlace,
  { status, headers, body }: GetAnswer,
  now: number = Date.now(),
): InputError | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const after = headers.get("retry-after");
  const isUsedUp = headers.get("x-ratelimit-remaining") === "0";
  const says = /\brate limit\b/i.test(messageOf(body));
  if (status === 403 && after === null && !isUsedUp && !says) return undefined;
  const reset = isUsedUp ? headers.get("x-ratelimit-reset") : null;
  const end = endOf(after, reset, now);
  const until = end === undefined ? "" : ` until ${end}`;
  const message = `${place.name} is not told about: ${place.url.host} takes no more requests${until}`;
  return new InputError("rate-limited", message, {
    hint: place.token
      ? `${place.token.variable} has used up what it may: try again later`
      : "set GITHUB_TOKEN: who is known may ask more often",
  });
}

/** When requests are taken again, to the second, in UTC; undefined where nothing sensible is said. */
function endOf(
  after: string | null,
  reset: string | null,
  now: number,
): string | undefined {
  const time =
    after === null
      ? Number(reset ?? NaN) * 1000
      : /^\d+$/.test(after)
        ? now + Number(after) * 1000
        : Date.parse(after);
  const end = new Date(time);
  if (Number.isNaN(end.getTime())) return undefined;
  return end.toISOString().replace(/\.\d+Z$/, "Z");
}

/** The error for any other answer that is none. */
export function refusal(
  place: RepositoryPlace,
  { status, url, body }: GetAnswer,
): InputError {
  const said = redacted(messageOf(body), place);
  const why = said === "" ? "" : ` (${said})`;
  const message = `Cannot fetch ${url.origin}${url.pathname}: the answer is ${status}${why}`;
  return new InputError("fetch-failed", message, {
    hint: hintOf(place, status),
  });
}

function hintOf(
  { token }: RepositoryPlace,
  status: number,
): string | undefined {
  if (status === 401)
    return token
      ? `${token.variable} is not accepted: renew it, or unset it`
      : "set GITHUB_TOKEN";
  if (status === 403)
    return token
      ? `${token.variable} may not read it: give it access to the contents`
      : "set GITHUB_TOKEN to one that may read it";
  return status >= 500 ? "try again later" : undefined;
}

/** The error for a repository that is not there, or is hidden. */
export function noRepository({
  name,
  url,
  token,
  folder,
}: RepositoryPlace): InputError {
  const hint =
    folder !== undefined
      ? `for the folder write ./${folder}`
      : token
        ? `is the name right, and may ${token.variable} read it?`
        : "is the name right? for a private one set GITHUB_TOKEN";
  return new InputError(
    "not-published",
    `${url.host} has no repository ${name}`,
    { hint },
  );
}

/** What the API says is wrong. */
function messageOf(body: Uint8Array): string {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString());
    const { message } = value as { message?: unknown };
    return typeof message === "string" ? message : "";
  } catch {
    return "";
  }
}

/** A text of the server as it may be shown: short, in one line, and without the token, should it come back. */
function redacted(text: string, { token }: RepositoryPlace): string {
  const plain = token ? text.replaceAll(token.value, "…") : text;
  const line = escapeControls(plain);
  return line.length > maxExcerpt ? `${line.slice(0, maxExcerpt)}…` : line;
}
