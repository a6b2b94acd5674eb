import { targetOf } from "../../http/server/gate/hosts.ts";
import type { Authorize } from "../../http/server/gate/authorization.ts";
import type { HttpRequest } from "../../http/shared/request-response.ts";

/** What has metadata to serve: what `protect` gives. */
export interface HasMetadata {
  /** The answer to a request for metadata; undefined for any other. */
  readonly answer: (
    request: Pick<HttpRequest, "method" | "target">,
  ) => ReturnType<NonNullable<Authorize["answer"]>>;
}

/**
 * Serves the metadata of a protected resource by web-standard requests: for a
 * server that is mounted at a path, and so never sees the well-known ones. It
 * answers 404 to every other path.
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

/** As much of a request of Node, Express or Connect as is read. */
export interface MetadataRequest {
  /** The HTTP method. */
  readonly method?: string | undefined;
  /** The path, perhaps without what a router took away. */
  readonly url?: string | undefined;
  /** The path before a router took its own away, as Express has it. */
  readonly originalUrl?: string | undefined;
}

/** As much of a response of Node as is written. */
export interface MetadataResponse {
  /** Sends the status and the headers. */
  writeHead(status: number, headers: Record<string, string | number>): unknown;
  /** Sends the body, and ends the response. */
  end(body?: string): unknown;
}

/**
 * Serves the metadata of a protected resource on `node:http`, and as a middleware
 * of Express and Connect: what is not for it goes to `next`, or gets 404.
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
