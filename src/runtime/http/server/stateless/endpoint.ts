import type { ProtocolTable } from "../../../protocol/revision/protocol-table.ts";
import {
  INVALID_REQUEST,
  ProtocolError,
  TransportError,
} from "../../../protocol/errors.ts";
import type {
  ReceivedNotification,
  ReceivedRequest,
} from "../../../protocol/received.ts";
import { PostResponse } from "../answer/post-response.ts";
import type { Endpoint, HttpServices } from "../services.ts";
import { idOfCall, type Posted } from "../posted.ts";
import { sendRefusal, replyEmpty, replyError } from "../replies.ts";
import { MicroBatcher } from "../answer/micro-batcher.ts";
import { mirroredBy } from "../../shared/mirrored-headers.ts";
import type { HttpExchange } from "../exchange.ts";
import { statelessPolicy, statusOfError } from "../answer/policies.ts";
import {
  assertValidRequest,
  assertValidNotification,
  type ValidationContext,
} from "./validate-request.ts";
import type { Receiver, Sink, Transport } from "../../../peer/transport.ts";
import { retainExchange } from "../limits/memory-limiter.ts";

/**
 * Serves requests that stand alone, of all clients: nothing is kept of one for
 * the next.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http | Streamable HTTP}
 */
export function createStatelessEndpoint(services: HttpServices): Endpoint {
  const { server, options } = services;
  const ladder = createLadder(services);
  const { table } = ladder;
  const link = new SharedConnection();
  const connection = server.connect(link, {
    lifecycle: "stateless",
    // Of all clients together: each call is refused here, with a status.
    maxInFlight: Infinity,
    // What is kept of a request is counted as long as its handler is at work.
    memory: services.limiter.connectionBudget,
  });
  const maxInFlight = options.maxRequests + options.maxStreams;
  const answers = statelessPolicy(services, table, (answer, reason) =>
    link.gone(answer, reason),
  );
  const soon = new MicroBatcher(services.turns);
  const refuse = (exchange: HttpExchange): void =>
    sendRefusal(exchange, 405, "There are no sessions");

  function call(
    exchange: HttpExchange,
    posted: Posted,
    message: ReceivedRequest,
  ): void {
    // Handlers that do not look at their signal go on when their clients are gone.
    if (connection.inFlight >= maxInFlight)
      return sendRefusal(exchange, 503, "Too many requests at once", posted);
    assertValidRequest(ladder, exchange, message);
    const answer = new PostResponse(answers, exchange, posted);
    // Its first message opens a stream: it is not to be lost.
    if (message.method === "subscriptions/listen" && !answer.reserve())
      return sendRefusal(exchange, 503, "Too many streams", posted);
    link.deliver(posted, answer);
    answer.afterDelivery(soon);
  }

  function hear(
    exchange: HttpExchange,
    posted: Posted,
    message: ReceivedNotification,
  ): void {
    assertValidNotification(ladder, exchange, message);
    link.deliver(posted, notificationSink(services, exchange, posted));
    replyEmpty(exchange, 202);
  }

  return {
    sessions: 0,
    post(exchange, posted) {
      try {
        if (posted.kind === "batch") throw invalid("a message is an object");
        const { received } = posted;
        switch (received.kind) {
          case "request":
            return call(exchange, posted, received);
          case "notification":
            return hear(exchange, posted, received);
          case "result":
          case "error":
            throw invalid("a client sends no answers");
          case "invalid":
            throw invalid(received.reason);
          default:
            return received satisfies never;
        }
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        replyProtocolError(exchange, error, posted, table);
      }
    },
    get: refuse,
    delete: refuse,
    end: () => connection.end(),
    close: () => void connection.close(),
  };
}

function createLadder({
  server,
  options,
  onError,
}: HttpServices): ValidationContext {
  const spoken = server.revisions;
  const table =
    spoken.find(({ lifecycle }) => lifecycle === "stateless") ?? spoken[0];
  if (!table) throw new TypeError("A server needs at least one revision.");
  return {
    revisions: spoken,
    table,
    mirrored: (tool) =>
      mirroredBy(
        server.inputSchema(tool) ?? options.inputSchema?.(tool),
        onError,
      ),
  };
}

/** The id by which a client knows what is refused: also of what is no call. */
function idOfRefused(posted: Posted): ReturnType<typeof idOfCall> {
  const { kind, received } = posted;
  return kind === "message" && received.kind === "invalid"
    ? received.id
    : idOfCall(posted);
}

function invalid(reason: string): ProtocolError {
  return new ProtocolError(INVALID_REQUEST, `Invalid request: ${reason}`);
}

/** The one connection that all clients share: each request has its own way back. */
export class SharedConnection implements Transport {
  readonly via = "http";
  #receiver: Receiver | undefined;

  start(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  deliver({ value, received }: Posted, sink: Sink): void {
    this.#receiver?.message(value, sink, received);
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
export function notificationSink(
  services: HttpServices,
  exchange: HttpExchange,
  { value }: Posted,
): Sink {
  return {
    ...retainExchange(services, exchange, value),
    exclusive: true,
    send() {
      throw new TransportError("a notification has no answer");
    },
  };
}

function replyProtocolError(
  exchange: HttpExchange,
  { code, message, data }: ProtocolError,
  posted: Posted,
  table: ProtocolTable,
): void {
  const status = statusOfError(table, code);
  const id = idOfRefused(posted);
  replyError(exchange, { status, code, message, data, id, revision: table });
}
