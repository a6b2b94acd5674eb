import type { Bell } from "../recording/bell.ts";
import {
  createHttpHandler,
  type AnyServer,
  type HttpOptions,
} from "../subject.ts";
import type { Face, Flow, Sent } from "./flow.ts";

const host = "127.0.0.1:3000";

/** A server as a function of web requests. */
export async function openWebFace(
  server: AnyServer,
  options: HttpOptions,
): Promise<Face> {
  const handler = createHttpHandler(server, { path: "/mcp", ...options });
  return {
    host,
    send(sent, bell) {
      const leaving = new AbortController();
      const flow: Flow = {
        head: undefined,
        body: "",
        end: undefined,
        told: 0,
        isHeadTold: false,
        leave: () => leaving.abort(),
      };
      void receive(
        handler(requestOf(sent, leaving.signal)),
        flow,
        bell,
        leaving,
      );
      return flow;
    },
    close: (graceMs = 0) => handler.close({ graceMs }),
  };
}

function requestOf(
  { method, target, headers, body }: Sent,
  signal: AbortSignal,
): Request {
  return new Request(`http://${host}${target}`, {
    method,
    headers: headers.map(([name, value]) => [name, value]),
    signal,
    ...(body !== undefined && body !== "" && { body }),
  });
}

async function receive(
  answer: Promise<Response>,
  flow: Flow,
  bell: Bell,
  leaving: AbortController,
): Promise<void> {
  try {
    const response = await answer;
    const lines = [...response.headers].map(
      ([name, value]) => `${name}: ${value}`,
    );
    flow.head = [`${response.status}`, ...lines].join("\n");
    bell.ring();
    const reader = response.body?.getReader();
    leaving.signal.addEventListener("abort", () => void reader?.cancel());
    const decoder = new TextDecoder();
    for (;;) {
      const next = await reader?.read();
      if (!next || next.done) break;
      flow.body += decoder.decode(next.value, { stream: true });
      bell.ring();
    }
    flow.end = "whole";
  } catch {
    flow.end = "cut";
  }
  bell.ring();
}
