import type { EventStream } from "../../../http/server/answer/event-stream.ts";
import type {
  PendingResponse,
  OutgoingMessages,
  ResponseOwner,
} from "../../../http/server/answer/policies.ts";
import type { Posted } from "../../../http/server/posted.ts";
import type { HttpExchange } from "../../../http/server/exchange.ts";
import type { RequestId } from "../../../protocol/message.ts";
import type { SessionRecord } from "../../session-store.ts";
import { CallEvents } from "../stream/call-events.ts";
import type { Commons } from "../commons.ts";
import { callStreamOf } from "../stream/stream-name.ts";

/** Session of a call, as the response needs it. */
export interface CallOwner {
  /** Session record, once the session is open. */
  readonly record: SessionRecord | undefined;
  /** True if clients can resume streams. */
  readonly resumes: boolean;
  /** True if streams start with an event id for resumption. */
  readonly primes: boolean;
  /** Sends a message that belongs to no call. */
  send(message: OutgoingMessages): void;
  /** Called when the client can resume the stream of this call. */
  streamed(call: PostedCall, stream: EventStream): void;
  /** Called when the call has its response, or will not get one. */
  over(call: PostedCall, answer: PendingResponse): void;
}

/** One POST of requests, whose stream events are stored for all processes. */
export class PostedCall implements ResponseOwner {
  /** Ids of the requests in the POST. */
  readonly requests: readonly RequestId[];
  /** Stream of the call, once the client can resume it. */
  stream: EventStream | undefined;
  /** True if the client reads the stream in another process. */
  isReadElsewhere = false;
  readonly #shared: Commons;
  readonly #owner: CallOwner;
  readonly #visit: HttpExchange;
  #events: CallEvents | undefined;

  constructor(
    shared: Commons,
    owner: CallOwner,
    visit: HttpExchange,
    posted: Posted,
  ) {
    this.#shared = shared;
    this.#owner = owner;
    this.#visit = visit;
    this.requests = [posted.received]
      .flat()
      .flatMap((one) => (one.kind === "request" ? [one.id] : []));
  }

  get sendsPrimingEvent(): boolean {
    return this.#owner.primes;
  }

  /** Created when a stream starts; most responses need none. */
  get events(): CallEvents | undefined {
    const { record, resumes } = this.#owner;
    if (!record || !resumes) return undefined;
    return (this.#events ??= this.#begin(record));
  }

  /** Resolves when all events are stored or dropped; undefined without events. */
  get idle(): Promise<unknown> | undefined {
    return this.#events?.idle;
  }

  send(message: OutgoingMessages): void {
    this.#owner.send(message);
  }

  onStreamOpen(stream: EventStream): void {
    this.stream = stream;
    this.#events?.begin();
    this.#owner.streamed(this, stream);
  }

  onEnd(answer: PendingResponse): void {
    this.#owner.over(this, answer);
  }

  /** Stops writing without finishing the stream; another process finishes it. */
  leave(): void {
    this.#events?.leave();
  }

  /** Stops storing events: the session has ended. */
  close(): void {
    this.#events?.close();
  }

  #begin({ streams, principal, client }: SessionRecord): CallEvents {
    const { name } = this.#shared;
    return new CallEvents(this.#shared, {
      stream: callStreamOf(streams, name, this.#shared.newName()),
      session: streams,
      principal,
      client,
      process: name,
      requests: this.requests,
      needs: this.#visit.requiredScopes,
    });
  }
}
