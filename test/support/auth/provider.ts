import { createServer, type RequestListener } from "node:http";
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  type JWTPayload,
} from "jose";
import { onTestFinished, vi } from "vitest";
import { createProviderStore } from "./provider-store.ts";
import type { TokenSource } from "./resource.ts";
import type { IssuedToken } from "./tokens.ts";
import { closePort, openPort } from "./port.ts";
import { keepAliveTimeout } from "../keep-alive.ts";

export interface ProviderOptions {
  /** The resources that tokens are given for, and the scopes of each. */
  readonly resources: () => Readonly<Record<string, readonly string[]>>;
  /** Seconds that an access token lasts: 60 by default. */
  readonly expiresIn?: number;
  /** What access tokens are: `jwt` by default. */
  readonly accessTokens?: "jwt" | "opaque";
  readonly clients?: readonly object[];
  /** Put over the configuration. */
  readonly configuration?: object;
  /** Put over the features of the configuration. */
  readonly features?: object;
}

export interface ProviderRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** An `oidc-provider` on loopback: an authorization server that others wrote. */
export interface RealProvider extends TokenSource {
  readonly jwksUri: string;
  /** What it answered, oldest first. */
  readonly requests: readonly ProviderRequest[];
  /** What it gave tokens for, or refused to: grant types, and errors as "error: …". */
  readonly grants: readonly string[];
  /** What its operator would read. */
  readonly problems: readonly string[];
  /** Forgets every grant, as when a person takes access back. */
  revokeGrants(): void;
  /** Forgets who registered. */
  forgetClients(): void;
  stop(): Promise<void>;
  /** Another process on the same port, which knows what its database holds. */
  start(): Promise<void>;
}

/** Starts an `oidc-provider`; it stops with the test. */
export async function startProvider(
  options: ProviderOptions,
): Promise<RealProvider> {
  const { default: Provider, errors } = await loadQuietly();
  const store = createProviderStore();
  const requests: ProviderRequest[] = [];
  const grants: string[] = [];
  const problems: string[] = [];
  const pair = await generateKeyPair("ES256", { extractable: true });
  const key = { ...(await exportJWK(pair.privateKey)), kid: "1", use: "sig" };
  const keys = createLocalJWKSet({
    keys: [{ ...(await exportJWK(pair.publicKey)), kid: "1" }],
  });
  let listener: RequestListener = () => undefined;
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    response.on("close", () =>
      requests.push({
        method: request.method ?? "",
        path: request.url ?? "",
        status: response.statusCode,
      }),
    );
    // A connection that is kept would be found dead after a restart.
    response.setHeader("connection", "close");
    listener(request, response);
  });
  const port = await openPort(server, 0);
  const issuer = `http://127.0.0.1:${port}`;
  const begin = (): void => {
    const provider = new Provider(issuer, {
      ...configurationOf(options, errors.InvalidTarget),
      adapter: store.adapter,
      jwks: { keys: [key] },
    });
    provider.on("grant.success", (context) =>
      grants.push(grantTypeOf(context)),
    );
    provider.on("grant.error", (_, error) =>
      grants.push(`error: ${String(error)}`),
    );
    provider.on("server_error", (_, error) => problems.push(String(error)));
    listener = provider.callback();
  };
  begin();
  const stop = (): Promise<void> => closePort(server);
  onTestFinished(stop);
  const forget = (wanted: (kind: string) => boolean): void => {
    for (const name of store.kept.keys())
      if (wanted(name.split(":")[0] ?? "")) store.kept.delete(name);
  };
  return {
    issuer,
    jwksUri: `${issuer}/jwks`,
    requests,
    grants,
    problems,
    active: async (token) =>
      jwtVerify(token, keys, { issuer }).then(
        ({ payload }) => issuedFrom(token, payload),
        () => undefined,
      ),
    revokeGrants: () => forget((kind) => kind !== "Client"),
    forgetClients: () => forget((kind) => kind === "Client"),
    stop,
    async start() {
      begin();
      await openPort(server, port);
    },
  };
}

/** It tells the console that this is no place for production. */
async function loadQuietly(): Promise<typeof import("oidc-provider")> {
  const { warn } = console;
  const spy = vi.spyOn(console, "warn").mockImplementation((...told) => {
    if (!String(told[0]).startsWith("oidc-provider ")) warn(...told);
  });
  onTestFinished(() => spy.mockRestore());
  return import("oidc-provider");
}

function configurationOf(
  {
    resources,
    expiresIn = 60,
    accessTokens = "jwt",
    clients = [],
    configuration = {},
    features = {},
  }: ProviderOptions,
  InvalidTarget: new () => Error,
): object {
  const hour = 3_600;
  return {
    clients,
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    cookies: { keys: ["a key of the tests"] },
    rotateRefreshToken: true,
    issueRefreshToken: (_: unknown, client: RegisteredClient) =>
      Promise.resolve(client.grantTypeAllowed("refresh_token")),
    clientBasedCORS: () => false,
    ttl: {
      AccessToken: expiresIn,
      AuthorizationCode: 60,
      Grant: 24 * hour,
      IdToken: hour,
      Interaction: hour,
      RefreshToken: 24 * hour,
      Session: 24 * hour,
    },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub }),
    }),
    features: {
      devInteractions: { enabled: true },
      registration: { enabled: true },
      revocation: { enabled: true },
      introspection: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined,
        useGrantedResource: () => true,
        getResourceServerInfo(_: unknown, resource: string) {
          const scopes = resources()[resource];
          if (scopes === undefined) throw new InvalidTarget();
          return {
            scope: scopes.join(" "),
            audience: resource,
            accessTokenTTL: expiresIn,
            accessTokenFormat: accessTokens,
            ...(accessTokens === "jwt" && {
              jwt: { sign: { alg: "ES256" } },
            }),
          };
        },
      },
      ...features,
    },
    ...configuration,
  };
}

interface RegisteredClient {
  grantTypeAllowed(type: string): boolean;
}

function issuedFrom(token: string, payload: JWTPayload): IssuedToken {
  const { sub = "", aud, exp = 0, scope, client_id: clientId } = payload;
  const scopes = String(scope ?? "").split(" ");
  return {
    token,
    scopes,
    expiresAt: exp * 1_000,
    grant: {
      subject: sub,
      clientId: String(clientId),
      scopes,
      resource: typeof aud === "string" ? aud : undefined,
      jkt: undefined,
      isRevoked: false,
    },
  };
}

function grantTypeOf(context: unknown): string {
  // A context of the provider has the parameters of its request.
  const { oidc } = context as {
    oidc: { params: { grant_type: string } };
  };
  return oidc.params.grant_type;
}
