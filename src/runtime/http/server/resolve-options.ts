import type { Server } from "../../server/create-server.ts";
import { isObject } from "../../wire/message.ts";
import { keepingDefaults } from "../../server/keeping.ts";
import { delayOption, pathOption } from "../shared/check-option.ts";
import { integerOption, refuseOption } from "../../wire/sound-option.ts";
import { hostName } from "./gate/hosts.ts";
import { requireAsked } from "./gate/scoped.ts";
import type { ClientLimits, HttpOptions, SessionOptions } from "./options.ts";

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
    maxDepth: [256],
    maxBatch: [100],
    maxRequests: [10_000],
    maxStreams: [10_000],
    maxBufferedBytes: [4 * MiB],
    maxClientInfoBytes: [keepingDefaults.maxClientInfoBytes],
    maxUriBytes: [keepingDefaults.maxUriBytes],
  }) as const;

type Defaults<Name extends string> = Readonly<
  Record<Name, readonly [byDefault: number, least?: number]>
>;

/** What was given of some options, and the rest by default. */
function resolved<Name extends string>(
  given: Readonly<Partial<Record<NoInfer<Name>, number>>>,
  option: typeof delayOption,
  defaults: Defaults<Name>,
): Record<Name, number> {
  // Of a literal, whose keys are these names.
  const entries = Object.entries(defaults) as [Name, Defaults<Name>[Name]][];
  const values = entries.map(([name, [byDefault, least]]) => [
    name,
    option(name, given[name], byDefault, least),
  ]);
  return Object.fromEntries(values) as Record<Name, number>;
}

/** Fills in the defaults. Throws a TypeError that names an option that is not sound. */
export function resolveOptions(
  server: Pick<Server, "offered">,
  options: HttpOptions,
): ResolvedOptions {
  const { responses = "auto", sessions = {} } = options;
  if (responses !== "auto" && responses !== "stream")
    refuseOption("responses", '"auto" or "stream"', responses);
  checkHosts(options.allowedHosts);
  checkOrigins(options.allowedOrigins);
  // What a program in JavaScript can give.
  if (options.sse && !isObject(options.sse as unknown))
    refuseOption("sse", "an object, which may be empty", options.sse);
  checkPaths(options);
  checkFunction("authorize", options.authorize);
  if (!options.authorize) requireAsked(server.offered);
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
  const { maxKeptBytes, maxSessions, maxStreams, maxRequests } = given;
  const name = "perClient.maxKeptBytes";
  const own = integerOption(name, maxKeptBytes, Math.ceil((3 * ofAll) / 8));
  if (own > ofAll) refuseOption(name, `at most maxKeptBytes, ${ofAll}`, own);
  return {
    maxKeptBytes: own,
    maxSessions: integerOption("perClient.maxSessions", maxSessions, 1_000),
    maxStreams: integerOption("perClient.maxStreams", maxStreams, 1_000),
    maxRequests: integerOption("perClient.maxRequests", maxRequests, 1_000),
  };
}

function resolveSessions(
  { max, idleMs, maxStreams, maxKeptBytes }: SessionOptions,
  ofClient: number,
): Required<SessionOptions> {
  return {
    max: integerOption("sessions.max", max, 10_000),
    idleMs: integerOption("sessions.idleMs", idleMs, 30 * minute),
    maxStreams: integerOption("sessions.maxStreams", maxStreams, 16),
    maxKeptBytes: integerOption(
      "sessions.maxKeptBytes",
      maxKeptBytes,
      Math.min(keepingDefaults.maxKeptBytes, ofClient),
    ),
  };
}

function checkHosts(hosts: HttpOptions["allowedHosts"]): void {
  if (hosts === undefined || hosts === "any") return;
  const allowed = 'names without port, such as "example.com", or "any"';
  if (!Array.isArray(hosts)) refuseOption("allowedHosts", allowed, hosts);
  for (const host of hosts)
    if (typeof host !== "string" || hostName(host) !== host.toLowerCase())
      refuseOption("each of allowedHosts", allowed, host);
}

function checkOrigins(origins: HttpOptions["allowedOrigins"]): void {
  if (origins === undefined || origins === "any") return;
  const allowed = 'origins such as "https://example.com", or "any"';
  if (!Array.isArray(origins)) refuseOption("allowedOrigins", allowed, origins);
  for (const origin of origins)
    if (typeof origin !== "string" || !isOrigin(origin))
      refuseOption("each of allowedOrigins", allowed, origin);
}

/** A scheme, a host, perhaps a port, and nothing else. */
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
