import { onTestFinished } from "vitest";
import { createServer, tool, type Server } from "../../../generated/index.ts";
import {
  createHttpHandler,
  type Authorized,
  type HttpOptions,
  type HttpRequest,
} from "../../../src/runtime/http.ts";
import { pipe } from "./pipe.ts";
import { provenKey } from "./dpop.ts";
import { Refusal } from "./refusal.ts";
import {
  startScripted,
  type Asked,
  type ScriptedHttp,
  type ScriptedOptions,
  type Told,
} from "./scripted-http.ts";
import type { IssuedToken } from "./tokens.ts";

/** Whose tokens a resource takes: a scripted authorization server, or a real one. */
export interface TokenSource {
  readonly issuer: string;
  /** What an access token is good for now. */
  active(
    token: string,
  ): IssuedToken | undefined | Promise<IssuedToken | undefined>;
}

export interface ResourceOptions extends ScriptedOptions {
  /** Whose tokens are taken, and who is named in the metadata. */
  readonly authorizationServers: readonly TokenSource[];
  /** Where MCP is served: `/mcp` by default. */
  readonly path?: string;
  /** What the resource is called; its URL by default. Tokens have to have it as audience. */
  readonly resource?: string;
  /** Where metadata are served: below the well-known path by default; with `[]` there are none. */
  readonly metadata?: readonly MetadataPlace[];
  /** Whether a challenge names the first of these places: by default it does. */
  readonly namesMetadata?: boolean;
  /** Put over what the metadata say; what is undefined is left out. */
  readonly metadataFields?: Readonly<Record<string, unknown>>;
  /** The scopes that a 401 names. */
  readonly challengedScopes?: readonly string[];
  /** The scopes that a request needs, by its message. */
  readonly needs?: (message: Message) => readonly string[];
  /** A token is bound to a key: by default where it says so itself. */
  readonly dpop?: { readonly nonce?: string };
  /** What is protected; a server of two tools by default, which speaks every revision. */
  readonly server?: () => Server;
  readonly http?: HttpOptions;
  readonly answers?: ResourceReplacements;
}

/** `elsewhere` is a path that nobody finds who does not read the challenge. */
export type MetadataPlace = "path" | "root" | "elsewhere";

export interface Message {
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly uri?: string };
}

type ResourceReplacement = (
  asked: Asked,
  usual: () => Promise<Told>,
) => Told | Promise<Told>;

export interface ResourceReplacements {
  metadata?: ResourceReplacement;
  mcp?: ResourceReplacement;
}

/** A protected MCP server on loopback that a test holds in its hands. */
export interface ProtectedResource extends ScriptedHttp {
  /** Where MCP is served. */
  readonly url: string;
  /** What the resource is called. */
  readonly resource: string;
  readonly metadataUrl: string | undefined;
  /** What answers in place of it; it can be changed at any time. */
  readonly answers: ResourceReplacements;
  /** Whose tokens are taken; it can be changed, as when a resource moves. */
  authorizationServers: readonly TokenSource[];
  /** What was asked at the MCP path, oldest first. */
  calls(method?: string): Asked[];
  /** Another server in the place of this one: sessions are gone. */
  restartServer(): Promise<void>;
}

