import { isObject } from "../../../protocol/message.ts";
import type { PendingLogin } from "./authorize.ts";
import { isServer } from "../account/server-record.ts";
import type { AuthStore } from "../store.ts";
import { isTexts, readJson, writeJson } from "../account/tokens.ts";

/** Pending login of a web application. Another process may complete it. */
export interface StoredLogin extends PendingLogin {
  /** URL of the MCP server. */
  readonly url: string;
  /** Expiry, in milliseconds since 1970. */
  readonly expiresAt: number;
}

const key = "logins";

/** Maximum number of pending logins. The oldest are dropped first. */
const mostLogins = 64;

/** Stores a pending login. */
export function storeLogin(
  store: AuthStore,
  login: StoredLogin,
): Promise<void> {
  return store.lock(key, async () => {
    const logins = [...(await readLogins(store)), login];
    await writeJson(store, key, logins.slice(-mostLogins));
  });
}

/** Removes and returns the expired logins. */
export async function takeLost(
  store: AuthStore,
): Promise<readonly StoredLogin[]> {
  if ((await allLogins(store)).every(isOpen)) return [];
  return store.lock(key, async () => {
    const all = await allLogins(store);
    await writeJson(store, key, all.filter(isOpen));
    return all.filter((login) => !isOpen(login));
  });
}

/**
 * Removes and returns a pending login: each one is single-use. Undefined if it
 * does not exist or has expired.
 */
export function takeLogin(
  store: AuthStore,
  state: string,
): Promise<StoredLogin | undefined> {
  return store.lock(key, async () => {
    const logins = await readLogins(store);
    const taken = logins.find((login) => login.state === state);
    if (taken)
      await writeJson(
        store,
        key,
        logins.filter((login) => login !== taken),
      );
    return taken;
  });
}

/** Deletes the pending logins of a server. */
export function dropLogins(store: AuthStore, url: string): Promise<void> {
  return store.lock(key, async () => {
    const logins = await readLogins(store);
    const others = logins.filter((login) => login.url !== url);
    if (others.length < logins.length) await writeJson(store, key, others);
  });
}

async function readLogins(store: AuthStore): Promise<readonly StoredLogin[]> {
  return (await allLogins(store)).filter(isOpen);
}

async function allLogins(store: AuthStore): Promise<readonly StoredLogin[]> {
  const kept = await readJson(store, key);
  return Array.isArray(kept) ? kept.filter(isLogin) : [];
}

function isOpen({ expiresAt }: StoredLogin): boolean {
  return Date.now() < expiresAt;
}

const texts = [
  "state",
  "verifier",
  "resource",
  "redirectUri",
  "clientId",
  "url",
] as const;

function isLogin(value: unknown): value is StoredLogin {
  return (
    isObject(value) &&
    texts.every((name) => typeof value[name] === "string") &&
    isServer(value["server"]) &&
    isTexts(value["scopes"]) &&
    typeof value["expiresAt"] === "number"
  );
}
