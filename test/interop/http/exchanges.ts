import { eventReader } from "../../support/event-stream.ts";
import type { Line } from "../../support/wire-check/tee.ts";
import type { Fetch } from "../clients/target.ts";

/** One HTTP request of a client and what came back, as far as it has come. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly requestHeaders: Headers;
  /** What the client sent. */
  readonly body: string;
  readonly status: number;
  readonly headers: Headers;
  /** What has arrived. */
  text: string;
  /** The messages that have arrived. */
  readonly messages: string[];
  /** Whether no more will come. */
  isOver: boolean;
  /** Breaks the connection, as a network does: neither side has meant it. */
  cut(): void;
}

/** A `fetch` that writes down what passes. */
export interface RecordedFetch {
  readonly fetch: Fetch;
  /** In the order in which the answers began. */
  readonly exchanges: readonly Exchange[];
  /** The messages of both sides, as they passed. */
  lines(): Line[];
}

export function recordFetch(): RecordedFetch {
  const exchanges: Exchange[] = [];
  const lines: Line[] = [];
  return {
    exchanges,
    lines: () => [...lines],
    async fetch(url, init = {}) {
      const body = typeof init.body === "string" ? init.body : "";
      if (body) lines.push({ author: "client", text: body });
      const response = await fetch(url, init);
      const exchange: Exchange = {
        method: init.method ?? "GET",
        path: new URL(url).pathname,
        requestHeaders: new Headers(init.headers),
        body,
        status: response.status,
        headers: response.headers,
        text: "",
        messages: [],
        isOver: response.body === null,
        cut: () => {},
      };
      exchanges.push(exchange);
      if (!response.body) return response;
      const watched = watch(response.body, exchange, (text) => {
        exchange.messages.push(text);
        lines.push({ author: "server", text });
      });
      return new Response(watched, response);
    },
  };
}

/** The same body, of which the exchange hears, and that it can cut off. */
function watch(
  body: ReadableStream<Uint8Array>,
  exchange: Exchange,
  onMessage: (text: string) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const isStream = isOfType(exchange.headers, "text/event-stream");
  const read = eventReader(({ data, event = "message" }) => {
    if (data !== "" && event === "message") onMessage(data);
  });
  const end = (): void => {
    exchange.isOver = true;
    if (isOfType(exchange.headers, "application/json"))
      onMessage(exchange.text);
  };
  return new ReadableStream({
    start(controller) {
      exchange.cut = () => {
        exchange.isOver = true;
        controller.error(new TypeError("terminated"));
        void reader.cancel();
      };
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (exchange.isOver) return;
        if (done) {
          end();
          return controller.close();
        }
        const piece = decoder.decode(value, { stream: true });
        exchange.text += piece;
        if (isStream) read(piece);
        controller.enqueue(value);
      } catch (error) {
        exchange.isOver = true;
        controller.error(error);
      }
    },
    async cancel(reason) {
      exchange.isOver = true;
      await reader.cancel(reason);
    },
  });
}

function isOfType(headers: Headers, type: string): boolean {
  return headers.get("content-type")?.startsWith(type) ?? false;
}
