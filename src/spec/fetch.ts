import { InputError } from "../diagnostics/error.ts";
import { maxBytes } from "./read-bytes.ts";

const timeout = 30_000;
const maxRedirects = 5;

/** Limits of a fetch, for tests. */
export interface FetchLimits {
  /** In milliseconds, for the whole exchange. */
  timeout?: number;
  maxBytes?: number;
}

/**
 * Fetches a schema over HTTP or HTTPS. Redirects may not leave the host that was
 * named, nor fall back from HTTPS to HTTP. Throws an `InputError`.
 */
export async function fetchSchema(
  address: string,
  limits: FetchLimits = {},
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(limits.timeout ?? timeout);
  try {
    const url = parse(address);
    if (!url) throw failed(address, "it is no address");
    assertHttp(url);
    assertNoPassword(url);
    const response = await follow(url, signal);
    assertSchemaResponse(response);
    return await readBody(response, limits.maxBytes ?? maxBytes);
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    throw failed(address, describe(cause), { cause });
  }
}

function assertHttp({ href, protocol }: URL): void {
  if (protocol === "http:" || protocol === "https:") return;
  throw failed(href, "only http and https are fetched", {
    hint:
      protocol === "file:"
        ? "give the path of the file"
        : "download the file, and give its path",
  });
}

// `fetch` would refuse it too, and repeat it in its message.
function assertNoPassword(url: URL): void {
  if (!hasPassword(url)) return;
  throw failed(url.href, "an address must not hold a name or password");
}

function hasPassword({ username, password }: URL): boolean {
  return username !== "" || password !== "";
}

/** The error of `URL` itself repeats what it was given. */
function parse(address: string, base?: URL): URL | undefined {
  return URL.canParse(address, base?.href) ? new URL(address, base) : undefined;
}

async function follow(address: URL, signal: AbortSignal): Promise<Response> {
  let url = address;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const response = await fetch(url, { redirect: "manual", signal });
    const location = redirectTarget(response);
    if (location === undefined) return response;
    await response.body?.cancel();
    url = nextAddress(url, location);
  }
  throw failed(address.href, "there are too many redirects");
}

function redirectTarget({ status, headers }: Response): string | undefined {
  const redirects = [301, 302, 303, 307, 308].includes(status);
  return redirects ? (headers.get("location") ?? undefined) : undefined;
}

function nextAddress(from: URL, location: string): URL {
  const to = parse(location, from);
  if (!to || hasPassword(to))
    throw failed(
      from.href,
      to
        ? "it redirects to an address with a name or password"
        : "it redirects to what is no address",
    );
  const isSecured = from.protocol === "http:" && to.protocol === "https:";
  const sameProtocol = to.protocol === from.protocol || isSecured;
  if (!sameProtocol)
    throw failed(from.href, `it redirects to ${to.protocol.slice(0, -1)}`);
  if (to.hostname === from.hostname && (isSecured || to.port === from.port))
    return to;
  throw failed(from.href, `it redirects to ${publicAddress(to.href)}`, {
    hint: "if that is the file you mean, give its own address",
  });
}

function assertSchemaResponse(response: Response): void {
  if (!response.ok) {
    throw failed(response.url, `the answer is ${response.status}`);
  }
  const type = response.headers.get("content-type") ?? "";
  if (!type.startsWith("text/html")) return;
  throw failed(response.url, "the answer is a web page", {
    hint: "give the address of the raw file",
  });
}

async function readBody(
  response: Response,
  limit: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop by an error cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) {
      throw new InputError(
        "too-large",
        `${publicAddress(response.url)} is larger than ${limit} bytes`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "there was no answer in time";
  // `fetch` says only that it failed; what failed is the cause.
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function failed(
  address: string,
  reason: string,
  detail: { hint?: string; cause?: unknown } = {},
): InputError {
  const message = `Cannot fetch ${publicAddress(address)}: ${reason}`;
  return new InputError("fetch-failed", message, detail);
}

/** Whether a source is an address, also one that is not fetched, and no path or id. */
export function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
}

/** An address as it may be shown and recorded: without a password or a token in its query. */
export function publicAddress(address: string): string {
  if (!URL.canParse(address))
    return isAddress(address)
      ? address.replace(/[?#].*/s, "").replace(/\/\/.*@/s, "//")
      : address;
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}
