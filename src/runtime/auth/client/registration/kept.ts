import { isObject } from "../../../protocol/message.ts";
import {
  defined,
  jsonObject,
  textOf,
  textsOf,
} from "../discovery/read-json.ts";
import type { AuthStore } from "../store.ts";

/** Stored client registration at an authorization server. */
export interface StoredClient {
  readonly id: string;
  readonly secret?: string;
  /** Expiry, in seconds since 1970; 0 means never. */
  readonly secretExpiresAt?: number;
  /**
   * Authentication method at the token endpoint; undefined if the server sent
   * none.
   */
  readonly method?: string;
  readonly redirectUris: readonly string[];
  /** Scopes that the client may request; undefined if unrestricted. */
  readonly scopes?: readonly string[];
  /**
   * True if the server may have deleted the registration. New logins do not use
   * it.
   */
  readonly isDoubted?: boolean;
}

/**
 * Maximum number of registrations per authorization server. Programs that share
 * the store may each use another port.
 */
const mostClients = 16;

/** Returns the store key of the registrations at an authorization server. */
export function registrationsKey(issuer: string): string {
  return `registrations at ${issuer}`;
}

/**
 * Reads the registrations at an authorization server, newest first. Skips
 * invalid entries.
 */
export async function readRegistrations(
  store: AuthStore,
  issuer: string,
): Promise<readonly StoredClient[]> {
  const text = await store.get(registrationsKey(issuer));
  const kept = text === undefined ? undefined : jsonObject(text)?.["clients"];
  if (!Array.isArray(kept)) return [];
  return kept.map(readClient).filter((client) => client !== undefined);
}

/** Stores registrations. Drops the oldest ones above the limit. */
export async function writeRegistrations(
  store: AuthStore,
  issuer: string,
  clients: readonly StoredClient[],
): Promise<void> {
  const kept = { clients: clients.slice(0, mostClients) };
  await store.set(registrationsKey(issuer), JSON.stringify(kept));
}

/** True if the client secret has expired or expires within a minute. */
export function isSecretExpired({
  secretExpiresAt = 0,
}: StoredClient): boolean {
  return secretExpiresAt !== 0 && secretExpiresAt * 1_000 < Date.now() + 60_000;
}

/**
 * Marks a registration as unusable for new logins: the authorization server
 * does not know it, or shows an error page and never redirects back. Tokens
 * that were issued to it can still be refreshed.
 */
export async function doubtClient(
  store: AuthStore,
  issuer: string,
  id: string,
): Promise<void> {
  await store.lock(registrationsKey(issuer), async () => {
    const kept = await readRegistrations(store, issuer);
    if (!kept.some((client) => client.id === id && !client.isDoubted)) return;
    const doubted = kept.map((client) =>
      client.id === id ? { ...client, isDoubted: true } : client,
    );
    await writeRegistrations(store, issuer, doubted);
  });
}

function readClient(value: unknown): StoredClient | undefined {
  const id = isObject(value) ? textOf(value, "id") : undefined;
  if (!isObject(value) || id === undefined) return undefined;
  const expiresAt = value["secretExpiresAt"];
  return {
    id,
    ...defined("secret", textOf(value, "secret")),
    ...(typeof expiresAt === "number" && { secretExpiresAt: expiresAt }),
    ...defined("method", textOf(value, "method")),
    redirectUris: textsOf(value, "redirectUris") ?? [],
    ...defined("scopes", textsOf(value, "scopes")),
    ...(value["isDoubted"] === true && { isDoubted: true }),
  };
}
