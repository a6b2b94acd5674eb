import type { KeyObject, webcrypto } from "node:crypto";
import type { JWK } from "jose";
import type { Asked, ScriptedOptions, Told } from "./scripted-http.ts";

/** Where the metadata of an authorization server are, by the path of its issuer. */
export type MetadataForm =
  /** `/.well-known/oauth-authorization-server/tenant` */
  | "oauth"
  /** `/.well-known/openid-configuration/tenant` */
  | "openid-inserted"
  /** `/tenant/.well-known/openid-configuration` */
  | "openid-appended"
  /** `/.well-known/oauth-authorization-server`, whatever the issuer's path. */
  | "origin";

export type EndpointName =
  | "metadata"
  | "jwks"
  | "authorize"
  | "token"
  | "register"
  | "introspect"
  | "revoke"
  /** Every other path. */
  | "other";

/** Answers in place of an endpoint; `usual` is what it would have said. */
export type Replacement = (
  asked: Asked,
  usual: () => Promise<Told>,
) => Told | Promise<Told>;

export type Replacements = Partial<Record<EndpointName, Replacement>>;

export type ClientMethod =
  "none" | "client_secret_basic" | "client_secret_post" | "private_key_jwt";

/** A client that an authorization server knows. */
export interface KnownClient {
  readonly id: string;
  readonly method: ClientMethod;
  readonly secret?: string;
  /** Of `private_key_jwt`. */
  readonly jwks?: { readonly keys: JWK[] };
  readonly redirectUris?: readonly string[];
}

export type Key = webcrypto.CryptoKey | KeyObject;

/** Who signs assertions that an authorization server takes. */
export interface TrustedIssuer {
  readonly issuer: string;
  readonly publicKey: Key;
}

export interface AuthorizationServerOptions extends ScriptedOptions {
  /** The path of the issuer, such as `/tenant`; none by default. */
  readonly issuerPath?: string;
  /** Where the metadata are: `oauth` by default; with `[]` there are none. */
  readonly metadata?: readonly MetadataForm[];
  /** Put over what the metadata say; what is undefined is left out. */
  readonly metadataFields?: Readonly<Record<string, unknown>>;
  /** Endpoints at the root of the origin and not below the issuer's path. */
  readonly endpointsAtRoot?: boolean;
  readonly clients?: readonly KnownClient[];
  /** Whether clients can register: by default they can. */
  readonly registration?: boolean;
  /** The method that a client gets which registers; what it asks for by default. */
  readonly registeredMethod?: ClientMethod;
  /** Client ID Metadata Documents by their URLs; without them none are taken. */
  readonly clientDocuments?: Readonly<Record<string, object>>;
  /** Whether `iss` is sent and promised: by default it is; a text is sent in its place. */
  readonly iss?: boolean | string;
  /** Whether a refresh token is good for one use: by default it is. */
  readonly rotation?: boolean;
  /** Whether there are refresh tokens: by default there are; with "offline" for who asks for `offline_access`. */
  readonly refreshTokens?: boolean | "offline";
  /** Seconds that an access token lasts: 3,600 by default. */
  readonly expiresIn?: number;
  /** Whether `expires_in` is said: by default it is. */
  readonly saysExpiry?: boolean;
  readonly scopesSupported?: readonly string[];
  /** What is granted of the scopes that were asked for: all by default. */
  readonly grant?: (asked: readonly string[]) => readonly string[];
  /** Whom assertions are taken from, for the grants of machines. */
  readonly trusts?: readonly TrustedIssuer[];
  /** Subject tokens that a token exchange takes, and whose they are. */
  readonly subjectTokens?: Readonly<Record<string, string>>;
  /** A nonce that proofs of possession have to carry; it can be changed by `nonce`. */
  readonly dpopNonce?: string;
  readonly answers?: Replacements;
}
