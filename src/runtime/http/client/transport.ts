import { TransportError } from "../../protocol/errors.ts";
import {
  metaOf,
  type Message,
  type RequestMessage,
} from "../../protocol/message.ts";
import {
  isStateless,
  type ProtocolTable,
} from "../../protocol/revision/protocol-table.ts";
import { metaKeys } from "../../protocol/meta-keys.ts";
import type { Receiver, Transport } from "../../peer/transport.ts";
import { serverKey } from "./lifecycle-cache.ts";
import type { Clock } from "../../protocol/timers/deadlines.ts";
import type { HttpLink, OpenHttpLink } from "./transport-context.ts";
import {
  resolveTransportOptions,
  type HttpTransportOptions,
  type ResolvedTransportOptions,
} from "./options.ts";
import { rememberCredentials } from "./fetch-answer.ts";
import { Reports } from "../../protocol/timers/reports.ts";
import { createHandshakeEra, type HandshakeEra } from "./handshake.ts";
import { StatelessWay, type Spoken } from "./stateless/stateless-client.ts";
import { isCall, isNotification, takenBack } from "./client-protocol.ts";

/**
 * Speaks to a server over HTTP: Streamable HTTP with and without sessions, and
 * HTTP with SSE, as the server has it. Nothing is sent before the client asks
 * something. A request that fails ends its call with a TransportError, which is an
 * HttpError with its status where the server refused it, and not the connection.
 * Redirections are followed within the server's origin alone. Throws a TypeError
 * for options that make no sense.
 *
 * @example
 * await client.connect(httpTransport({ url: "https://example.com/mcp" }));
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/streamable-http | Streamable HTTP}
 */
export function httpTransport(options: HttpTransportOptions): Transport {
  return new HttpClientTransport(resolveTransportOptions(options));
}

/** What a started transport consists of. */
interface Parts {
  readonly link: OpenHttpLink;
  readonly stateless: StatelessWay;
  readonly session: HandshakeEra;
}

class HttpClientTransport implements Transport {
  readonly via = "http";
  readonly #options: ResolvedTransportOptions;
  readonly #closing = new AbortController();
  readonly #warnings: Reports | undefined;
  /** The revisions that were offered or agreed on. */
  readonly #tables = new Map<string, ProtocolTable>();
  /** Stands still while a person is asked: nobody is late meanwhile. */
  readonly clock: Clock = { lost: 0 };
  #parts: Parts | undefined;
  #closed: Promise<void> | undefined;

  constructor(options: ResolvedTransportOptions) {
    this.#options = options;
    const { onWarning } = options;
    this.#warnings = onWarning && new Reports(onWarning);
  }

  get origin(): string {
    return this.#options.url.origin;
  }

  get era(): "handshake" | undefined {
    const { eras, url } = this.#options;
    return eras.get(serverKey(url)) ? "handshake" : undefined;
  }

  start(receiver: Receiver): void {
    if (this.#closed) return queueMicrotask(() => receiver.closed());
    const link = this.#link(receiver);
    const stateless = new StatelessWay(link);
    const session = createHandshakeEra(link);
    this.#parts = { link, stateless, session };
  }

  spoken(table: ProtocolTable): void {
    if (this.#parts) this.#parts.link.table = table;
    this.#tables.set(table.revision, table);
  }

  send(message: Message | readonly Message[]): void {
    if (this.#closed || !this.#parts)
      throw new TransportError("the connection is closed");
    const { link, stateless, session } = this.#parts;
    if (isCall(message)) {
      const revision = revisionOf(message);
      if (revision !== undefined) {
        link.probed = true;
        const spoken = { revision, table: this.#tables.get(revision) };
        return void stateless.call(message, JSON.stringify(message), spoken);
      }
    } else if (isNotification(message)) {
      const id = takenBack(message);
      if (id !== undefined && stateless.cancel(id)) return;
      const spoken = spokenBy(link);
      // There, to take a call back is no message: it was answered by now.
      if (spoken && id !== undefined) return;
      if (spoken)
        return void stateless.notify(message, JSON.stringify(message), spoken);
    }
    session.send(message, JSON.stringify(message));
  }

  close(): Promise<void> {
    return this.#end();
  }

  #link(receiver: Receiver): OpenHttpLink {
    const { auth, url } = this.#options;
    const fetch = rememberCredentials(this.#options.fetch);
    const closing = this.#closing.signal;
    const warn = (warning: Error): void => {
      if (this.#warnings) this.#warnings.report(warning);
      else receiver.failed?.(undefined, warning);
    };
    const { clock } = this;
    const asked = { url: url.href, fetch, closing, clock, warn };
    return {
      options: this.#options,
      fetch: auth?.attach(asked) ?? fetch,
      receiver,
      closing,
      table: undefined,
      probed: false,
      clock,
      warn,
      end: (error) => void this.#end(error),
    };
  }

  #end(error?: Error): Promise<void> {
    return (this.#closed ??= this.#shut(error));
  }

  async #shut(error: Error | undefined): Promise<void> {
    this.#closing.abort();
    const parts = this.#parts;
    if (!parts) return;
    parts.stateless.close();
    parts.link.receiver.closed(error);
    await parts.session.close();
    this.#warnings?.end();
  }
}

/** The revision of what names none, where it is one without sessions. */
function spokenBy({ table }: HttpLink): Spoken | undefined {
  return table && isStateless({ table })
    ? { revision: table.revision, table }
    : undefined;
}

/** The revision that a request names, as every one without a session does. */
function revisionOf({ params }: RequestMessage): string | undefined {
  const revision = metaOf(params)[metaKeys.protocolVersion];
  return typeof revision === "string" ? revision : undefined;
}