/** Starts a protected MCP server, which ends with the test. */
export async function startResource(
  options: ResourceOptions,
): Promise<ProtectedResource> {
  const {
    path = "/mcp",
    metadata: places = ["path"],
    server = createWhoamiServer,
  } = options;
  const answers: ResourceReplacements = { ...options.answers };
  const shared = { ...options.http, authorize: known };
  let handler = createHttpHandler(server(), shared);
  const seen = new Set<string>();

  const http = await startScripted(
    async (asked) => {
      const { pathname } = asked.url;
      if (pathname === path) {
        const usual = (): Promise<Told> => mcp(asked);
        return answers.mcp?.(asked, usual) ?? usual();
      }
      if (!places.some((place) => metadataPath(place, path) === pathname))
        return { status: 404, body: "Not Found" };
      const usual = (): Promise<Told> => Promise.resolve(metadata());
      return answers.metadata?.(asked, usual) ?? usual();
    },
    { ...options, keep: true },
  );
  const url = http.origin + path;
  const [place] = places;
  const self: ProtectedResource = {
    ...http,
    url,
    answers,
    resource: options.resource ?? url,
    metadataUrl: place && http.origin + metadataPath(place, path),
    authorizationServers: options.authorizationServers,
    calls: (method) =>
      http.requests.filter(
        (asked) =>
          asked.url.pathname === path &&
          (method === undefined || messageOf(asked).method === method),
      ),
    async stop() {
      await handler.close({ graceMs: 0 });
      await http.stop();
    },
    async start() {
      handler = createHttpHandler(server(), shared);
      await http.start();
    },
    async restartServer() {
      const before = handler;
      handler = createHttpHandler(server(), shared);
      await before.close({ graceMs: 0 });
    },
  };
  if (options.keep !== true) onTestFinished(() => self.stop());
  return self;

  function metadata(): Told {
    return {
      body: {
        resource: self.resource,
        authorization_servers: self.authorizationServers.map(
          ({ issuer }) => issuer,
        ),
        bearer_methods_supported: ["header"],
        ...options.metadataFields,
      },
    };
  }

  async function mcp(asked: Asked): Promise<Told> {
    const refusal = await refused(asked);
    if (refusal !== undefined) return refusal;
    const { method, url, text } = asked;
    const headers = Object.entries(asked.headers) as [string, string][];
    const leaving = new AbortController();
    const request = new Request(url, {
      method,
      headers,
      signal: leaving.signal,
      ...(text !== "" && { body: text }),
    });
    const response = await handler(request);
    return (target) => void pipe(response, target, leaving);
  }

  async function refused(asked: Asked): Promise<Told | undefined> {
    const [scheme, token = ""] = (asked.headers["authorization"] ?? "").split(
      " ",
    );
    const issued = await issuedBy(self.authorizationServers, token);
    const { nonce } = options.dpop ?? {};
    if (issued === undefined)
      return challenge(401, {
        error: token === "" ? undefined : "invalid_token",
        scope: options.challengedScopes?.join(" "),
      });
    if (issued.grant.resource !== self.resource)
      return challenge(401, { error: "invalid_token" });
    if (issued.grant.jkt !== undefined || options.dpop !== undefined) {
      try {
        const jkt = await provenKey(asked, { seen, nonce, token });
        if (scheme !== "DPoP" || jkt === undefined || jkt !== issued.grant.jkt)
          return challenge(401, { error: "invalid_token" }, "DPoP");
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const [name = ""] = error.message.split(":");
        const needsNonce = name === "use_dpop_nonce" && nonce !== undefined;
        const headers = needsNonce ? { "dpop-nonce": nonce } : {};
        return challenge(401, { error: name }, "DPoP", headers);
      }
    } else if (scheme?.toLowerCase() !== "bearer")
      return challenge(401, { error: "invalid_token" });
    const wanted = options.needs?.(messageOf(asked)) ?? [];
    if (wanted.every((scope) => issued.scopes.includes(scope)))
      return undefined;
    return challenge(403, {
      error: "insufficient_scope",
      scope: wanted.join(" "),
    });
  }

  function challenge(
    status: 401 | 403,
    said: Readonly<Record<string, string | undefined>>,
    scheme = "Bearer",
    headers: Readonly<Record<string, string>> = {},
  ): Told {
    const named =
      options.namesMetadata === false ? undefined : self.metadataUrl;
    const parameters = Object.entries({ resource_metadata: named, ...said })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}="${value}"`);
    const value = [scheme, parameters.join(", ")].join(" ").trimEnd();
    return { status, headers: { ...headers, "www-authenticate": value } };
  }

  async function known({ header }: HttpRequest): Promise<Authorized> {
    const [, token = ""] = (header("authorization") ?? "").split(" ");
    const issued = await issuedBy(self.authorizationServers, token);
    if (issued === undefined) throw new Error("it was let in a moment ago");
    const { grant, scopes } = issued;
    return {
      principal: grant.subject,
      auth: { scopes, clientId: grant.clientId },
    };
  }
}

async function issuedBy(
  sources: readonly TokenSource[],
  token: string,
): Promise<IssuedToken | undefined> {
  for (const source of sources) {
    const issued = await source.active(token);
    if (issued !== undefined) return issued;
  }
  return undefined;
}

/** Where the metadata of a resource at a path are. */
function metadataPath(place: MetadataPlace, path: string): string {
  const wellKnown = "/.well-known/oauth-protected-resource";
  switch (place) {
    case "path":
      return wellKnown + path;
    case "root":
      return wellKnown;
    case "elsewhere":
      return "/about/this-resource.json";
  }
}

function messageOf({ text }: Asked): Message {
  try {
    return JSON.parse(text) as Message;
  } catch {
    return {};
  }
}

/** Tools that say who calls, and that take long enough to be interrupted. */
export function createWhoamiServer(): Server {
  return createServer({
    info: { name: "protected", version: "1.0.0" },
    onError() {},
    features: [
      tool("whoami", {}, (_, { principal, auth }) =>
        JSON.stringify({ principal, auth }),
      ),
      tool("write", {}, () => "written"),
    ],
  });
}
