import { TransportError } from "../../../protocol/errors.ts";
import type { RequestId } from "../../../protocol/message.ts";
import type { OutgoingMessages } from "../../../http/server/answer/policies.ts";
import type { SessionRecord } from "../../session-store.ts";
import type { StreamFacts } from "../../stream-store.ts";
import type { Commons } from "../commons.ts";
import { ownStreamOf } from "./stream-name.ts";
import { StreamWriter } from "./stream-writer.ts";

/** Callback for a server request that will get no response. */
type Fail = (id: RequestId, error: Error) => void;

/**
 * Stream of a session for messages outside calls. Several processes write it; readers read it
 * from the store.
 */
export class LooseStream {
  readonly name: string;
  readonly #shared: Commons;
  readonly #facts: StreamFacts;
  readonly #writer: StreamWriter;
  readonly #fail: Fail;
  /** True if the stream had a reader at the last store operation. */
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

  /** Resolves when all messages are stored or dropped. */
  get idle(): Promise<unknown> {
    return this.#writer.idle;
  }

  /** Records that a client reads the stream in this process. */
  heard(): void {
    this.#isRead = true;
  }

  /**
   * Creates the stream if it does not exist or has expired. Rejects if the store cannot be
   * reached.
   */
  begin(): Promise<void> {
    const { streams } = this.#shared;
    return this.#shared.ask("a stream", streams.open(this.#facts));
  }

  /** Stores a message. Throws a TransportError for a ping without a reader. */
  send(message: OutgoingMessages): void {
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
