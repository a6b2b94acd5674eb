import { toError } from "../../../protocol/errors.ts";
import type {
  NotificationMessage,
  RequestId,
  RequestMessage,
} from "../../../protocol/message.ts";
import type { ProtocolTable } from "../../../protocol/revision/protocol-table.ts";
import type { HttpLink } from "../http-link.ts";
import { Outbox } from "../outbox.ts";
import { post } from "../post.ts";
import { hearStatelessAnswer, fail, type StatelessServer } from "./call.ts";
import { requestHeaders } from "./headers.ts";
import { ListedTools } from "./listed-tools.ts";

/** The revision of a message: its table is known where this side offered it. */
export interface Spoken {
  readonly revision: string;
  readonly table: ProtocolTable | undefined;
}

/**
 * Calls without a session: each is a POST, and its answer is that of the POST.
 * To take a call back is to close its stream.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http | Streamable HTTP}
 */
export class StatelessWay {
  readonly #server: StatelessServer;
  readonly #outbox: Outbox;
  /** What ends the POST of each call that waits. */
  readonly #waiting = new Map<RequestId, AbortController>();

  constructor(link: HttpLink) {
    const listed = new ListedTools((warning) => link.warn(warning));
    this.#server = { link, listed, isKnown: false };
    this.#outbox = new Outbox(link);
  }

  /** Ends with an answer or a failure that the receiver hears. */
  async call(
    message: RequestMessage,
    body: string,
    spoken: Spoken,
  ): Promise<void> {
    const { id } = message;
    const abort = new AbortController();
    this.#waiting.set(id, abort);
    try {
      const headers = this.#headers(message, spoken);
      const { signal } = abort;
      const posted = await post(this.#server.link, { body, headers, signal });
      await hearStatelessAnswer(this.#server, message, posted);
    } catch (error) {
      fail(this.#server, message, toError(error));
    } finally {
      this.#waiting.delete(id);
    }
  }

  /** Tells the server what it answers with nothing; a failure is reported. */
  async notify(
    message: NotificationMessage,
    body: string,
    spoken: Spoken,
  ): Promise<void> {
    const { closing, receiver } = this.#server.link;
    try {
      const headers = this.#headers(message, spoken);
      const refused = await this.#outbox.tell(body, headers);
      if (refused) throw refused.error;
    } catch (error) {
      if (!closing.aborted) receiver.failed?.(undefined, toError(error));
    }
  }

  /** Closes the stream of a call; whether there is one. */
  cancel(id: RequestId): boolean {
    const abort = this.#waiting.get(id);
    this.#waiting.delete(id);
    abort?.abort();
    return abort !== undefined;
  }

  close(): void {
    this.#outbox.close();
    for (const id of [...this.#waiting.keys()]) this.cancel(id);
  }

  #headers(
    message: RequestMessage | NotificationMessage,
    { revision, table }: Spoken,
  ): Record<string, string> {
    return requestHeaders(message, revision, table, this.#server.listed);
  }
}
