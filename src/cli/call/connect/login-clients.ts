import { createHash } from "node:crypto";
import { isJsonObject } from "../../../base/json-object.ts";
import type { AuthStore } from "../../../runtime/auth/index.ts";

/** The client that a login was of; its secret is not kept. */
export interface LoginClient {
  /** Empty for one that registered itself. */
  readonly id: string;
  /** Whether it logged in with a secret. */
  readonly hasSecret: boolean;
  /** Where its logins come back to. */
  readonly port?: number;
}

/** The clients that logged in at a server, the last one first. */
export async function clientsAt(
  store: AuthStore,
  url: string,
): Promise<readonly LoginClient[]> {
  const text = await store.get(keyOf(url));
  const kept = text === undefined ? undefined : parsed(text);
  return Array.isArray(kept) ? kept.filter(isLoginClient) : [];
}

/** Forgets which clients logged in at a server. */
export function forgetClients(store: AuthStore, url: string): Promise<void> {
  return store.delete(keyOf(url));
}

/**
 * What one client keeps, apart from what others keep. With its first tokens it is
 * the one that logged in last; `onTokens` hears that there are some.
 */
export function storeOfClient(
  store: AuthStore,
  url: string,
  client: LoginClient,
  onTokens: () => void = () => undefined,
): AuthStore {
  const { id } = client;
  const own = (key: string): string =>
    id === "" ? key : `client ${id}: ${key}`;
  let isNoted = false;
  return {
    async get(key) {
      const value = await store.get(own(key));
      if (value !== undefined && isOfTokens(key)) onTokens();
      return value;
    },
    async set(key, value) {
      // Before them: what is not known of could not be forgotten.
      if (isOfTokens(key) && !isNoted) await note(store, url, client);
      isNoted ||= isOfTokens(key);
      await store.set(own(key), value);
    },
    delete: (key) => store.delete(own(key)),
    lock: (key, work) => store.lock(own(key), work),
  };
}

async function note(
  store: AuthStore,
  url: string,
  client: LoginClient,
): Promise<void> {
  const key = keyOf(url);
  await store.lock(key, async () => {
    const others = (await clientsAt(store, url)).filter(
      ({ id }) => id !== client.id,
    );
    await store.set(key, JSON.stringify([client, ...others]));
  });
}

/** As the runtime names what it keeps. */
function isOfTokens(key: string): boolean {
  return key.startsWith("tokens ");
}

/** The address may have a query with secrets. */
function keyOf(url: string): string {
  const { href, hash } = new URL(url);
  const address = href.slice(0, href.length - hash.length);
  return `clients ${createHash("sha256").update(address).digest("hex")}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isLoginClient(value: unknown): value is LoginClient {
  if (!isJsonObject(value)) return false;
  const { id, hasSecret, port } = value;
  return (
    typeof id === "string" &&
    typeof hasSecret === "boolean" &&
    (port === undefined || typeof port === "number")
  );
}
