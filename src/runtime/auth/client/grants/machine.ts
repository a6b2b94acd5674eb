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
  readonly kind: "client-credentials";
}

/**
 * A person who is logged in at the identity provider of an enterprise, which says
 * what they may use: nobody is asked.
 *
 * @see {@link https://github.com/modelcontextprotocol/ext-auth | Enterprise-Managed Authorization}
 */
export interface EnterpriseMachine {
  readonly kind: "enterprise";
  readonly idp: IdentityProvider;
  /** The person's identity, as the provider gave it; asked whenever a token is needed. */
  readonly subjectToken: () => SubjectToken | PromiseLike<SubjectToken>;
}

/** Where an identity is exchanged, and as whom: one of the two addresses is needed. */
export type IdentityProvider = (
  | { readonly issuer: string; readonly tokenEndpoint?: string }
  | { readonly issuer?: undefined; readonly tokenEndpoint: string }
) & { readonly client: ProviderClient };

/** What the identity provider knows the client as. */
export type ProviderClient =
  | {
      readonly id: string;
      readonly secret?: undefined;
      readonly privateKey?: undefined;
    }
  | {
      readonly id: string;
      readonly secret: string;
      readonly method?: SecretMethod;
      readonly privateKey?: undefined;
    }
  | ({ readonly id: string; readonly secret?: undefined } & KeyCredential);

export interface SubjectToken {
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
