import { now } from "../../../protocol/timers/deadlines.ts";
import { InvalidMessageError } from "../../../protocol/errors.ts";
import {
  isObject,
  isRequestId,
  type RequestId,
} from "../../../protocol/message.ts";
import type { ProtocolTable } from "../../../protocol/revision/protocol-table.ts";
import type { Receiver, Sink } from "../../../peer/transport.ts";
import { answersCall } from "../answers.ts";
import type { Flight } from "../flight.ts";
import { revisionHeader } from "../revision-header.ts";

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
