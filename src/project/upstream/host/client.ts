import { InputError } from "../../../base/diagnostics/error.ts";
import { wasLost } from "../../../base/fetch/failure.ts";
import {
  get,
  staysOnHost,
  type GetAnswer,
  type RequestHeaders,
} from "../../../base/fetch/get.ts";
import { packageVersion } from "../../../base/package.ts";
import type { RepositoryPlace } from "../place.ts";
import type { UpstreamOptions } from "../upstream.ts";
import { isRawHost } from "./raw-host.ts";
import { limitError, refusal, withoutToken } from "./refusal.ts";

/** What is asked of the API. */
export interface ApiRequest {
  /** Below the address of the repository. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly accept: string;
  readonly maxBytes: number;
  /** The ETag of what is known already. */
  readonly known?: string | undefined;
}

/** An answer of the API: found, not found, or as it was known. */
export interface ApiAnswer {
  readonly status: 200 | 304 | 404 | 409 | 422;
  readonly etag?: string;
  readonly type: string;
  readonly body: Uint8Array;
}

/** Asks the API about one repository, one request after the other. */
export type Api = (request: ApiRequest) => Promise<ApiAnswer>;

/** Asks as the code host's rules want it: named, in turn, and no more once it has said that it is too much. */
export function createApi(
  place: RepositoryPlace,
  { env, signal }: UpstreamOptions,
): Api {
  let base = place.url;
  let last: Promise<unknown> = Promise.resolve();
  let limited: InputError | undefined;

  async function ask(request: ApiRequest): Promise<ApiAnswer> {
    if (limited) throw limited;
    const url = addressOf(base, request);
    const answer = await getTwice({
      url,
      headers: headersOf(place, request),
      env,
      limits: { maxBytes: request.maxBytes },
      signal,
      redirect: (from, to) => redirected(place, request, from, to),
    });
    base = movedBase(base, url, answer.url) ?? base;
    limited = limitError(place, answer);
    if (limited) throw limited;
    return accepted(place, request, answer);
  }

  return (request) => {
    const turn = last
      .then(() => ask(request))
      .catch((error: unknown) => {
        throw withoutToken(error, place);
      });
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** What was lost on its way is asked for once more. */
async function getTwice(
  request: Parameters<typeof get>[0],
): Promise<GetAnswer> {
  try {
    return await get(request);
  } catch (error) {
    if (wasLost(error)) return get(request);
    throw error;
  }
}

function addressOf(base: URL, { path, query = {} }: ApiRequest): URL {
  const url = new URL(base);
  url.pathname += path;
  url.search = new URLSearchParams(query).toString();
  return url;
}

function headersOf(
  place: RepositoryPlace,
  request: ApiRequest,
): RequestHeaders {
  const { token } = place;
  return {
    ...plainHeaders(request),
    "x-github-api-version": "2022-11-28",
    ...(token && { authorization: `Bearer ${token.value}` }),
    ...(request.known !== undefined && { "if-none-match": request.known }),
  };
}

function plainHeaders({ accept }: ApiRequest): RequestHeaders {
  return { accept, "user-agent": `mcp-gen/${packageVersion()}` };
}

/** Within the API as before; to the host of its raw files without anything that is secret. */
function redirected(
  place: RepositoryPlace,
  request: ApiRequest,
  from: URL,
  to: URL,
): RequestHeaders | undefined {
  if (to.origin === place.url.origin && from.origin === place.url.origin)
    return headersOf(place, request);
  if (staysOnHost(from, to)) return plainHeaders(request);
  return isRawHost(place.url, to) ? plainHeaders(request) : undefined;
}

/** Where the repository is now, if it was renamed: it spares the next requests their redirects. */
function movedBase(base: URL, asked: URL, answered: URL): URL | undefined {
  if (answered.origin !== base.origin) return undefined;
  const rest = asked.pathname.slice(base.pathname.length);
  if (!answered.pathname.endsWith(rest)) return undefined;
  const moved = new URL(base);
  moved.pathname = answered.pathname.slice(0, -rest.length);
  return moved;
}

function accepted(
  place: RepositoryPlace,
  request: ApiRequest,
  answer: GetAnswer,
): ApiAnswer {
  const { headers, body } = answer;
  const status = statusOf(answer, request);
  const type = headers.get("content-type") ?? "";
  if (status === undefined || type.startsWith("text/html"))
    throw refusal(place, answer);
  const etag = headers.get("etag") ?? undefined;
  return { status, type, body, ...(etag !== undefined && { etag }) };
}

/** The status, if it is one that answers the question. */
function statusOf(
  { status }: GetAnswer,
  { known }: ApiRequest,
): ApiAnswer["status"] | undefined {
  switch (status) {
    case 200:
    case 404:
    case 409:
    case 422:
      return status;
    case 304:
      // Who did not ask whether it has changed has nothing that it could be.
      return known === undefined ? undefined : status;
    default:
      return undefined;
  }
}
