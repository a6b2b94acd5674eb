import { request, type Agent, type IncomingHttpHeaders } from "node:http";
import { eventReader, type StreamEvent } from "../../support/event-stream.ts";

/** A JSON-RPC message as it comes from the wire. */
export interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly [key: string]: unknown };
  readonly result?: { readonly [key: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string };
}

export interface Headers {
  readonly [name: string]: string;
}

export interface HttpCall {
  readonly url: URL;
  readonly agent: Agent;
  readonly method: "POST" | "GET" | "DELETE";
  readonly headers: Headers;
  readonly body?: unknown;
  /** Hears each message, those of batches one by one. */
  readonly onMessage?: (message: Message) => void;
  /** Hears each event before its message, and those that have none. */
  readonly onEvent?: (event: StreamEvent) => void;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** What a refusal says. */
  readonly text?: string;
}

/** One HTTP request on its way. */
export interface Exchange {
  /** Resolves when the answer begins; rejects when there is none. */
  readonly began: Promise<Answer>;
  /** Resolves when no more comes: the answer is whole, or was cut by either side. */
  readonly over: Promise<"whole" | "cut">;
  /** Breaks the connection. */
  cut(): void;
}

export function exchange(call: HttpCall): Exchange {
  const { url, agent, method, body, onMessage, onEvent } = call;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const sent = request(url, {
    method,
    agent,
    headers: {
      accept: "application/json, text/event-stream",
      ...(text !== undefined && {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(text)),
      }),
      ...call.headers,
    },
  });
  const tell = (data: string): void => {
    for (const message of [parse(data)].flat()) onMessage?.(message);
  };
  let isCut = false;
  let end: (how: "whole" | "cut") => void;
  const over = new Promise<"whole" | "cut">((resolve) => (end = resolve));
  const began = new Promise<Answer>((resolve, reject) => {
    sent.on("error", (error) => {
      end("cut");
      reject(error);
    });
    sent.on("response", (response) => {
      const { statusCode = 0, headers } = response;
      const type = headers["content-type"] ?? "";
      const read = eventReader((event) => {
        onEvent?.(event);
        if (event.data !== "") tell(event.data);
      });
      let whole = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => {
        if (isCut) return;
        if (type.startsWith("text/event-stream")) read(piece);
        else whole += piece;
      });
      response.on("close", () => {
        const isWhole = response.complete && !isCut;
        if (isWhole && type.startsWith("application/json")) tell(whole);
        if (statusCode >= 400)
          resolve({ status: statusCode, headers, text: whole });
        end(isWhole ? "whole" : "cut");
      });
      response.on("error", () => {});
      if (statusCode < 400) resolve({ status: statusCode, headers });
    });
  });
  // Who cuts it may not wait for it to begin.
  began.catch(() => {});
  sent.end(text);
  return {
    began,
    over,
    cut() {
      isCut = true;
      sent.destroy();
    },
  };
}

function parse(text: string): Message | Message[] {
  // The server is ours; what a message lacks, the one who expects it misses.
  return JSON.parse(text) as Message | Message[];
}
