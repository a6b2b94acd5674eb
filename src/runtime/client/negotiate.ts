import { hasCapability } from "../protocol/revision/capabilities.ts";
import { ClientExchange } from "./exchange.ts";
import type { ClientLifecycle } from "./lifecycle.ts";
import type { Connection } from "../peer/connection.ts";
import type { Dialect } from "../peer/dialect.ts";
import {
  INVALID_REQUEST,
  InvalidMessageError,
  METHOD_NOT_FOUND,
  oneLine,
  ProtocolError,
  TimeoutError,
  toError,
  TransportError,
} from "../protocol/errors.ts";
import type { Exchange } from "../peer/exchange.ts";
import type { LogLevel } from "../protocol/log-level.ts";
import { isObject, metaOf } from "../protocol/message.ts";
import { isStateless } from "../protocol/revision/protocol-table.ts";
import { wayOut } from "./way-out.ts";
import { metaKeys } from "../protocol/meta-keys.ts";
import type { Report } from "../protocol/timers/reports.ts";

export interface NegotiateOptions {
  /** Newest first; a connection may be for some alone. */
  dialects: readonly Dialect[];
  /** The revisions that there are, also those that are not to be spoken. */
  readonly generated?: readonly string[];
  /** The least severe log messages that are asked for; a client may change its mind. */
  logLevel: LogLevel | undefined;
  /** How long to wait for a server that may not know the question, in milliseconds. */
  readonly probeTimeout: number;
  readonly onError: Report;
}

/** A client and a server that agree on a revision. */
export interface Talk {
  readonly connection: Connection;
  readonly lifecycle: ClientLifecycle;
  readonly options: NegotiateOptions;
}

/**
 * Agrees with a server on a revision: asks for `server/discover`, and shakes
 * hands with a server that does not know it. A server that is known is spoken to
 * as before. Rejects with one of the errors of `errors.ts`.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/transports/stdio | stdio: Backward Compatibility}
 */
export async function negotiate(
  talk: Talk,
  known: Dialect | undefined,
): Promise<void> {
  const dialects = known ? [known] : talk.options.dialects;
  const modern = dialects.find(isStateless);
  const legacy = dialects.find((dialect) => !isStateless(dialect));
  // One that is known was chosen among others.
  if (!modern) return shakeHands(talk, legacy);
  if (legacy && talk.connection.transport.era === "handshake") {
    const isAgreed = await shakeHands(talk, legacy).then(
      () => true,
      () => false, // it may be another server by now
    );
    if (isAgreed) return;
  }
  try {
    await discover(talk, modern, legacy !== undefined);
  } catch (error) {
    if (isUnsupported(error, modern))
      return choose(talk, supportedVersions(error));
    if (isModern(error, modern)) throw error;
    if (!legacy) throw tooOld(error, talk);
    await shakeHands(talk, legacy, error, modern);
  }
}

/** A server that does not shake hands may say what it speaks, or have been slow. */
async function shakeHands(
  talk: Talk,
  legacy: Dialect | undefined,
  failure?: unknown,
  modern?: Dialect,
): Promise<void> {
  try {
    await initialize(talk, legacy);
  } catch (error) {
    if (error instanceof TransportError) throw error;
    const supported = supportedVersions(error);
    if (supported.length > 0) return choose(talk, supported);
    if (!modern) throw tooNew(error, talk);
    if (!(failure instanceof TimeoutError)) throw error;
    await discover(talk, modern, true).catch(() => {
      throw error;
    });
  }
}

/** Goes on with the newest revision that both sides speak. */
export async function choose(
  talk: Talk,
  supported: readonly string[],
  left: readonly Dialect[] = talk.options.dialects,
): Promise<void> {
  const common = left.find(({ table }) => supported.includes(table.revision));
  if (!common) throw nothingInCommon(talk, supported);
  if (isStateless(common)) await discover(talk, common, false, left);
  else await initialize(talk, common);
}

async function discover(
  talk: Talk,
  dialect: Dialect,
  probing: boolean,
  left: readonly Dialect[] = talk.options.dialects,
): Promise<void> {
  const { lifecycle, options: own } = talk;
  const options = probing ? { timeout: own.probeTimeout } : {};
  const offered = new ClientExchange(dialect);
  const { outgoing, transport } = talk.connection;
  transport.spoken?.(dialect.table);
  const result = await outgoing.request({
    method: "server/discover",
    params: {},
    options,
    exchange: offered,
  });
  const supported = strings(result["supportedVersions"]);
  if (!supported.includes(dialect.table.revision)) {
    const others = left.filter((one) => one !== dialect);
    return choose(talk, supported, others);
  }
  const peer = {
    info: metaOf(result)[metaKeys.serverInfo],
    capabilities: result["capabilities"],
    instructions: result["instructions"],
  };
  lifecycle.agreed = new ClientExchange(dialect, peer, own.logLevel);
}

