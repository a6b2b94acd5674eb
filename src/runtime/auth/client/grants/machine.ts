import type {
  KeyCredential,
  SecretMethod,
} from "../credentials/authentication.ts";

/** Grant that obtains tokens without a user. */
export type Machine =
  ClientCredentialsMachine | EnterpriseMachine | WorkloadMachine;

/**
 * Client credentials grant: the client authenticates as itself, with the secret
 * or private key in `client`.
 *
 * @see {@link https://github.com/modelcontextprotocol/ext-auth | OAuth Client
 * Credentials}
 */
export interface ClientCredentialsMachine {
  /** Constant `client-credentials`. */
  readonly kind: "client-credentials";
}

/**
 * Enterprise-managed authorization: for a user who is logged in at the identity
 * provider of an enterprise, which decides what they may access. No login is
 * shown.
 *
 * @see {@link https://github.com/modelcontextprotocol/ext-auth |
 * Enterprise-Managed Authorization}
 */
export interface EnterpriseMachine {
  /** Constant `enterprise`. */
  readonly kind: "enterprise";
  /** Identity provider of the enterprise. */
  readonly idp: IdentityProvider;
  /**
   * Returns the user's identity token from the provider. Called whenever a
   * token is needed.
   */
  readonly subjectToken: () => SubjectToken | PromiseLike<SubjectToken>;
}

/** Identity provider, with `issuer` or `tokenEndpoint` or both. */
export type IdentityProvider = (
  | {
      /** Issuer of the provider. Its metadata contain the token endpoint. */
      readonly issuer: string;
      /** Token endpoint; if given, no metadata are fetched. */
      readonly tokenEndpoint?: string;
    }
  | {
      /** Optional if `tokenEndpoint` is given. */
      readonly issuer?: undefined;
      /** Token endpoint of the provider. */
      readonly tokenEndpoint: string;
    }
) & {
  /** Registration of this client at the provider. */
  readonly client: ProviderClient;
};

/** Registration of a client at an identity provider. */
export type ProviderClient =
  | {
      /** The `client_id` at the provider. */
      readonly id: string;
      /** Not valid for a public client. */
      readonly secret?: undefined;
      /** Not valid for a public client. */
      readonly privateKey?: undefined;
    }
  | {
      /** The `client_id` at the provider. */
      readonly id: string;
      /** The `client_secret` at the provider. */
      readonly secret: string;
      /**
       * Method to send the secret with. By default, one that the provider
       * lists.
       */
      readonly method?: SecretMethod;
      /** Not valid together with `secret`. */
      readonly privateKey?: undefined;
    }
  | ({
      /** The `client_id` at the provider. */
      readonly id: string;
      /** Not valid together with `privateKey`. */
      readonly secret?: undefined;
    } & KeyCredential);

/** Token that identifies a user. */
export interface SubjectToken {
  /** The token. Sent to the identity provider only. */
  readonly token: string;
  /**
   * Type of the token: one of these names, or a token type URN. `id_token` by
   * default.
   */
  readonly type?: "id_token" | "saml2" | "refresh_token" | `urn:${string}`;
}

/**
 * Workload identity federation: a workload with a JWT from its platform,
 * without client registration.
 *
 * @see {@link https://github.com/modelcontextprotocol/ext-auth | Workload
 * Identity Federation}
 */
export interface WorkloadMachine {
  /** Constant `workload`. */
  readonly kind: "workload";
  /**
   * Returns the workload's JWT. Called whenever a token is needed. A rejected
   * JWT is not sent again.
   */
  readonly token: (asked: WorkloadAsked) => string | PromiseLike<string>;
}

/** Intended use of a workload's JWT. */
export interface WorkloadAsked {
  /** Expected `aud` of the JWT: the token endpoint. */
  readonly audience: string;
  /** Issuer of the authorization server. */
  readonly issuer: string;
  /** Resource identifier of the MCP server that the token is for. */
  readonly resource: string | undefined;
}

/**
 * Returns a machine that requests tokens for the client itself: `oauth({
 * machine: clientCredentials(), client: { id, secret } })`.
 */
export function clientCredentials(): ClientCredentialsMachine {
  return { kind: "client-credentials" };
}

/**
 * Returns a machine that requests tokens through an enterprise identity
 * provider: `oauth({ machine: enterprise({ idp, subjectToken }), client })`.
 */
export function enterprise(
  options: Omit<EnterpriseMachine, "kind">,
): EnterpriseMachine {
  return { kind: "enterprise", ...options };
}

/**
 * Returns a machine that requests tokens with a workload's JWT: `oauth({
 * machine: workload(() => readFile(path, "utf8")) })`.
 */
export function workload(token: WorkloadMachine["token"]): WorkloadMachine {
  return { kind: "workload", token };
}
