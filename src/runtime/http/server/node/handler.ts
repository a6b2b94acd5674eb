import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "../../../server/create-server.ts";
import { NodeVisit } from "./exchange.ts";
import { HttpCore, type CloseOptions, type HttpControls } from "../core.ts";
import {
  requireHttpOptions,
  type ResolvedOptions,
} from "../resolve-options.ts";
import type { HttpOptions } from "../options.ts";
import { silenceOf } from "../limits/slow-reader.ts";

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
  return createNodeFace(server, options).handler;
}

export interface NodeFace {
  readonly handler: NodeHandler;
  readonly options: ResolvedOptions;
  /** The oldest request on the connection that has no whole answer yet. */
  visitOn(socket: unknown): NodeVisit | undefined;
  /**
   * Hears when no more requests are taken, before streams end. Connections that are at
   * work can be closed behind their answers then.
   */
  onClosing(listener: (closeAfterwards: () => void) => void): void;
}

export function createNodeFace(server: Server, options: HttpOptions): NodeFace {
  const core = new HttpCore(server, options, "shared");
  const { maxBufferedBytes, maxBodyBytes } = core.options;
  const silentMs = silenceOf(core.options);
  const done = core.done.bind(core);
  const { kept } = core;
  const visits = { maxBufferedBytes, maxBodyBytes, silentMs, kept, done };
  const handle = (
    request: IncomingMessage & { readonly body?: unknown },
    response: ServerResponse,
    body?: unknown,
  ): void => {
    const isGiven = body !== undefined && typeof body !== "function";
    const parsed = isGiven ? body : request.body;
    core.accept(new NodeVisit(request, response, visits, parsed));
  };
  const handler = Object.assign(handle, {
    close: (close?: CloseOptions) => core.close(close),
    status: () => core.status(),
  });
  return {
    handler,
    options: core.options,
    visitOn(socket) {
      return core.visits.find(
        (visit): visit is NodeVisit =>
          visit instanceof NodeVisit && visit.native.socket === socket,
      );
    },
    onClosing(listener) {
      core.onClosing = () =>
        listener(() =>
          core.visits.forEach((visit) => {
            if (visit instanceof NodeVisit) visit.closeAfterwards();
          }),
        );
    },
  };
}
