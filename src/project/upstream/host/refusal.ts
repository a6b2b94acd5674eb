import { escapeControls } from "../../../base/diagnostics/escape.ts";
import { InputError } from "../../../base/diagnostics/error.ts";
import type { GetAnswer } from "../../../base/fetch/get.ts";
import {
  parseJson,
  serverJsonLimits,
} from "../../../runtime/protocol/validation/parse-json.ts";
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
  const until = end === undefined ? "for now" : `until ${end}`;
  const message = `${place.url.host} takes no more requests ${until}`;
  return new InputError("rate-limited", message, {
    hint: place.token
      ? "try again then"
      : (place.withheld ??
        "set GITHUB_TOKEN: with one, more requests are taken"),
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
  // What is over already, or no time at all, is no end.
  if (!(end.getTime() >= now)) return undefined;
  return end.toISOString().replace(/\.\d+Z$/, "Z");
}

/** The error for any other answer that is none. */
export function refusal(
  place: RepositoryPlace,
  { status, url, headers, body }: GetAnswer,
): InputError {
  const isPage = headers.get("content-type")?.startsWith("text/html") === true;
  const said = shown(messageOf(body));
  const why = isPage ? ", with a web page" : said === "" ? "" : ` (${said})`;
  const message = `Cannot fetch ${url.origin}${url.pathname}: the answer is ${status}${why}`;
  return new InputError("fetch-failed", message, {
    hint: hintOf(place, status),
  });
}

function hintOf(place: RepositoryPlace, status: number): string | undefined {
  const { token, withheld } = place;
  if (status === 401)
    return token
      ? `${token.variable} is not accepted: renew it, or unset it`
      : (withheld ?? "set GITHUB_TOKEN");
  if (status === 403)
    return token
      ? `${token.variable} may not read it: give it access to the contents`
      : (withheld ?? "set GITHUB_TOKEN to one that may read it");
  return status >= 500 ? "try again later" : undefined;
}

/** The error for a repository that is not there, or is hidden. */
export function noRepository(place: RepositoryPlace): InputError {
  const { name, url, token, withheld, folder } = place;
  const privately = token
    ? `and may ${token.variable} read it?`
    : `for a private one ${withheld ?? "set GITHUB_TOKEN"}`;
  const hint = folder
    ? `for the folder write ./${folder}`
    : `is the name right? ${privately}`;
  const message = `${url.host} has no repository ${name}`;
  return new InputError("not-published", message, { hint });
}

/** What the API says is wrong. */
function messageOf(body: Uint8Array): string {
  try {
    const value = parseJson(Buffer.from(body).toString(), serverJsonLimits);
    const { message } = value as { message?: unknown };
    return typeof message === "string" ? message : "";
  } catch {
    return "";
  }
}

/** A text of the server as it may be shown: short, and in one line. */
function shown(text: string): string {
  const line = escapeControls(text);
  return line.length > maxExcerpt ? `${line.slice(0, maxExcerpt)}…` : line;
}

/** The error without the token, should what was answered have it. */
export function withoutToken(
  error: unknown,
  { token }: RepositoryPlace,
): unknown {
  if (!token || !(error instanceof InputError)) return error;
  const { message, hint, code } = error;
  const clean = (text: string): string => text.replaceAll(token.value, "…");
  const isClean = [message, hint ?? ""].every((text) => clean(text) === text);
  if (isClean) return error;
  // Its cause may have it too.
  return new InputError(code, clean(message), { hint: hint && clean(hint) });
}
