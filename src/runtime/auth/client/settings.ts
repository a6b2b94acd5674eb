import {
  type OptionNames,
  refuseOption,
  requireKnown,
} from "../../protocol/sound-option.ts";
import { isObject } from "../../protocol/message.ts";
import { guardedStore } from "./account/guarded-store.ts";
import { requireCredential } from "./credentials/authentication.ts";
import type { ClientIdentity } from "./client-identity.ts";
import type { DpopOptions } from "./dpop/options.ts";
import { validateDpop } from "./dpop/sound-options.ts";
import type { Machine } from "./grants/machine.ts";
import { validateMachine } from "./grants/sound-machine.ts";
import type { Login } from "./login.ts";
import { memoryStore } from "./memory-store.ts";
import type { OAuthOptions } from "./options.ts";
import { createSafeFetch, type SafeFetch } from "./fetch/safe-fetch.ts";
import { isOneScope } from "./scopes.ts";
import type { AuthStore } from "./store.ts";

/** Source of new tokens. */
export type TokenSource =
  | { readonly kind: "login"; readonly login: Login }
  | { readonly kind: "web"; readonly redirectUri: string }
  | { readonly kind: "machine"; readonly machine: Machine };

/** Validated options with defaults. */
export interface Settings {
  readonly name: string;
  readonly way: TokenSource;
  readonly client: ClientIdentity | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly store: AuthStore;
  readonly scopes: readonly string[];
  readonly authorizationParameters: Readonly<Record<string, string>>;
  readonly dpop: boolean | DpopOptions | undefined;
  readonly fetch: SafeFetch;
}

const known: OptionNames<OAuthOptions> = {
  name: true,
  login: true,
  redirectUri: true,
  machine: true,
  client: true,
  metadata: true,
  store: true,
  scopes: true,
  authorizationParameters: true,
  dpop: true,
  allowLoopback: true,
  fetch: true,
};

/**
 * Validates the options and applies defaults. Throws a TypeError for invalid or
 * unknown options.
 */
export function resolveOAuthOptions(options: OAuthOptions): Settings {
  requireKnown("oauth", options, known);
  const {
    name = "mcp-gen",
    metadata = {},
    store = memoryStore(),
    scopes = [],
    authorizationParameters = {},
    allowLoopback = false,
    fetch,
  } = options;
  if (typeof name !== "string" || name === "")
    refuseOption("name", "a text that is not empty", name);
  requireObject("metadata", metadata);
  if (!Array.isArray(scopes) || !scopes.every(isOneScope))
    refuseOption("scopes", "a list of texts without spaces", scopes);
  if (typeof allowLoopback !== "boolean")
    refuseOption("allowLoopback", "a boolean", allowLoopback);
  requireObject("authorizationParameters", authorizationParameters);
  requireMethods("store", store, ["get", "set", "delete", "lock"]);
  if (typeof (fetch ?? resolveOAuthOptions) !== "function")
    refuseOption("fetch", "a function", fetch);
  const safe = createSafeFetch({ fetch, allowLoopback });
  return {
    name,
    way: wayOf(options, safe),
    client: validateClient(options.client, safe),
    metadata,
    store: guardedStore(store),
    scopes,
    authorizationParameters,
    dpop: validateDpop(options.dpop),
    fetch: safe,
  };
}

function requireObject(name: string, value: object): void {
  if (!isObject(value)) refuseOption(name, "an object", value);
}

function requireMethods(
  name: string,
  value: unknown,
  methods: readonly string[],
): void {
  const given = Object(value) as Record<string, unknown>;
  if (methods.some((method) => typeof given[method] !== "function"))
    throw new TypeError(
      `${name} is an object with ${methods.join(", ")}, not ${typeof value}`,
    );
}

function wayOf(
  { login, redirectUri, machine, client }: OAuthOptions,
  fetch: SafeFetch,
): TokenSource {
  const given = [login, redirectUri, machine].filter(
    (one) => one !== undefined,
  );
  if (given.length !== 1)
    throw new TypeError(
      `oauth takes exactly one of login (a person at this program), redirectUri (a person at a web application) and machine (nobody), not ${given.length}`,
    );
  if (login !== undefined) {
    requireMethods("login", login, ["start"]);
    return { kind: "login", login };
  }
  if (machine !== undefined)
    return {
      kind: "machine",
      machine: validateMachine(machine, client, fetch),
    };
  if (typeof redirectUri !== "string")
    refuseOption("redirectUri", "a URL as text", redirectUri);
  return {
    kind: "web",
    redirectUri: validateUrl("redirectUri", redirectUri, fetch),
  };
}

/**
 * Validates a URL and returns it unchanged, because authorization servers
 * compare it character by character.
 */
function validateUrl(name: string, given: string, fetch: SafeFetch): string {
  try {
    fetch.check(given, name);
  } catch (cause) {
    // An invalid option is reported as a TypeError.
    throw new TypeError(cause instanceof Error ? cause.message : name);
  }
  return given;
}

/** Option names of all kinds of clients. */
const ofClients = {
  id: true,
  secret: true,
  method: true,
  issuer: true,
  redirectUris: true,
  metadataUrl: true,
  privateKey: true,
  algorithm: true,
  keyId: true,
  audience: true,
} as const;

function validateClient(
  client: ClientIdentity | undefined,
  fetch: SafeFetch,
): ClientIdentity | undefined {
  if (client === undefined) return undefined;
  requireKnown<object>("client", client, ofClients);
  const named = [client.id, client.metadataUrl].filter(
    (one) => one !== undefined,
  );
  if (named.length !== 1 || typeof named[0] !== "string" || named[0] === "")
    throw new TypeError("client has one of id and metadataUrl, as text");
  const { redirectUris = [] } = client;
  if (!Array.isArray(redirectUris))
    refuseOption("client.redirectUris", "a list of URLs", redirectUris);
  if (client.id !== undefined && client.issuer !== undefined)
    validateUrl("client.issuer", client.issuer, fetch);
  requireCredential("client", { ...client });
  return client;
}
