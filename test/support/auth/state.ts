import { randomBytes } from "node:crypto";
import type { AuthorizationServerOptions, KnownClient } from "./options.ts";
import {
  accessToken,
  type Grant,
  type IssuedToken,
  type SigningKey,
} from "./tokens.ts";

/** A login that waits for its code to be traded in. */
export interface PendingCode {
  readonly grant: Grant;
  readonly redirectUri: string;
  readonly challenge: string;
  isUsed: boolean;
}

export interface RefreshToken {
  readonly grant: Grant;
  isSpent: boolean;
}

/** All that an authorization server keeps; it outlives a restart of its listener. */
export interface AuthorizationState {
  readonly options: AuthorizationServerOptions;
  readonly issuer: string;
  /** What the endpoints' paths begin with. */
  readonly base: string;
  /** The newest first, which signs. */
  readonly keys: SigningKey[];
  readonly clients: Map<string, KnownClient>;
  readonly codes: Map<string, PendingCode>;
  readonly refreshTokens: Map<string, RefreshToken>;
  readonly accessTokens: Map<string, IssuedToken>;
  readonly proofs: Set<string>;
  nonce: string | undefined;
}

export interface IssueOptions {
  readonly scopes?: readonly string[];
  /** Seconds. */
  readonly expiresIn?: number;
  /** Put over the token's claims; what is undefined is left out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly hasRefreshToken?: boolean;
}

export interface IssuedTokens {
  readonly access_token: string;
  readonly token_type: "Bearer" | "DPoP";
  readonly expires_in?: number;
  readonly refresh_token?: string;
  readonly scope: string;
}

/** Makes and keeps the tokens of a grant: the answer of a token endpoint. */
export async function issueTokens(
  state: AuthorizationState,
  grant: Grant,
  issued: IssueOptions = {},
): Promise<IssuedTokens> {
  const { options, issuer, keys } = state;
  const [key] = keys;
  if (key === undefined) throw new Error("no key to sign with");
  const {
    scopes = grant.scopes,
    expiresIn = options.expiresIn ?? 3_600,
    claims = {},
    hasRefreshToken = false,
  } = issued;
  const token = await accessToken(key, {
    issuer,
    grant,
    scopes,
    expiresIn,
    claims,
  });
  const expiresAt = Date.now() + expiresIn * 1_000;
  state.accessTokens.set(token, { token, grant, scopes, expiresAt });
  const refresh_token = hasRefreshToken ? randomText() : undefined;
  if (refresh_token !== undefined)
    state.refreshTokens.set(refresh_token, { grant, isSpent: false });
  return {
    access_token: token,
    token_type: grant.jkt === undefined ? "Bearer" : "DPoP",
    ...(options.saysExpiry !== false && { expires_in: expiresIn }),
    ...(refresh_token !== undefined && { refresh_token }),
    scope: scopes.join(" "),
  };
}

/** What an access token is good for now; undefined for one that is not. */
export function activeToken(
  { accessTokens }: AuthorizationState,
  token: string,
): IssuedToken | undefined {
  const issued = accessTokens.get(token);
  if (issued === undefined || issued.grant.isRevoked) return undefined;
  return issued.expiresAt > Date.now() ? issued : undefined;
}

export function randomText(): string {
  return randomBytes(24).toString("base64url");
}

export function scopesOf(text: string | null | undefined): string[] {
  return (text ?? "").split(" ").filter((scope) => scope !== "");
}
