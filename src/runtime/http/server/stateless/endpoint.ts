import {
  readMessage,
  type Received,
  type ReceivedNotification,
  type ReceivedRequest,
} from "../../../wire/received.ts";
import {
  INVALID_REQUEST,
  ProtocolError,
  TransportError,
} from "../../../wire/errors.ts";
import type { RequestId } from "../../../wire/message.ts";
import type { Receiver, Sink, Transport } from "../../../peer/transport.ts";
import { statusOfError } from "./status.ts";
import type { HttpExchange } from "../../shared/exchange.ts";
import type { HttpEndpoint, HttpHost } from "../services.ts";
import { requireSound, requireSoundNotification } from "./checks.ts";
import { mirroredBy } from "../../shared/mirrored-headers.ts";
import { sendRefusal } from "../refusals.ts";
import { replyEmpty, replyError } from "../replies.ts";
import { StatelessAnswer } from "./answer.ts";

/**
 * Serves requests that stand alone, of all clients: nothing is kept of one for
 * the next.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http | Streamable HTTP}
 */
export function createStatelessEndpoint(host: HttpHost): HttpEndpoint {
  const { server, options, onError } = host;
  const spoken = server.revisions;
  const table =
    spoken.find(({ lifecycle }) => lifecycle === "stateless") ?? spoken[0];
  if (!table) throw new TypeError("a server speaks at least one revision");
  const ladder = {
    spoken,
    table,
    mirrored: (tool: string) =>
      mirroredBy(
        server.inputSchema(tool) ?? options.inputSchema(tool),
        onError,
      ),
  };
  const transport = new SharedTransport();
  const connection = server.connect(transport, {
    lifecycle: "stateless",
    // Of all clients together: each call is refused here, with a status.
    maxInFlight: Infinity,
  });
  const maxInFlight = options.maxRequests + options.maxStreams;

  function refuse(
    exchange: HttpExchange,
    error: ProtocolError,
    id?: RequestId,
  ): void {
    const { code, message, data } = error;
    const status = statusOfError(ladder.table, code);
    const { response } = exchange;
    replyError(response, { status, code, message, data, id, table });
  }

  function serve(
    exchange: HttpExchange,
    message: ReceivedRequest,
    value: unknown,
  ): void {
    const { id, method } = message;
    // Handlers that do not look at their signal go on when their clients are gone.
    if (connection.inFlight >= maxInFlight)
      return sendRefusal(
        exchange.response,
        503,
        "Too many requests at once",
        value,
      );
    requireSound(ladder, exchange.request, message);
    const answer = new StatelessAnswer(host, exchange, ladder.table, id);
    // Its first message opens a stream: it is not to be lost.
    if (method === "subscriptions/listen" && !answer.reserve())
      return sendRefusal(exchange.response, 503, "Too many streams", value);
    transport.deliver(value, answer, message);
    answer.wait((reason) => transport.gone(answer, reason));
  }

  function hear(
    exchange: HttpExchange,
    message: ReceivedNotification,
    value: unknown,
  ): void {
    const { method, params } = message;
    requireSoundNotification(ladder, exchange.request, method, params);
    transport.deliver(value, unanswerable(exchange), message);
    replyEmpty(exchange.response, 202);
  }

  return {
    post(exchange, value) {
      const message = readMessage(value);
      try {
        switch (message.kind) {
          case "request":
            return serve(exchange, message, value);
          case "notification":
            return hear(exchange, message, value);
          case "result":
          case "error":
            throw invalid("a client sends no answers");
          case "invalid":
            throw invalid(message.reason);
          default:
            return message satisfies never;
        }
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        refuse(exchange, error, idOf(message));
      }
    },
    end: () => connection.end(),
    close: () => void connection.close(),
  };
}

/** The one connection that all clients share: each request has its own way back. */
class SharedTransport implements Transport {
  #receiver: Receiver | undefined;

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  deliver(value: unknown, sink: Sink, message: Received): void {
    this.#receiver?.message(value, sink, message);
  }

  gone(sink: Sink, reason: Error): void {
    this.#receiver?.gone?.(sink, reason);
  }

  send(): never {
    throw new TransportError("no stream takes messages of the server's own");
  }

  close(): Promise<void> {
    this.#receiver?.closed();
    return Promise.resolve();
  }
}

/** Where a notification comes from: nothing goes back there. */
function unanswerable({ principal, auth }: HttpExchange): Sink {
  return {
    exclusive: true,
    principal,
    auth,
    send() {
      throw new TransportError("a notification has no answer");
    },
  };
}

/** The id by which a client knows what is refused. */
function idOf(message: Received): RequestId | undefined {
  const isCall = message.kind === "request" || message.kind === "invalid";
  return isCall ? message.id : undefined;
}

function invalid(reason: string): ProtocolError {
  return new ProtocolError(INVALID_REQUEST, `Invalid request: ${reason}`);
}
