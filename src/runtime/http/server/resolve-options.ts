import type { Server } from "../../server/create-server.ts";
import { isObject } from "../../protocol/message.ts";
import { defaultMemoryLimits } from "../../server/memory-budget.ts";
import { delayOption, pathOption } from "../shared/check-option.ts";
import {
  resolveLimits,
  serverJsonLimits,
} from "../../protocol/validation/parse-json.ts";
import {
  integerOption,
  refuseOption,
  requireKnown,
  type OptionNames,
} from "../../protocol/sound-option.ts";
import { hostName } from "./gate/hosts.ts";
import { assertScopesEnforced } from "./gate/authorization.ts";
import { adviceFor } from "../../protocol/options/advice.ts";
import {
  httpOptions,
  type ClientLimits,
  type HttpOptions,
  type SessionOptions,
} from "./options.ts";

/** Options with nothing left open. */
export type ResolvedOptions = Required<
  Pick<
    HttpOptions,
    | "responses"
    | "keepAliveMs"
    | "retryMs"
    | "authorizeTimeoutMs"
    | "bodyTimeoutMs"
    | "maxBodyBytes"
    | "maxHeaderBytes"
    | "maxDepth"
    | "maxValues"
    | "maxBatch"
    | "maxRequests"
    | "maxStreams"
    | "maxStreamMs"
    | "maxBufferedBytes"
    | "maxClientInfoBytes"
    | "maxUriBytes"
    | "maxKeptBytes"
  >
> & { readonly perClient: Required<ClientLimits> } & Pick<
    HttpOptions,
    | "path"
    | "allowedHosts"
    | "allowedOrigins"
    | "cors"
    | "authorize"
    | "eventStore"
    | "cluster"
    | "sse"
    | "healthPath"
    | "clientKey"
    | "inputSchema"
  > & { readonly sessions: Required<SessionOptions> | false };

const KiB = 1024;
const MiB = 1024 * KiB;
const minute = 60_000;

/** Options in milliseconds: what they are by default, and at least. */
const delays = {
  keepAliveMs: [15_000, 0],
  authorizeTimeoutMs: [30_000],
  bodyTimeoutMs: [30_000],
  maxStreamMs: [0, 0],
} as const;

/** Those that are numbers of something: read when they are needed, so that importing this does nothing. */
const integers = () =>
  ({
    retryMs: [1_000, 0],
    maxBodyBytes: [4 * MiB],
    maxHeaderBytes: [8 * KiB],
    maxBatch: [100],
    maxRequests: [10_000],
    maxStreams: [10_000],
    maxBufferedBytes: [4 * MiB],
    maxClientInfoBytes: [defaultMemoryLimits.maxClientInfoBytes],
    maxUriBytes: [defaultMemoryLimits.maxUriBytes],
  }) as const;

type Defaults<Name extends string> = Readonly<
  Record<Name, readonly [byDefault: number, least?: number]>
>;

/** What was given of some options, and the rest by default. */
function resolved<Name extends string>(
  given: Readonly<Partial<Record<NoInfer<Name>, number>>>,
  option: typeof delayOption,
  defaults: Defaults<Name>,
  owner = "",
): Record<Name, number> {
  // Of a literal, whose keys are these names.
  const entries = Object.entries(defaults) as [Name, Defaults<Name>[Name]][];
  const values = entries.map(([name, [byDefault, least]]) => [
    name,
    option(owner + name, given[name], byDefault, least),
  ]);
  return Object.fromEntries(values) as Record<Name, number>;
}

/** Throws a TypeError for an option that is neither one of these nor one of `more`. */
export function requireHttpOptions<Options extends HttpOptions>(
  name: string,
  options: Options,
  more: OptionNames<Omit<Options, keyof HttpOptions>>,
): void {
  const known: object = { ...httpOptions, ...more };
  requireKnown<object>(name, options, known, adviceFor("http"));
}

