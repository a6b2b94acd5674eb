import { isObject } from "../../../protocol/message.ts";
import {
  defined,
  jsonObject,
  textOf,
  textsOf,
} from "../discovery/read-json.ts";
import type { AuthStore } from "../store.ts";

/** A client that an authorization server registered, and what it was registered for. */
export interface KeptClient {
  readonly id: string;
  readonly secret?: string;
  /** In seconds since 1970; 0 is never. */
  readonly secretExpiresAt?: number;
  /** How it says who it is; undefined where the server did not say. */
  readonly method?: string;
  readonly redirectUris: readonly string[];
  /** What it may ask for; undefined where nobody restricted it. */
  readonly scopes?: readonly string[];
  /** Whether the server may have forgotten it: nobody is sent there with it any more. */
  readonly isDoubted?: boolean;
}

/** Other programs may share the store, each with a port of its own. */
const mostClients = 16;

/** Where the registrations at one authorization server are, whose issuer is part of the key. */
export function registrationsKey(issuer: string): string {
  return `registrations at ${issuer}`;
}

/** The registrations at an authorization server, newest first. What cannot be read is as if it were not there. */
export async function readKept(
  store: AuthStore,
  issuer: string,
): Promise<readonly KeptClient[]> {
  const text = await store.get(registrationsKey(issuer));
  const kept = text === undefined ? undefined : jsonObject(text)?.["clients"];
  if (!Array.isArray(kept)) return [];
  return kept.map(readClient).filter((client) => client !== undefined);
}

/** Keeps registrations, without the oldest where there are too many. */
export async function writeKept(
  store: AuthStore,
  issuer: string,
  clients: readonly KeptClient[],
): Promise<void> {
  const kept = { clients: clients.slice(0, mostClients) };
  await store.set(registrationsKey(issuer), JSON.stringify(kept));
}

/** Whether a registration has a secret that is good no longer, or for a moment only. */
export function isSecretExpired({ secretExpiresAt = 0 }: KeptClient): boolean {
  return secretExpiresAt !== 0 && secretExpiresAt * 1_000 < Date.now() + 60_000;
}

/**
 * Takes a registration for no other login: the authorization server does not know
 * it, or shows a page of its own and sends nobody back. Tokens that it was given
 * can still be renewed with it.
 */
export async function doubtClient(
  store: AuthStore,
  issuer: string,
  id: string,
): Promise<void> {
  await store.lock(registrationsKey(issuer), async () => {
    const kept = await readKept(store, issuer);
    if (!kept.some((client) => client.id === id && !client.isDoubted)) return;
    const doubted = kept.map((client) =>
      client.id === id ? { ...client, isDoubted: true } : client,
    );
    await writeKept(store, issuer, doubted);
  });
}

function readClient(value: unknown): KeptClient | undefined {
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