async function initialize(
  talk: Talk,
  dialect: Dialect | undefined,
): Promise<void> {
  if (!dialect) throw new TypeError("a client speaks at least one revision");
  const { connection, lifecycle } = talk;
  const offered = new ClientExchange(dialect);
  const { outgoing, transport } = connection;
  lifecycle.offered = offered;
  transport.spoken?.(dialect.table);
  const result = await outgoing.request({
    method: "initialize",
    params: {
      protocolVersion: dialect.table.revision,
      capabilities: dialect.capabilities,
      clientInfo: dialect.identity.info,
    },
    exchange: offered,
  });
  const { protocolVersion, serverInfo, capabilities, instructions } = result;
  const accepted = talk.options.dialects.find(
    (one) => one.table.revision === protocolVersion && !isStateless(one),
  );
  if (!accepted) throw nothingInCommon(talk, strings([protocolVersion]));
  const peer = { info: serverInfo, capabilities, instructions };
  const agreed = new ClientExchange(accepted, peer);
  transport.spoken?.(accepted.table);
  outgoing.notify(agreed, transport, "notifications/initialized", undefined);
  lifecycle.agreed = agreed;
  await setLevel(talk, agreed);
}

/** Asks for log messages, which are worth no failure. */
export async function setLevel(talk: Talk, exchange: Exchange): Promise<void> {
  const { logLevel: level, onError } = talk.options;
  const { capabilities } = exchange.peer;
  if (level === undefined || !hasCapability(capabilities, ["logging"])) return;
  try {
    const method = "logging/setLevel";
    await talk.connection.outgoing.request({
      method,
      params: { level },
      exchange,
    });
  } catch (error) {
    if (error instanceof TransportError) throw error;
    onError(toError(error));
  }
}

/** Whether a server refused the revision that a request named. */
export function isUnsupported(error: unknown, { table }: Dialect): boolean {
  const code = table.errorCodes["UNSUPPORTED_PROTOCOL_VERSION"];
  return error instanceof ProtocolError && error.code === code;
}

/** The revisions that a server's refusal names. */
export function supportedVersions(error: unknown): string[] {
  const data = error instanceof ProtocolError ? error.data : undefined;
  return isObject(data) ? strings(data["supported"]) : [];
}

/** Whether only a server that knows `server/discover` fails like this. */
function isModern(error: unknown, { table }: Dialect): boolean {
  if (error instanceof TransportError) return true;
  if (!(error instanceof ProtocolError)) return false;
  const { code } = error;
  // JSON-RPC's own codes are any server's.
  return (
    code > INVALID_REQUEST && Object.values(table.errorCodes).includes(code)
  );
}

/** Tells why a server that shakes hands is none for a client that does not. */
function tooOld(error: unknown, talk: Talk): Error {
  return seems("older", error, talk);
}

/** Tells why a server that shakes no hands is none for a client that does. */
function tooNew(error: unknown, talk: Talk): unknown {
  // Without the method, or in words that no revision with a handshake has.
  const isNewer =
    error instanceof ProtocolError &&
    !talk.options.dialects.some(isStateless) &&
    (error.code === METHOD_NOT_FOUND ||
      (error.code <= firstOwnCode && error.code >= lastOwnCode));
  return isNewer ? seems("newer", error, talk) : error;
}

/** The codes that the protocol keeps for itself. */
const firstOwnCode = -32020;
const lastOwnCode = -32099;

function seems(age: "older" | "newer", error: unknown, talk: Talk): Error {
  const { message } = toError(error);
  const way = wayOut(
    leftOut(talk, age),
    leftOut(talk, age),
    `${age} revisions`,
  );
  const reason = `the server seems ${age} than ${spokenBy(talk)}: ${message}; ${way}`;
  if (error instanceof ProtocolError)
    return new ProtocolError(error.code, reason, error.data);
  return error instanceof TimeoutError
    ? new TimeoutError(reason)
    : toError(error);
}

function nothingInCommon(
  talk: Talk,
  theirs: readonly string[],
): InvalidMessageError {
  const named = oneLine(theirs.join(", ").slice(0, maxNamed)) || "none";
  return new InvalidMessageError(
    `no revision in common: the server speaks ${named}, this client ${spokenBy(talk)}; ${wayOut(theirs, leftOut(talk))}`,
    ["protocolVersion"],
  );
}

/** How much is told of what a server says that it speaks, in characters. */
const maxNamed = 200;

/** What could be spoken, but for an option: on the side of those that are. */
function leftOut(
  { options: { generated = [], dialects } }: Talk,
  age?: "older" | "newer",
): string[] {
  const spoken = dialects.map(({ table }) => table.revision);
  const first = generated.indexOf(spoken[0] ?? "");
  return generated.filter(
    (one, index) =>
      !spoken.includes(one) &&
      (age === undefined || (age === "newer") === index < first),
  );
}

function spokenBy({ options }: Talk): string {
  return options.dialects.map(({ table }) => table.revision).join(", ");
}

function strings(value: unknown): string[] {
  return Array.isArray(value)
    ? value.filter((one) => typeof one === "string")
    : [];
}
