import type { AuthorizationServer } from "oauth4webapi";
import { isObject } from "../../../protocol/message.ts";
import type { BearerChallenge } from "../discovery/challenge.ts";
import type { Discovery } from "../discovery/discover.ts";
import type { AuthStore } from "../store.ts";
import { isTexts, readJson, writeJson } from "./tokens.ts";

/** What is known of a server from one time to the next. Nothing in it is secret. */
export interface ServerRecord {
  readonly discovery: Discovery;
  /** What was asked for, all together: a step up adds to it. */
  readonly asked: readonly string[];
  /** What the last challenge said, for who finds out anew without one. */
  readonly challenge?: BearerChallenge;
  /** Who gave tokens for it before, newest first: they may be kept still. */
  readonly left?: readonly Discovery[];
}

/** A challenge with what another said before: who asks for more scopes alone need not say it again. */
export function wholeChallenge(
  challenge: BearerChallenge | undefined,
  before: ServerRecord | undefined,
): BearerChallenge | undefined {
  const isPart = challenge?.error === "insufficient_scope";
  return isPart ? { ...before?.challenge, ...challenge } : challenge;
}

/** How many of those who gave tokens before are remembered. */
const mostLeft = 8;

/** Who gave tokens before, where that is somebody else now. */
export function leftBy(
  before: ServerRecord | undefined,
  now: Discovery,
): readonly Discovery[] {
  if (!before) return [];
  const { discovery, left = [] } = before;
  const others = [discovery, ...left].filter((one) => !isSameGuard(one, now));
  return others.slice(0, mostLeft);
}

/** Whether tokens of the one are of use with the other. */
export function isSameGuard(
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

/** What this program wrote, or an older one: what is not as it should be is found out anew. */
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

/** The record of a server as a login has it that was begun before: what is known by now, where that is of the same. */
export function recordOfLogin(
  server: AuthorizationServer,
  resource: string,
  known: ServerRecord | undefined,
): ServerRecord {
  const { issuer } = server;
  const discovery = { ...unknown, issuer, server, resource };
  if (known && isSameGuard(known.discovery, discovery)) return known;
  return { discovery, asked: [], left: leftBy(known, discovery) };
}

/** What a login does not say of the server that it is for. */
const unknown = {
  scopesSupported: undefined,
  needsDpop: false,
  isAssumed: false,
  warnings: [],
};
