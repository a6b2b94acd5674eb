import type { Dialect } from "../peer/dialect.ts";
import type { Exchange, PeerIdentity } from "../peer/exchange.ts";
import type { Handler, HandlerMap } from "../peer/handlers.ts";
import type { RequestRecord } from "../peer/record.ts";
import { type LogLevel, isLogLevel } from "../protocol/log-level.ts";
import { type JsonObject, isObject } from "../protocol/message.ts";
import { metaKeys } from "../protocol/meta-keys.ts";
import type { RequestEntry } from "../protocol/revision/protocol-table.ts";
import type { SubscriptionStreams } from "./subscriptions.ts";

/**
 * Context of one stateless request, which describes its sender completely. Nothing is
 * stored for the next request.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic | Base protocol}
 */
export class StatelessExchange implements Exchange {
  readonly dialect: Dialect;
  #meta: JsonObject;

  constructor(dialect: Dialect, meta: JsonObject) {
    this.dialect = dialect;
    this.#meta = meta;
  }

  get peer(): PeerIdentity {
    return {
      info: this.#meta[metaKeys.clientInfo],
      capabilities: this.#meta[metaKeys.clientCapabilities],
    };
  }

  get logLevel(): LogLevel | undefined {
    const level = this.#meta[metaKeys.logLevel];
    return isLogLevel(level) ? level : undefined;
  }

  replaceMeta(meta: JsonObject): void {
    this.#meta = meta;
  }

  complete(
    entry: RequestEntry,
    result: JsonObject,
    method: string,
  ): JsonObject {
    const { info, cache } = this.dialect.identity;
    const { resultType = "complete", _meta } = result;
    if (resultType === "input_required" && !entry.input)
      throw new TypeError(`${method} cannot ask for input`);
    const hints = entry.cacheable && resultType === "complete" && cache;
    const sender = { [metaKeys.serverInfo]: info };
    // Object literals with keys before a spread are twice as fast as with keys after it.
    if (!("_meta" in result || "resultType" in result))
      return { resultType, _meta: sender, ...hints, ...result };
    const own = isObject(_meta) ? { ...sender, ..._meta } : sender;
    return { ...hints, ...result, resultType, _meta: own };
  }

  prepare(params: JsonObject | undefined): JsonObject | undefined {
    return params;
  }
}

/**
 * Creates the default handlers of stateless revisions. Handlers of the user take
 * precedence.
 */
export function statelessHandlers(
  supportedVersions: readonly string[],
  subscriptions: SubscriptionStreams,
): HandlerMap {
  return new Map<string, Handler>([
    ["server/discover", (_, request) => discover(supportedVersions, request)],
    [
      "subscriptions/listen",
      (params, request) => subscriptions.listen(params, request),
    ],
  ]);
}

/** Describes the server for `server/discover`. */
function discover(
  supportedVersions: readonly string[],
  { capabilities, identity }: RequestRecord,
): JsonObject {
  const { instructions } = identity;
  return {
    supportedVersions,
    capabilities,
    ...(instructions !== undefined && { instructions }),
  };
}
