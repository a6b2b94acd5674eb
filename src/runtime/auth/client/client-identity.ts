import type {
  KeyCredential,
  SecretMethod,
} from "./credentials/authentication.ts";

/** Identity of a client that does not need dynamic registration. */
export type ClientIdentity =
  PublicIdentity | SecretIdentity | KeyIdentity | DocumentIdentity;

interface KnownIdentity {
  /** The `client_id` that the authorization server issued. */
  readonly id: string;
  /**
   * Issuer of the authorization server that the client is registered at; all
   * others are rejected. Defaults to the one that the MCP server names.
   */
  readonly issuer?: string;
  /** Registered redirect URIs. By default, any redirect URI is used. */
  readonly redirectUris?: readonly string[];
  /** Not valid together with `id`. */
  readonly metadataUrl?: undefined;
}

/** Client that is registered without credentials. */
export interface PublicIdentity extends KnownIdentity {
  /** Not valid for a public client. */
  readonly secret?: undefined;
  /** Not valid for a public client. */
  readonly privateKey?: undefined;
}

/** Client that is registered with a secret. */
export interface SecretIdentity extends KnownIdentity {
  /** The `client_secret`. Sent to its authorization server only. */
  readonly secret: string;
  /**
   * Method to send the secret with. By default, one that the authorization
   * server lists.
   */
  readonly method?: SecretMethod;
  /** Not valid together with `secret`. */
  readonly privateKey?: undefined;
}

/** Client that is registered with a key: `private_key_jwt`. */
export interface KeyIdentity extends KnownIdentity, KeyCredential {
  /** Not valid together with `privateKey`. */
  readonly secret?: undefined;
}

/**
 * Client that is described by a document at an https URL. The URL is its
 * `client_id` at every authorization server that supports client id metadata
 * documents; at others, the client registers dynamically.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization/client-registration#client-id-metadata-documents
 * | Client ID Metadata Documents}
 */
export interface DocumentIdentity extends Partial<KeyCredential> {
  /** The https URL of the document, which is also the `client_id`. */
  readonly metadataUrl: string;
  /**
   * The `redirect_uris` of the document. By default, any redirect URI is used.
   */
  readonly redirectUris?: readonly string[];
  /** Not valid: the URL is the id. */
  readonly id?: undefined;
  /** Not valid: the client works at any server that supports such documents. */
  readonly issuer?: undefined;
  /**
   * Not valid: the document is public, so the client uses a key or no
   * credentials.
   */
  readonly secret?: undefined;
}
