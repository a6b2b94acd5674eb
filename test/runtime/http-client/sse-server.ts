import type { ServerResponse } from "node:http";
import { newestHandshake, serverInfo } from "../revisions.ts";
import { done } from "../tool-server.ts";
import {
  serve,
  type Answer,
  type HttpServer,
  type Received,
} from "./http-server.ts";
import { resultOf, send, status } from "./session-server.ts";

export interface SseServer extends HttpServer {
  /** The streams that were opened. */
  readonly streams: ServerResponse[];
}

export interface SseScript {
  /** The endpoint that the stream names. */
  readonly endpoint?: string;
  /** What is at the address of the stream for a POST. */
  readonly posted?: Answer;
  /** Begins a stream in another way. */
  readonly open?: Answer;
  /** Says that it has got a message. */
  readonly accept?: (response: ServerResponse) => void;
  /** Takes a message; by default it is answered on the stream. */
  readonly take?: (
    request: Received,
    response: ServerResponse,
    stream: ServerResponse,
  ) => boolean;
}

/** A server that knows HTTP with SSE alone. */
export async function serveSse(script: SseScript = {}): Promise<SseServer> {
  const streams: ServerResponse[] = [];
  const { endpoint = "/messages?session=1" } = script;
  const server = await serve((request, response) => {
    const { method, path, message } = request;
    if (path === "/mcp" && method === "POST")
      return (script.posted ?? notThere)(request, response);
    if (path === "/mcp") {
      streams.push(response);
      if (script.open) return script.open(request, response);
      return send(response, { event: "endpoint" }, endpoint);
    }
    const stream = streams.at(-1);
    if (!stream || path !== endpoint) return status(response, 404);
    if (script.take?.(request, response, stream)) return;
    if (script.accept) script.accept(response);
    else response.writeHead(202).end("Accepted");
    if (message["id"] === undefined) return;
    const result =
      message["method"] === "initialize"
        ? {
            protocolVersion: newestHandshake,
            capabilities: { tools: {} },
            serverInfo,
          }
        : done;
    send(stream, { event: "message" }, resultOf(request, result));
  });
  return { ...server, streams };
}

export const notThere: Answer = (_, response) => status(response, 405);
