import { now } from "../../../protocol/timers/deadlines.ts";
import {
  InvalidMessageError,
  toError,
  TransportError,
} from "../../../protocol/errors.ts";
import {
  isObject,
  isRequestId,
  type RequestId,
  type JsonObject,
} from "../../../protocol/message.ts";
import type { ProtocolTable } from "../../../protocol/revision/protocol-table.ts";
import type { Receiver, Sink } from "../../../peer/transport.ts";
import {
  answersCall,
  revisionHeader,
  answerTo,
  refusal,
  withId,
} from "../client-protocol.ts";
import type { Flight } from "../post-queue.ts";
import type { HttpLink } from "../transport-context.ts";
import type { PostAnswer, Refused } from "../post.ts";
import { followStream } from "../events/follow-stream.ts";

/** Bounds on what a server can make this side keep; of more, nothing is taken back. */
const maxAsked = 10_000;
const maxIdLength = 1_000;

/** What a client speaks in after a handshake, with or without an id. */
export class OpenedSession {
  readonly id: string | undefined;
  /** When it began, on the clock of `now`. */
  readonly since: number = now();
  /** Calls whose answers come on a stream of this session. */
  readonly flights: Set<Flight> = new Set();
  /** Whether its standalone stream was asked for. */
  isHeard = false;
  readonly #over = new AbortController();
  readonly #receiver: Receiver;
  readonly #sink: Sink;
  /** What the server waits for. */
  readonly #asked = new Set<RequestId>();

  /**
   * `send` carries what belongs to this session. Throws an InvalidMessageError for
   * an id that is none.
   */
  constructor(headers: Headers, receiver: Receiver, send: Sink["send"]) {
    this.id = headers.get("mcp-session-id") ?? undefined;
    if (this.id !== undefined && !isVisible(this.id))
      throw new InvalidMessageError("Mcp-Session-Id: not visible ASCII", [], {
        value: this.id,
      });
    this.#receiver = receiver;
    this.#sink = {
      send: (message) => {
        const sent: readonly unknown[] = Array.isArray(message)
          ? message
          : [message];
        for (const one of sent)
          if (answersCall(one) && isRequestId(one["id"]))
            this.#asked.delete(one["id"]);
        send(message);
      },
    };
  }

  /** Aborts when it is over. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  headers(table: ProtocolTable | undefined): Record<string, string> {
    const headers = revisionHeader(table);
    if (this.id !== undefined) headers["mcp-session-id"] = this.id;
    return headers;
  }

  /** Hands a message on: of a session that is over, the answers alone. */
  hear(value: unknown): void {
    if (this.over.aborted) return this.#hearAnswers(value);
    for (const one of Array.isArray(value) ? value : [value]) this.#note(one);
    this.#receiver.message(value, this.#sink);
  }

  #hearAnswers(value: unknown): void {
    for (const one of Array.isArray(value) ? value : [value])
      if (answersCall(one)) this.#receiver.message(one);
  }

  /** Remembers what the server waits for, as long as it does. */
  #note(message: unknown): void {
    if (!isObject(message) || !("method" in message)) return;
    const { id, method, params } = message;
    if (isRequestId(id) && String(id).length <= maxIdLength)
      if (this.#asked.size < maxAsked) this.#asked.add(id);
    if (method !== "notifications/cancelled" || !isObject(params)) return;
    const { requestId } = params;
    if (isRequestId(requestId)) this.#asked.delete(requestId);
  }

  /** Ends what is open. */
  end(): void {
    if (this.over.aborted) return;
    this.#over.abort();
    for (const flight of this.flights) flight.cut();
  }

  /** Takes back what the server asked, which does not wait any more. */
  takeBack(reason: string): void {
    for (const requestId of this.#asked)
      this.#receiver.message({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId, reason },
      });
    this.#asked.clear();
  }
}

function isVisible(text: string): boolean {
  for (const sign of text) if (sign < "!" || sign > "~") return false;
  return text !== "";
}

/** A call in a session. */
export interface SessionCall {
  readonly link: HttpLink;
  readonly opened: OpenedSession;
  readonly flight: Flight;
  /** Takes what came with the answer: the answer itself, or a batch that has it. */
  take(value: unknown, answer: JsonObject): void;
  /** Whether an answer to another call is waited for. */
  expects(id: unknown): boolean;
}

/**
 * Hears what a server says to a posted call until its answer came. Rejects with
 * a TransportError when there is none to come.
 */
export async function hearSessionAnswer(
  call: SessionCall,
  posted: PostAnswer,
): Promise<void> {
  switch (posted.kind) {
    case "json":
      if (!hear(call, posted.value)) throw unanswered();
      return;
    case "events":
      return listen(call, posted.body);
    case "accepted":
      throw unanswered();
    case "refused":
      return refused(call, posted);
    default:
      return posted satisfies never;
  }
}

async function listen(
  call: SessionCall,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const { link, opened, flight } = call;
  opened.flights.add(flight);
  // The session may have ended while its answer was on its way.
  if (opened.over.aborted) flight.cut();
  try {
    await followStream(
      {
        link,
        signal: flight.signal,
        headers: () => opened.headers(link.table),
        hear: (value) => hear(call, value),
        isOver: () => flight.isOver && !opened.over.aborted,
      },
      body,
    );
  } catch (error) {
    const cause = toError(error);
    if (!opened.over.aborted) throw cause;
    throw new TransportError("the session ended before the answer came", {
      cause,
    });
  } finally {
    opened.flights.delete(flight);
  }
}

/** Passes on what came for a call; whether its answer is among it. */
function hear(call: SessionCall, value: unknown): boolean {
  const { link, opened, flight } = call;
  const named = withId(flight.id, value);
  const batches = link.table?.batches ?? false;
  const answer = answerTo(flight.id, named, batches);
  if (answer) takeAnswer(call, named, answer);
  else if (answersCall(named) && !call.expects(named["id"])) stray(link, named);
  else opened.hear(named);
  return answer !== undefined;
}

/** An answer in a batch that is refused as a whole is none: no other is to come. */
function takeAnswer(
  call: SessionCall,
  value: unknown,
  answer: JsonObject,
): void {
  const { link, flight } = call;
  call.take(value, answer);
  if (!Array.isArray(value)) return;
  const reason = "the answer came in a batch that was refused";
  const error = new InvalidMessageError(reason, [], { value });
  // A call that has its answer hears nothing of it.
  link.receiver.failed?.(flight.id, error);
}

function stray({ receiver }: HttpLink, value: unknown): void {
  const reason = "an answer came to a call that nobody made";
  const error = new InvalidMessageError(reason, ["id"], { value });
  receiver.failed?.(undefined, error);
}

function refused({ opened, flight, take }: SessionCall, posted: Refused): void {
  if (isGone(opened, posted)) throw posted.error;
  const answer = refusal(flight.id, posted);
  take(answer, answer);
}

/** How a server says that it does not know the session. */
export function isGone(
  { id }: OpenedSession,
  posted: PostAnswer | undefined,
): boolean {
  return (
    id !== undefined && posted?.kind === "refused" && posted.status === 404
  );
}

function unanswered(): TransportError {
  return new TransportError("the server ended without an answer");
}
