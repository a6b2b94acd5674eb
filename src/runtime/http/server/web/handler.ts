import type { Server } from "../../../server/create-server.ts";
import { HttpCore, type CloseOptions, type HttpControls } from "../core.ts";
import type { HttpOptions } from "../options.ts";
import { requireHttpOptions } from "../resolve-options.ts";
import { silenceOf } from "../silence.ts";
import { WebVisit } from "./visit.ts";

/** A web-standard request handler, as Workers, Deno, Bun and Hono take it. */
export interface HttpHandler extends HttpControls {
  (request: Request): Promise<Response>;
}

/**
 * Makes a request handler of web-standard requests and responses. Throws a TypeError
 * for options that are not sound.
 *
 * @example
 * const handle = createHttpHandler(server, { path: "/mcp" });
 * export default { fetch: (request: Request) => handle(request) };
 */
export function createHttpHandler(
  server: Server,
  options: HttpOptions = {},
): HttpHandler {
  requireHttpOptions("createHttpHandler", options, {});
  const core = new HttpCore(server, options, "own");
  const { maxBufferedBytes } = core.options;
  const silentMs = silenceOf(core.options);
  const done = core.done.bind(core);
  const visits = { maxBufferedBytes, silentMs, done };
  const handle = (request: Request): Promise<Response> =>
    new Promise((resolve) =>
      core.accept(new WebVisit(request, resolve, visits)),
    );
  return Object.assign(handle, {
    close: (close?: CloseOptions) => core.close(close),
    status: () => core.status(),
  });
}
