import type {
  KeyCredential,
  SecretMethod,
} from "../credentials/authentication.ts";

/** Who gets a token where no person is asked. */
export type Machine =
  ClientCredentialsMachine | EnterpriseMachine | WorkloadMachine;

/**
 * The client itself, by its `client`: a secret or a private key that is registered
 * with the authorization server.
 *
 * @see {@link https://github.com/modelcontextprotocol/ext-auth | OAuth Client Credentials}
 */
export interface ClientCredentialsMachine {
  /** `client-credentials`: the client is let in as itself. */
  readonly kind: "client-credentials";
}

/**
 * A person who is logged in at the identity provider of an enterprise, which says
 * what they may use: nobody is asked.
 *
 * @see {@link https://github.com/modelcontextprotocol/ext-auth | Enterprise-Managed Authorization}
 */
export interface EnterpriseMachine {
  /** `enterprise`: an identity is exchanged, first at the provider, then at the authorization server. */
  readonly kind: "enterprise";
  /** The identity provider of the enterprise. */
  readonly idp: IdentityProvider;
  /** The person's identity, as the provider gave it; asked whenever a token is needed. */
  readonly subjectToken: () => SubjectToken | PromiseLike<SubjectToken>;
}

/** Where an identity is exchanged, and as whom: one of the two addresses is needed. */
export type IdentityProvider = (
  | {
      /** The provider's name, whose metadata has its addresses. */
      readonly issuer: string;
      /** The address, where the metadata is not to be asked. */
      readonly tokenEndpoint?: string;
    }
  | {
      /** Not needed where the address is known. */
      readonly issuer?: undefined;
      /** The address at which identities are exchanged. */
      readonly tokenEndpoint: string;
    }
) & {
  /** What the provider knows this client as. */
  readonly client: ProviderClient;
};

/** What the identity provider knows the client as. */
export type ProviderClient =
  | {
      /** The `client_id` at the provider. */
      readonly id: string;
      /** It has none. */
      readonly secret?: undefined;
      /** It has none. */
      readonly privateKey?: undefined;
    }
  | {
      /** The `client_id` at the provider. */
      readonly id: string;
      /** The `client_secret` at the provider. */
      readonly secret: string;
      /** How the secret is sent: as the provider lists it by default. */
      readonly method?: SecretMethod;
      /** One of the two is enough. */
      readonly privateKey?: undefined;
    }
  | ({
      /** The `client_id` at the provider. */
      readonly id: string;
      /** One of the two is enough. */
      readonly secret?: undefined;
    } & KeyCredential);

/** A person's identity, as a token says it. */
export interface SubjectToken {
  /** The token itself. Sent to the identity provider alone. */
  readonly token: string;
  /** What it is: a name of these, or the URN of another kind. `id_token` by default. */
  readonly type?: "id_token" | "saml2" | "refresh_token" | `urn:${string}`;
}

/**
 * A workload that its platform gave a JWT: no client, and no registration.
 *
 * @see {@link https://github.com/modelcontextprotocol/ext-auth | Workload Identity Federation}
 */
export interface WorkloadMachine {
  /** `workload`: the platform's JWT is exchanged for a token. */
  readonly kind: "workload";
  /** The workload's JWT; asked whenever a token is needed. One that was refused is not sent again. */
  readonly token: (asked: WorkloadAsked) => string | PromiseLike<string>;
}

/** For what a workload's JWT is. */
export interface WorkloadAsked {
  /** What its `aud` should be: the token endpoint. */
  readonly audience: string;
  /** The authorization server. */
  readonly issuer: string;
  /** What the token is to be for: the MCP server. */
  readonly resource: string | undefined;
}

/** A token for the client itself: `oauth({ machine: clientCredentials(), client: { id, secret } })`. */
export function clientCredentials(): ClientCredentialsMachine {
  return { kind: "client-credentials" };
}

/** A token by the identity provider of an enterprise: `oauth({ machine: enterprise({ idp, subjectToken }), client })`. */
export function enterprise(
  options: Omit<EnterpriseMachine, "kind">,
): EnterpriseMachine {
  return { kind: "enterprise", ...options };
}

/** A token for a workload, by its JWT: `oauth({ machine: workload(() => readFile(path, "utf8")) })`. */
export function workload(token: WorkloadMachine["token"]): WorkloadMachine {
  return { kind: "workload", token };
}
