import type { HttpHandler } from "../../src/runtime/http.ts";
import { httpTransport } from "../../src/runtime/http-client.ts";
import type { Transport } from "../../generated/index.ts";

/** A request that a client sent. */
export interface Sent {
  readonly verb: string;
  readonly headers: Headers;
  /** Undefined where there is none, as in a GET. */
  readonly message: SentMessage | undefined;
  /** Aborted when the client wants no answer any more. */
  readonly signal: AbortSignal;
}

export interface SentMessage {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly requestState?: unknown };
}

/** A transport to a handler in this process, and all that goes over it. */
export function recordedTransport(handler: HttpHandler): {
  readonly transport: Transport;
  readonly sent: readonly Sent[];
} {
  const sent: Sent[] = [];
  const transport = httpTransport({
    url: "http://localhost:3000/mcp",
    eras: new Map(), // what other tests found out is of other servers
    fetch: async (url, init) => {
      const request = new Request(url, init);
      const body = await request.clone().text();
      const { method: verb, headers, signal } = request;
      // The tests look at what is in it.
      const message = body ? (JSON.parse(body) as SentMessage) : undefined;
      sent.push({ verb, headers, message, signal });
      return handler(request);
    },
  });
  return { transport, sent };
}
