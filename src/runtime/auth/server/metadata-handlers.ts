import { targetOf } from "../../http/server/gate/hosts.ts";
import type { Authorize } from "../../http/server/gate/authorization.ts";
import type { HttpRequest } from "../../http/shared/request-response.ts";

/** Source of metadata: the result of `protect`. */
export interface HasMetadata {
  /**
   * Returns the response to a metadata request; undefined for any other
   * request.
   */
  readonly answer: (
    request: Pick<HttpRequest, "method" | "target">,
  ) => ReturnType<NonNullable<Authorize["answer"]>>;
}

/**
 * Creates a handler for web-standard requests that serves the metadata of a
 * protected resource. Use it for a server that is mounted at a path and does not
 * receive requests for well-known URLs. Responds with 404 to all other paths.
 *
 *     app.all("/.well-known/*", (c) => metadata(c.req.raw));
 */
export function createMetadataHandler({
  answer,
}: HasMetadata): (request: Request) => Response {
  return ({ method, url }) => {
    const answered = answer({ method, target: targetOf(url) });
    if (!answered) return new Response(null, { status: 404 });
    const { status, headers, body } = answered;
    const isBare = method === "HEAD" || body === "";
    return new Response(isBare ? null : body, { status, headers });
  };
}

/** Used part of a request of Node, Express or Connect. */
export interface MetadataRequest {
  /** HTTP method. */
  readonly method?: string | undefined;
  /** Path, possibly without the prefix of a router. */
  readonly url?: string | undefined;
  /** Full path, as set by Express. */
  readonly originalUrl?: string | undefined;
}

/** Used part of a response of Node. */
export interface MetadataResponse {
  /** Writes the status and the headers. */
  writeHead(status: number, headers: Record<string, string | number>): unknown;
  /** Writes the body and ends the response. */
  end(body?: string): unknown;
}

/**
 * Creates a handler for `node:http`, or middleware for Express and Connect, that
 * serves the metadata of a protected resource. Passes all other requests to
 * `next`, or responds with 404.
 *
 *     app.use(createNodeMetadataHandler(guard));
 */
export function createNodeMetadataHandler({
  answer,
}: HasMetadata): (
  request: MetadataRequest,
  response: MetadataResponse,
  next?: () => void,
) => void {
  return ({ method = "", url, originalUrl = url }, response, next) => {
    const answered = answer({ method, target: originalUrl ?? "" });
    if (!answered && next) return next();
    const { status, headers, body } = answered ?? notFound;
    const length = new TextEncoder().encode(body).length;
    const own =
      status === 204 ? headers : { ...headers, "content-length": length };
    response.writeHead(status, own);
    response.end(method === "HEAD" ? undefined : body);
  };
}

const notFound = { status: 404, headers: {}, body: "" };
