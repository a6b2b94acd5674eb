import type { AuthorizationServer } from "oauth4webapi";
import { isObject } from "../../../protocol/message.ts";
import type { BearerChallenge } from "../discovery/challenge.ts";
import type { Discovery } from "../discovery/discover.ts";
import type { AuthStore } from "../store.ts";
import { isTexts, readJson, writeJson } from "./tokens.ts";

/** Stored facts about a server. Contains no secrets. */
export interface ServerRecord {
  readonly discovery: Discovery;
  /** All scopes requested so far. A step-up adds to them. */
  readonly asked: readonly string[];
  /** Last challenge, for a discovery without a new one. */
  readonly challenge?: BearerChallenge;
  /**
   * Previous authorization servers, newest first. Their tokens may still be
   * stored.
   */
  readonly left?: readonly Discovery[];
}

/**
 * Merges an `insufficient_scope` challenge with the previous challenge: a
 * server may send only the new scopes in it.
 */
export function mergeChallenges(
  challenge: BearerChallenge | undefined,
  before: ServerRecord | undefined,
): BearerChallenge | undefined {
  const isPart = challenge?.error === "insufficient_scope";
  return isPart ? { ...before?.challenge, ...challenge } : challenge;
}

/** Maximum number of previous authorization servers in a record. */
const mostLeft = 8;

/** Returns the previous authorization servers, without the current one. */
export function previousDiscoveries(
  before: ServerRecord | undefined,
  now: Discovery,
): readonly Discovery[] {
  if (!before) return [];
  const { discovery, left = [] } = before;
  const others = [discovery, ...left].filter((one) => !isSameGrant(one, now));
  return others.slice(0, mostLeft);
}

/**
 * True if both have the same issuer and resource, so that tokens of one are
 * valid for the other.
 */
export function isSameGrant(
  one: Pick<Discovery, "issuer" | "resource">,
  other: Pick<Discovery, "issuer" | "resource">,
): boolean {
  return one.issuer === other.issuer && one.resource === other.resource;
}

export async function readServer(
  store: AuthStore,
  key: string,
): Promise<ServerRecord | undefined> {
  const kept = await readJson(store, key);
  if (!isObject(kept)) return undefined;
  const { discovery, asked, challenge, left } = kept;
  if (!isDiscovery(discovery) || !isTexts(asked)) return undefined;
  return {
    discovery,
    asked,
    ...(isChallenge(challenge) && { challenge }),
    ...(Array.isArray(left) && { left: left.filter(isDiscovery) }),
  };
}

export function writeServer(
  store: AuthStore,
  key: string,
  record: ServerRecord,
): Promise<void> {
  return writeJson(store, key, record);
}

/**
 * Validates a stored discovery result. An invalid one is discarded, and
 * discovery runs again.
 */
function isDiscovery(value: unknown): value is Discovery {
  if (!isObject(value)) return false;
  const { resource, issuer, server, scopesSupported } = value;
  return (
    typeof resource === "string" &&
    typeof issuer === "string" &&
    isServer(server) &&
    server.issuer === issuer &&
    (scopesSupported === undefined || isTexts(scopesSupported))
  );
}

export function isServer(value: unknown): value is AuthorizationServer {
  if (!isObject(value)) return false;
  const { issuer, token_endpoint: endpoint } = value;
  return (
    typeof issuer === "string" &&
    (endpoint === undefined || typeof endpoint === "string")
  );
}

function isChallenge(value: unknown): value is BearerChallenge {
  return (
    isObject(value) &&
    (value["scheme"] === "Bearer" || value["scheme"] === "DPoP")
  );
}

/**
 * Returns the known record if it is for the server and resource of a pending
 * login, or else a new record.
 */
export function recordOfLogin(
  server: AuthorizationServer,
  resource: string,
  known: ServerRecord | undefined,
): ServerRecord {
  const { issuer } = server;
  const discovery = { ...unknown, issuer, server, resource };
  if (known && isSameGrant(known.discovery, discovery)) return known;
  return { discovery, asked: [], left: previousDiscoveries(known, discovery) };
}

/** Defaults for the discovery fields that a pending login does not store. */
const unknown = {
  scopesSupported: undefined,
  needsDpop: false,
  isAssumed: false,
  warnings: [],
};
