import type { EventStream } from "../../../http/server/answer/event-stream.ts";
import type {
  Answering,
  Sent,
  AnswersOwner,
} from "../../../http/server/answer/policies.ts";
import type { Posted } from "../../../http/server/posted.ts";
import type { Visit } from "../../../http/server/exchange.ts";
import type { RequestId } from "../../../protocol/message.ts";
import type { SessionRecord } from "../../session-store.ts";
import { CallEvents } from "../stream/call-events.ts";
import type { Commons } from "../commons.ts";
import { callStreamOf } from "../stream/stream-name.ts";

/** The session of a call, as its answer needs it. */
export interface CallOwner {
  /** What its streams have, once it is open. */
  readonly record: SessionRecord | undefined;
  /** Whether its clients can come back for what they missed. */
  readonly resumes: boolean;
  /** Whether streams begin with an id to come back with. */
  readonly primes: boolean;
  /** Sends what belongs to no call. */
  send(message: Sent): void;
  /** The client can come back for this call's stream. */
  streamed(call: PostedCall, stream: EventStream): void;
  /** The call has its answer, or there is none to come. */
  over(call: PostedCall, answer: Answering): void;
}

/** One POST of requests, whose stream has its events where all processes can read them. */
export class PostedCall implements AnswersOwner {
  /** The requests that it answers. */
  readonly requests: readonly RequestId[];
  /** Its stream, once the client can come back for it. */
  stream: EventStream | undefined;
  /** Whether its client reads the stream in another process. */
  isReadElsewhere = false;
  readonly #shared: Commons;
  readonly #owner: CallOwner;
  readonly #visit: Visit;
  #events: CallEvents | undefined;

  constructor(shared: Commons, owner: CallOwner, visit: Visit, posted: Posted) {
    this.#shared = shared;
    this.#owner = owner;
    this.#visit = visit;
    this.requests = [posted.received]
      .flat()
      .flatMap((one) => (one.kind === "request" ? [one.id] : []));
  }

  get primes(): boolean {
    return this.#owner.primes;
  }

  /** Made when a stream begins: most answers need none. */
  get events(): CallEvents | undefined {
    const { record, resumes } = this.#owner;
    if (!record || !resumes) return undefined;
    return (this.#events ??= this.#begin(record));
  }

  /** Resolves when all of its events are kept, or given up; undefined where it has none. */
  get idle(): Promise<unknown> | undefined {
    return this.#events?.idle;
  }

  send(message: Sent): void {
    this.#owner.send(message);
  }

  streamed(stream: EventStream): void {
    this.stream = stream;
    this.#events?.begin();
    this.#owner.streamed(this, stream);
  }

  over(answer: Answering): void {
    this.#owner.over(this, answer);
  }

  /** This process does not go on with it. */
  leave(): void {
    this.#events?.leave();
  }

  /** The session is over: nothing more is kept. */
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
      needs: this.#visit.needs,
    });
  }
}