/** Fills in the defaults. Throws a TypeError that names an option that is not sound. */
export function resolveOptions(
  server: Pick<Server, "offered">,
  options: HttpOptions,
): ResolvedOptions {
  const { responses = "auto", sessions = {} } = options;
  if (responses !== "auto" && responses !== "stream")
    refuseOption("responses", '"auto" or "stream"', responses);
  const { allowedHosts, allowedOrigins } = options;
  const hosts = 'names without port, such as "example.com", or "any"';
  checkNames("allowedHosts", allowedHosts, hosts, isHost);
  const origins = 'origins such as "https://example.com", or "any"';
  checkNames("allowedOrigins", allowedOrigins, origins, isOrigin);
  // What a program in JavaScript can give.
  if (options.sse && !isObject(options.sse as unknown))
    refuseOption("sse", "an object, which may be empty", options.sse);
  if (options.sse)
    requireKnown("sse", options.sse, { path: true, messagesPath: true });
  checkPaths(options);
  checkFunction("authorize", options.authorize);
  if (!options.authorize) assertScopesEnforced(server.offered);
  checkFunction("inputSchema", options.inputSchema);
  checkFunction("clientKey", options.clientKey);
  // What a program in JavaScript can give.
  if (sessions !== false && !isObject(sessions as unknown))
    refuseOption("sessions", "an object, or false", sessions);
  checkStore(options.eventStore);
  const maxKeptBytes = integerOption(
    "maxKeptBytes",
    options.maxKeptBytes,
    128 * MiB,
  );
  const perClient = resolvePerClient(options.perClient, maxKeptBytes);
  return {
    ...options,
    responses,
    ...resolved(options, delayOption, delays),
    ...resolved(options, integerOption, integers()),
    ...resolveLimits(options, serverJsonLimits),
    maxKeptBytes,
    perClient,
    sessions:
      sessions === false
        ? false
        : resolveSessions(sessions, perClient.maxKeptBytes),
  };
}

function resolvePerClient(
  given: ClientLimits = {},
  ofAll: number,
): Required<ClientLimits> {
  // What a program in JavaScript can give.
  if (!isObject(given as unknown))
    refuseOption("perClient", "an object", given);
  const bounds = {
    maxKeptBytes: [Math.ceil((3 * ofAll) / 8)],
    maxSessions: [1_000],
    maxStreams: [1_000],
    maxRequests: [1_000],
  } as const;
  requireKnown("perClient", given, bounds);
  const own = resolved(given, integerOption, bounds, "perClient.");
  if (own.maxKeptBytes > ofAll)
    refuseOption(
      "perClient.maxKeptBytes",
      `at most maxKeptBytes, ${ofAll}`,
      own.maxKeptBytes,
    );
  return own;
}

function resolveSessions(
  given: SessionOptions,
  ofClient: number,
): Required<SessionOptions> {
  const bounds = {
    max: [10_000],
    idleMs: [30 * minute],
    maxStreams: [16],
    maxKeptBytes: [Math.min(defaultMemoryLimits.maxKeptBytes, ofClient)],
  } as const;
  requireKnown("sessions", given, bounds);
  return resolved(given, integerOption, bounds, "sessions.");
}

function checkNames(
  name: string,
  given: readonly unknown[] | "any" | undefined,
  allowed: string,
  isName: (one: string) => boolean,
): void {
  if (given === undefined || given === "any") return;
  if (!Array.isArray(given)) refuseOption(name, allowed, given);
  for (const one of given)
    if (typeof one !== "string" || !isName(one))
      refuseOption(`each of ${name}`, allowed, one);
}

/** A host of a URL, without a port. */
function isHost(text: string): boolean {
  return hostName(text) === text.toLowerCase();
}

function isOrigin(text: string): boolean {
  const [scheme = "", host = "", ...rest] = text.split("://");
  const isScheme = /^[a-z][a-z\d+.-]*$/i.test(scheme);
  return isScheme && rest.length === 0 && hostName(host) !== undefined;
}

function checkPaths({ path, healthPath, sse }: HttpOptions): void {
  const paths = [
    ["path", path],
    ["healthPath", healthPath],
    ["sse.path", sse?.path],
    ["sse.messagesPath", sse?.messagesPath],
  ] as const;
  for (const [name, given] of paths)
    if (given !== undefined) pathOption(name, given);
}

function checkStore(store: HttpOptions["eventStore"]): void {
  if (store === undefined || store === false) return;
  const allowed = "an object with append, read and delete, or false";
  const parts = isObject(store as unknown)
    ? [store.append, store.read, store.delete]
    : [undefined];
  if (parts.some((part) => typeof part !== "function"))
    refuseOption("eventStore", allowed, store);
}

function checkFunction(name: string, given: unknown): void {
  if (given !== undefined && typeof given !== "function")
    refuseOption(name, "a function", given);
}
