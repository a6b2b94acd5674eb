import {
  INVALID_REQUEST,
  ProtocolError,
  TransportError,
} from "../../../protocol/errors.ts";
import type {
  ReceivedNotification,
  ReceivedRequest,
} from "../../../protocol/received.ts";
import { HttpAnswer } from "../answer/post-response.ts";
import type { Endpoint, HttpServices } from "../services.ts";
import { idOfCall, type Posted } from "../posted.ts";
import { sendRefusal, replyEmpty, replyError } from "../replies.ts";
import { Soon } from "../answer/micro-batcher.ts";
import { mirroredBy } from "../../shared/mirrored-headers.ts";
import type { Visit } from "../exchange.ts";
import { statelessAnswers, statusOfError } from "../answer/policies.ts";
import {
  requireSound,
  requireSoundNotification,
  type Ladder,
} from "./validate-request.ts";
import type { Receiver, Sink, Transport } from "../../../peer/transport.ts";
import { holding } from "../limits/memory-limiter.ts";

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
  const link = new SharedLink();
  const connection = server.connect(link, {
    lifecycle: "stateless",
    // Of all clients together: each call is refused here, with a status.
    maxInFlight: Infinity,
    // What is kept of a request is counted as long as its handler is at work.
    memory: services.kept.lengths,
  });
  const maxInFlight = options.maxRequests + options.maxStreams;
  const answers = statelessAnswers(services, table, (answer, reason) =>
    link.gone(answer, reason),
  );
  const soon = new Soon(services.turns);
  const refuse = (visit: Visit): void =>
    sendRefusal(visit, 405, "There are no sessions");

  function call(visit: Visit, posted: Posted, message: ReceivedRequest): void {
    // Handlers that do not look at their signal go on when their clients are gone.
    if (connection.inFlight >= maxInFlight)
      return sendRefusal(visit, 503, "Too many requests at once", posted);
    requireSound(ladder, visit, message);
    const answer = new HttpAnswer(answers, visit, posted);
    // Its first message opens a stream: it is not to be lost.
    if (message.method === "subscriptions/listen" && !answer.reserve())
      return sendRefusal(visit, 503, "Too many streams", posted);
    link.deliver(posted, answer);
    answer.delivered(soon);
  }

  function hear(
    visit: Visit,
    posted: Posted,
    message: ReceivedNotification,
  ): void {
    requireSoundNotification(ladder, visit, message);
    link.deliver(posted, unanswerable(services, visit, posted));
    replyEmpty(visit, 202);
  }

  return {
    sessions: 0,
    post(visit, posted) {
      try {
        if (posted.kind === "batch") throw invalid("a message is an object");
        const { received } = posted;
        switch (received.kind) {
          case "request":
            return call(visit, posted, received);
          case "notification":
            return hear(visit, posted, received);
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
        const { code, message, data } = error;
        const status = statusOfError(table, code);
        const id = idOfRefused(posted);
        replyError(visit, { status, code, message, data, id, table });
      }
    },
    get: refuse,
    delete: refuse,
    end: () => connection.end(),
    close: () => void connection.close(),
  };
}

function createLadder({ server, options, onError }: HttpServices): Ladder {
  const spoken = server.revisions;
  const table =
    spoken.find(({ lifecycle }) => lifecycle === "stateless") ?? spoken[0];
  if (!table) throw new TypeError("A server needs at least one revision.");
  return {
    spoken,
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
export class SharedLink implements Transport {
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
export function unanswerable(
  services: HttpServices,
  visit: Visit,
  { value }: Posted,
): Sink {
  return {
    ...holding(services, visit, value),
    exclusive: true,
    send() {
      throw new TransportError("a notification has no answer");
    },
  };
}
