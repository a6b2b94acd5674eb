import type {
  KeyCredential,
  SecretMethod,
} from "./credentials/authentication.ts";

/** Who a client is, where it does not have to register. */
export type ClientIdentity =
  PublicIdentity | SecretIdentity | KeyIdentity | DocumentIdentity;

interface KnownIdentity {
  /** The `client_id` that the authorization server gave. */
  readonly id: string;
  /** The authorization server that knows it: any other is refused. Whichever the server names by default. */
  readonly issuer?: string;
  /** Where people may be sent back to, as it is registered: anywhere by default. */
  readonly redirectUris?: readonly string[];
  /** A client that was registered has no document. */
  readonly metadataUrl?: undefined;
}

/** Registered before, without anything to prove it. */
export interface PublicIdentity extends KnownIdentity {
  /** It has none. */
  readonly secret?: undefined;
  /** It has none. */
  readonly privateKey?: undefined;
}

/** Registered before, with a secret. */
export interface SecretIdentity extends KnownIdentity {
  /** The `client_secret`. Sent to its authorization server, and nowhere else. */
  readonly secret: string;
  /** How the secret is sent: as the authorization server lists it by default. */
  readonly method?: SecretMethod;
  /** One of the two is enough. */
  readonly privateKey?: undefined;
}

/** Registered before, with a key: `private_key_jwt`. */
export interface KeyIdentity extends KnownIdentity, KeyCredential {
  /** One of the two is enough. */
  readonly secret?: undefined;
}

/**
 * Described at an https address, which is its id at every authorization server that
 * takes such; with others the client registers.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization/client-registration#client-id-metadata-documents | Client ID Metadata Documents}
 */
export interface DocumentIdentity extends Partial<KeyCredential> {
  /** The https address of the document, which is the client's id. */
  readonly metadataUrl: string;
  /** The `redirect_uris` of the document: anywhere by default. */
  readonly redirectUris?: readonly string[];
  /** The address is the id. */
  readonly id?: undefined;
  /** Any that takes such documents. */
  readonly issuer?: undefined;
  /** A document is read by everybody: a client of this kind has a key, or nothing. */
  readonly secret?: undefined;
}
