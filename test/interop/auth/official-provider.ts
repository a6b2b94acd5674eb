import {
  type DpopSession,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { follow } from "../../support/auth/index.ts";

const redirectUrl = "http://127.0.0.1:33419/callback";

/**
 * What the official clients ask their users to write, kept in memory: a program
 * logs in.
 */
export class OfficialProvider {
  /** Where people were sent, oldest first. */
  readonly visits: URL[] = [];
  readonly redirectUrl = redirectUrl;
  readonly clientMetadata = {
    client_name: "official",
    redirect_uris: [redirectUrl],
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: "none",
  };
  #back: URLSearchParams | undefined;
  #verifier = "";
  #information: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #discovered: OAuthDiscoveryState | undefined;
  readonly #dpop: DpopSession | undefined;

  constructor(options: { readonly dpop?: DpopSession } = {}) {
    this.#dpop = options.dpop;
  }

  /** Only the client v2 asks for it. */
  dpop(): DpopSession | undefined {
    return this.#dpop;
  }

  /** What the last login came back with, once. */
  returned(): URLSearchParams | undefined {
    const told = this.#back;
    this.#back = undefined;
    return told;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#information;
  }

  saveClientInformation(given: StoredOAuthClientInformation): void {
    this.#information = given;
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#tokens;
  }

  saveTokens(given: StoredOAuthTokens): void {
    this.#tokens = given;
  }

  /** Leaves an access token that no server takes. */
  spoilToken(): void {
    if (this.#tokens) this.#tokens.access_token += "x";
  }

  /** Leaves only what has to be renewed by a login. */
  forgetRefreshToken(): void {
    delete this.#tokens?.refresh_token;
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    this.visits.push(url);
    this.#back = (await follow(url, redirectUrl)).searchParams;
  }

  saveCodeVerifier(given: string): void {
    this.#verifier = given;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(given: OAuthDiscoveryState): void {
    this.#discovered = given;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered;
  }
}
