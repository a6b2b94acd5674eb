import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "../../../server/create-server.ts";
import { NodeExchange } from "./exchange.ts";
import { HttpCore, type CloseOptions, type HttpControls } from "../core.ts";
import {
  requireHttpOptions,
  type ResolvedOptions,
} from "../resolve-options.ts";
import type { HttpOptions } from "../options.ts";
import { maxSilentMs } from "../limits/slow-reader.ts";

/** A request handler as `node:http`, Express and Connect take it. */
export interface NodeHandler extends HttpControls {
  /**
   * @param body The body, parsed or as text or bytes, where a framework has read
   *   it; else the request's own `body`, as Express has it. A function is none: routers pass
   *   the next handler.
   */
  (request: IncomingMessage, response: ServerResponse, body?: unknown): void;
}

/**
 * Makes a request handler for `node:http`, Express, Fastify and what else passes on
 * Node's own requests. Throws a TypeError for options that are not sound.
 *
 * @example
 * const app = express();
 * app.all("/mcp", createNodeHandler(server));
 * app.listen(3000, "127.0.0.1");
 */
export function createNodeHandler(
  server: Server,
  options: HttpOptions = {},
): NodeHandler {
  requireHttpOptions("createNodeHandler", options, {});
  return createNodeAdapter(server, options).handler;
}

export interface NodeAdapter {
  readonly handler: NodeHandler;
  readonly options: ResolvedOptions;
  /** The oldest request on the connection that has no whole answer yet. */
  exchangeOn(socket: unknown): NodeExchange | undefined;
  /**
   * Hears when no more requests are taken, before streams end. Connections that are at
   * work can be closed behind their answers then.
   */
  onClosing(listener: (closeAfterwards: () => void) => void): void;
}

export function createNodeAdapter(
  server: Server,
  options: HttpOptions,
): NodeAdapter {
  const core = new HttpCore(server, options, "shared");
  const { maxBufferedBytes, maxBodyBytes } = core.options;
  const silentMs = maxSilentMs(core.options);
  const done = core.done.bind(core);
  const { limiter } = core;
  const exchanges = { maxBufferedBytes, maxBodyBytes, silentMs, limiter, done };
  const handle = (
    request: IncomingMessage & { readonly body?: unknown },
    response: ServerResponse,
    body?: unknown,
  ): void => {
    const isGiven = body !== undefined && typeof body !== "function";
    const parsed = isGiven ? body : request.body;
    core.accept(new NodeExchange(request, response, exchanges, parsed));
  };
  const handler = Object.assign(handle, {
    close: (close?: CloseOptions) => core.close(close),
    status: () => core.status(),
  });
  return {
    handler,
    options: core.options,
    exchangeOn(socket) {
      return core.exchanges.find(
        (exchange): exchange is NodeExchange =>
          exchange instanceof NodeExchange && exchange.native.socket === socket,
      );
    },
    onClosing(listener) {
      core.onClosing = () =>
        listener(() =>
          core.exchanges.forEach((exchange) => {
            if (exchange instanceof NodeExchange) exchange.closeAfterwards();
          }),
        );
    },
  };
}
