import type { CallOptions } from "../peer/caller.ts";
import type { Dialect } from "../peer/dialect.ts";
import type { Exchange, PeerIdentity } from "../peer/exchange.ts";
import type { LogLevel } from "../protocol/log-level.ts";
import { metaOf, type JsonObject } from "../protocol/message.ts";
import { isStateless } from "../protocol/revision/protocol-table.ts";
import { metaKeys } from "../protocol/meta-keys.ts";

/** A client's conversation with one server, in the revision they agreed on. */
export class ClientExchange implements Exchange {
  readonly dialect: Dialect;
  readonly peer: PeerIdentity;
  /** Clients send no log messages. */
  readonly logLevel = undefined;
  readonly #meta: JsonObject | undefined;

  constructor(
    dialect: Dialect,
    peer: PeerIdentity = {},
    logLevel?: LogLevel | undefined,
  ) {
    this.dialect = dialect;
    this.peer = peer;
    if (isStateless(dialect)) this.#meta = requestMeta(dialect, logLevel);
  }

  complete(_entry: unknown, result: JsonObject): JsonObject {
    return result;
  }

  /** Where there is no handshake, every request tells who sends it. */
  prepare(
    params: JsonObject | undefined,
    { logLevel }: CallOptions,
  ): JsonObject | undefined {
    if (!this.#meta) return params;
    const own = params !== undefined && Object.hasOwn(params, "_meta");
    // A key in front of a spread costs half of one behind it.
    if (!own && logLevel === undefined) return { _meta: this.#meta, ...params };
    const level = logLevel && { [metaKeys.logLevel]: logLevel };
    return { ...params, _meta: { ...metaOf(params), ...this.#meta, ...level } };
  }
}

function requestMeta(
  { table, identity, capabilities }: Dialect,
  logLevel: LogLevel | undefined,
): JsonObject {
  return {
    [metaKeys.protocolVersion]: table.revision,
    [metaKeys.clientInfo]: identity.info,
    [metaKeys.clientCapabilities]: capabilities,
    ...(logLevel !== undefined && { [metaKeys.logLevel]: logLevel }),
  };
}
