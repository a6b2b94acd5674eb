import {
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  ProtocolError,
} from "../protocol/errors.ts";
import type { Dialect } from "../peer/dialect.ts";
import type { Exchange, Lifecycle } from "../peer/exchange.ts";
import type { MemoryBudget } from "./memory-budget.ts";
import { HandshakeExchange } from "./handshake.ts";
import { isObject, type JsonObject } from "../protocol/message.ts";
import type { ReceivedRequest } from "../protocol/received.ts";
import {
  entryOf,
  type ProtocolTable,
} from "../protocol/revision/protocol-table.ts";
import { metaKeys } from "../protocol/meta-keys.ts";
import type { ServerRevision } from "./server-revision.ts";
import { StatelessExchange } from "./stateless.ts";
import {
  spokenHere,
  unsent,
  unsupportedRevision,
} from "../protocol/revision/unsupported.ts";

export interface ServerLifecycleOptions {
  /** Supported revisions, newest first, at least one. */
  readonly served: readonly ServerRevision[];
  /** Limits the connection to one lifecycle. */
  readonly only?: ProtocolTable["lifecycle"] | undefined;
  /** Revision of a session that was opened elsewhere. */
  readonly revision?: string | undefined;
  /** Memory budget of the client. */
  readonly memory: MemoryBudget;
  /** Returns the capabilities that a handshake declares, from those of the server. */
  readonly declared?: ((capabilities: JsonObject) => JsonObject) | undefined;
  /** True if no state is kept between messages. */
  readonly isStateless?: boolean | undefined;
  /** Called when the handshake has opened the session. */
  readonly onOpen: (opened: HandshakeExchange) => void;
}

/**
 * Server lifecycle of one connection. A request with a protocol version is handled in that
 * revision; `initialize` opens a session in another. A connection may have both.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/versioning | Versioning}
 */
export class ServerLifecycle implements Lifecycle {
  /** Session that `initialize` opened. */
  opened: HandshakeExchange | undefined;
  readonly #options: ServerLifecycleOptions;
  readonly #stateless: readonly ServerRevision[];
  readonly #handshake: readonly ServerRevision[];
  /** True after a stateless request: such a client receives no requests. */
  hasStatelessRequests = false;
  /** Resolves when the first stateless request or the handshake has arrived. */
  readonly #began: Promise<void>;
  #begin: () => void = () => {};

  constructor(options: ServerLifecycleOptions) {
    const { served, only, revision, memory } = options;
    this.#options = options;
    const spoken = (lifecycle: ProtocolTable["lifecycle"]): ServerRevision[] =>
      served.filter(
        ({ table }) =>
          table.lifecycle === lifecycle && (only ?? lifecycle) === lifecycle,
      );
    this.#stateless = spoken("stateless");
    this.#handshake = spoken("handshake");
    this.#began = new Promise((resolve) => (this.#begin = resolve));
    const known = find(this.#handshake, revision);
    if (known)
      this.opened = new HandshakeExchange(
        this.#withDeclared(known.dialect),
        memory,
        undefined,
        options.isStateless,
      );
    this.opened?.observe("notifications/initialized", undefined);
  }

  get table(): ProtocolTable {
    const revision =
      this.opened?.dialect ?? this.#stateless[0] ?? this.#handshake[0];
    if (revision) return revision.table;
    throw new TypeError("A server needs at least one revision.");
  }

  accept({ method, params, meta }: ReceivedRequest): Exchange {
    const named = meta[metaKeys.protocolVersion];
    const found = find(this.#stateless, named);
    if (method === "initialize") {
      if (!found) return this.#initialize(params);
      const { revision } = found.table;
      throw new ProtocolError(
        METHOD_NOT_FOUND,
        `Method not found: ${method}: ${revision} has no handshake; ${spokenHere(this.#spoken, "")}`,
      );
    }
    if (found) {
      this.hasStatelessRequests = true;
      this.#begin();
      return new StatelessExchange(found.dialect, meta);
    }
    const { opened } = this;
    const isOpened = named === opened?.dialect.table.revision;
    if (opened && (named === undefined || isOpened)) return opened;
    if (typeof named === "string") throw this.#unsupported(named);
    return this.#withoutVersion(method, named !== undefined);
  }

  hear(): Exchange | undefined {
    const [stateless] = this.#stateless;
    return (
      this.opened ?? (stateless && new StatelessExchange(stateless.dialect, {}))
    );
  }

  outgoing(method: string): Exchange | Promise<Exchange> {
    if (this.opened) return this.opened;
    if (this.#handshake.length > 0 && !this.hasStatelessRequests)
      return this.#began.then(() => this.outgoing(method));
    throw unsent(method);
  }

  #initialize(params: unknown): Exchange {
    const requested = isObject(params) ? params["protocolVersion"] : undefined;
    const [newest] = this.#handshake;
    if (!newest) throw this.#unsupported(String(requested));
    const { dialect: found } = find(this.#handshake, requested) ?? newest;
    const { memory, onOpen, isStateless } = this.#options;
    const onBegin = (opened: HandshakeExchange): void => {
      if (this.opened)
        throw new ProtocolError(INVALID_REQUEST, "Already initialized");
      this.opened = opened;
      this.#begin();
      onOpen(opened);
    };
    const dialect = this.#withDeclared(found);
    return new HandshakeExchange(dialect, memory, onBegin, isStateless);
  }

  /** Returns the revision with the capabilities that this connection declares. */
  #withDeclared(dialect: Dialect): Dialect {
    const capabilities = this.#options.declared?.(dialect.capabilities);
    return capabilities ? { ...dialect, capabilities } : dialect;
  }

  /** Returns the context for a request without a protocol version and before a handshake. */
  #withoutVersion(method: string, isBroken: boolean): Exchange {
    const [handshake] = this.#handshake;
    const [stateless] = this.#stateless;
    if (handshake && method === "ping")
      return new HandshakeExchange(handshake.dialect, this.#options.memory);
    // Methods and params of a stateless revision get the error of its validation.
    const isForeign =
      !handshake ||
      isBroken ||
      (!knows(handshake, method) && knows(stateless, method));
    if (stateless && isForeign)
      return new StatelessExchange(stateless.dialect, {});
    throw new ProtocolError(
      INVALID_REQUEST,
      "Not initialized: the request names no revision, and no session is open",
    );
  }

  #unsupported(requested: string): ProtocolError {
    const { table } = this.#stateless[0] ?? this;
    return unsupportedRevision(this.#spoken, table, requested);
  }

  get #spoken(): ProtocolTable[] {
    return this.#options.served.map(({ table }) => table);
  }
}

function find(
  revisions: readonly ServerRevision[],
  name: unknown,
): ServerRevision | undefined {
  return revisions.find(({ table }) => table.revision === name);
}

function knows(revision: ServerRevision | undefined, method: string): boolean {
  return (
    revision !== undefined &&
    entryOf(revision.table.requests, method) !== undefined
  );
}
