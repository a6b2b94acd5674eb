import { isObject } from "../../../protocol/message.ts";
import type { PendingLogin } from "./authorize.ts";
import { isServer } from "../account/server-record.ts";
import type { AuthStore } from "../store.ts";
import { isTexts, readJson, writeJson } from "../account/tokens.ts";

/** A login that a web application began: it may end in another process. */
export interface KeptLogin extends PendingLogin {
  /** The MCP server that it is for. */
  readonly url: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

const key = "logins";

/** How many logins may be under way; the oldest give way. */
const mostLogins = 64;

/** Keeps a login until somebody comes back from it. */
export function keepLogin(store: AuthStore, login: KeptLogin): Promise<void> {
  return store.lock(key, async () => {
    const logins = [...(await readLogins(store)), login];
    await writeJson(store, key, logins.slice(-mostLogins));
  });
}

/** Takes out the logins that nobody came back from in time. */
export async function takeLost(
  store: AuthStore,
): Promise<readonly KeptLogin[]> {
  if ((await allLogins(store)).every(isOpen)) return [];
  return store.lock(key, async () => {
    const all = await allLogins(store);
    await writeJson(store, key, all.filter(isOpen));
    return all.filter((login) => !isOpen(login));
  });
}

/** Takes a login out: nobody comes back from it twice. Undefined where there is none, or it was too long ago. */
export function takeLogin(
  store: AuthStore,
  state: string,
): Promise<KeptLogin | undefined> {
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

/** Forgets the logins that are under way for a server. */
export function dropLogins(store: AuthStore, url: string): Promise<void> {
  return store.lock(key, async () => {
    const logins = await readLogins(store);
    const others = logins.filter((login) => login.url !== url);
    if (others.length < logins.length) await writeJson(store, key, others);
  });
}

async function readLogins(store: AuthStore): Promise<readonly KeptLogin[]> {
  return (await allLogins(store)).filter(isOpen);
}

async function allLogins(store: AuthStore): Promise<readonly KeptLogin[]> {
  const kept = await readJson(store, key);
  return Array.isArray(kept) ? kept.filter(isLogin) : [];
}

function isOpen({ expiresAt }: KeptLogin): boolean {
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

function isLogin(value: unknown): value is KeptLogin {
  return (
    isObject(value) &&
    texts.every((name) => typeof value[name] === "string") &&
    isServer(value["server"]) &&
    isTexts(value["scopes"]) &&
    typeof value["expiresAt"] === "number"
  );
}
