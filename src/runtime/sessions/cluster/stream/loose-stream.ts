import { TransportError } from "../../../protocol/errors.ts";
import type { RequestId } from "../../../protocol/message.ts";
import type { Sent } from "../../../http/server/answer/policies.ts";
import type { SessionRecord } from "../../session-store.ts";
import type { StreamFacts } from "../../stream-store.ts";
import type { Commons } from "../commons.ts";
import { ownStreamOf } from "./stream-name.ts";
import { StreamWriter } from "./stream-writer.ts";

/** Who has to know that a request of the server's has no answer to come. */
type Fail = (id: RequestId, error: Error) => void;

/**
 * What belongs to no call of a session, as one of many processes writes it: whoever
 * reads it, reads it from the store.
 */
export class LooseStream {
  readonly name: string;
  readonly #shared: Commons;
  readonly #facts: StreamFacts;
  readonly #writer: StreamWriter;
  readonly #fail: Fail;
  /** Whether there was somebody who reads, when something was last told. */
  #isRead = false;

  constructor(
    shared: Commons,
    { streams: session, principal, client }: SessionRecord,
    fail: Fail,
  ) {
    this.name = ownStreamOf(session);
    this.#shared = shared;
    this.#fail = fail;
    this.#facts = {
      stream: this.name,
      session,
      principal,
      client,
      process: undefined,
      requests: [],
      needs: [],
    };
    this.#writer = new StreamWriter(shared, this.#facts);
  }

  /** Resolves when all is written, or given up. */
  get idle(): Promise<unknown> {
    return this.#writer.idle;
  }

  /** Somebody begins to read in this process. */
  heard(): void {
    this.#isRead = true;
  }

  /** Begins it where it has not begun, or is forgotten. Rejects when the store is away. */
  begin(): Promise<void> {
    const { streams } = this.#shared;
    return this.#shared.ask("a stream", streams.open(this.#facts));
  }

  /** Throws a TransportError for a ping that would only tell that nobody listens, which is allowed. */
  send(message: Sent): void {
    const isPing = "method" in message && message.method === "ping";
    if (isPing && !this.#isRead) throw unheard();
    const kept = this.#writer.append(JSON.stringify(message));
    void kept.then((appended) => {
      this.#isRead = appended?.reader !== undefined;
      const isLost = !appended || (isPing && !appended.reader);
      const id = "method" in message && "id" in message ? message.id : null;
      if (isLost && id !== null) this.#fail(id, unheard());
    });
  }

  close(): void {
    this.#writer.close();
  }
}

function unheard(): TransportError {
  return new TransportError("the client does not listen");
}
