import { createHash } from "node:crypto";
import type { HttpAuth, Login } from "../../../../src/runtime/auth/index.ts";
import type { FetchLike } from "../../../../src/runtime/http-client.ts";

/** One request, as a host got it. */
export interface Asked {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly text: string;
  readonly form: URLSearchParams;
}

export type Host = (asked: Asked) => Response | Promise<Response>;

/** A net in memory, of hosts by their names, which writes down who was asked what. */
export interface Net {
  readonly fetch: FetchLike;
  readonly log: readonly Asked[];
  /** What a host was asked. */
  to(name: string): readonly Asked[];
}

export function createNet(hosts: Readonly<Record<string, Host>>): Net {
  const log: Asked[] = [];
  return {
    log,
    to: (name) => log.filter(({ url }) => url.hostname === name),
    fetch: async (target, { method = "GET", headers, body }) => {
      const url = new URL(target);
      const text = body == null ? "" : String(body);
      const asked = {
        url,
        method,
        headers: new Headers(headers),
        text,
        form: new URLSearchParams(text),
      };
      log.push(asked);
      const host = hosts[url.hostname];
      if (host === undefined) throw new TypeError("fetch failed");
      return await host(asked);
    },
  };
}

export const no = (): Response => new Response("no", { status: 404 });

export function redirect(location: string, status = 302): Response {
  return new Response(null, { status, headers: { location } });
}

/** What answers in place of a path. */
export type Answers = Readonly<Record<string, Host>>;

export interface Issued {
  readonly resource: string;
  readonly token: string;
}

export interface Issuer {
  readonly host: Host;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly issued: readonly Issued[];
}

/** An honest authorization server, but for what answers in its place; its secrets all say "secret". */
export function authorizationServer(
  issuer: string,
  { answers = {}, says = {} }: { answers?: Answers; says?: object } = {},
): Issuer {
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    ...says,
  };
  const codes = new Map<string, URLSearchParams>();
  const issued: Issued[] = [];
  const give = (resource: string): Response => {
    const token = `secret-token-${issuer}-${issued.length}`;
    issued.push({ resource, token });
    const refresh = `secret-refresh-${token}`;
    return Response.json({
      access_token: token,
      token_type: "Bearer",
      expires_in: 3_600,
      refresh_token: refresh,
    });
  };
  const usual: Answers = {
    "/.well-known/oauth-authorization-server": () => Response.json(metadata),
    "/register": ({ text }) =>
      Response.json(
        {
          ...JSON.parse(text),
          client_id: `client-of-${issuer}`,
          client_secret: "secret-of-client",
        },
        { status: 201 },
      ),
    "/authorize": ({ url: { searchParams: query } }) => {
      const code = `secret-code-${issuer}-${codes.size}`;
      codes.set(code, query);
      const back = new URL(query.get("redirect_uri") ?? "");
      back.searchParams.set("code", code);
      back.searchParams.set("state", query.get("state") ?? "");
      back.searchParams.set("iss", issuer);
      return redirect(back.href);
    },
    "/token": ({ form }) => {
      if (form.get("grant_type") === "refresh_token")
        return give(form.get("resource") ?? "");
      const code = form.get("code") ?? "";
      const query = codes.get(code);
      codes.delete(code);
      const verifier = form.get("code_verifier") ?? "";
      const hash = createHash("sha256").update(verifier).digest("base64url");
      if (!query || hash !== query.get("code_challenge"))
        return Response.json({ error: "invalid_grant" }, { status: 400 });
      return give(form.get("resource") ?? "");
    },
    "/revoke": () => new Response(),
  };
  const all = { ...usual, ...answers };
  return {
    metadata,
    issued,
    host: (asked) => (all[asked.url.pathname] ?? no)(asked),
  };
}

/** A protected MCP server, which lets in who has a token of its authorization server for it. */
export function protectedServer(
  url: string,
  issuer: Issuer,
  { answers = {}, says = {} }: { answers?: Answers; says?: object } = {},
): Host {
  const { pathname, origin } = new URL(url);
  const wellKnown = `/.well-known/oauth-protected-resource${pathname}`;
  const usual: Answers = {
    [wellKnown]: () =>
      Response.json({
        resource: url,
        authorization_servers: [issuer.metadata["issuer"]],
        ...says,
      }),
    [pathname]: ({ headers }) => {
      const token = headers.get("authorization")?.slice("Bearer ".length);
      const isKnown = issuer.issued.some(
        (one) => one.token === token && one.resource === url,
      );
      return isKnown
        ? Response.json({})
        : challenge(`resource_metadata="${origin}${wellKnown}"`);
    },
  };
  const all = { ...usual, ...answers };
  return (asked) => (all[asked.url.pathname] ?? no)(asked);
}

export function challenge(parameters: string, status = 401): Response {
  const headers = { "www-authenticate": `Bearer ${parameters}` };
  return new Response(null, { status, headers });
}

export interface Person extends Login {
  /** Where they were sent. */
  readonly visits: readonly URL[];
}

/** A person who consents to everything, and whose browser follows every redirect. */
export function person(
  net: Net,
  onReturn: (back: URL, asked: URL) => URL | Promise<URL> = (back) => back,
): Person {
  const visits: URL[] = [];
  const redirectUri = "http://127.0.0.1:33418/callback";
  return {
    visits,
    start: () =>
      Promise.resolve({
        redirectUri,
        async visit(url) {
          visits.push(url);
          return await onReturn(await browse(net, url, redirectUri), url);
        },
        end() {},
      }),
  };
}

/** Where a browser ends that follows redirects from a page. */
export async function browse(
  net: Net,
  from: URL,
  redirectUri: string,
): Promise<URL> {
  let at = from;
  for (let step = 0; step < 5; step++) {
    const { headers } = await net.fetch(at.href, {});
    at = new URL(headers.get("location") ?? "about:blank", at);
    if (at.href.startsWith(redirectUri)) return at;
  }
  throw new Error("nobody came back");
}

/** Sends one request as a transport does; gives its status. */
export async function enter(
  auth: HttpAuth,
  url: string,
  net: Net,
): Promise<number> {
  const closing = new AbortController().signal;
  const { fetch } = net;
  const send = auth.attach({
    url,
    fetch,
    closing,
    clock: { lost: 0 },
    warn() {},
  });
  const headers = { "content-type": "application/json" };
  return (await send(url, { method: "POST", headers, body: "{}" })).status;
}

/** All that a log or a debugger would show of an error. */
export function inWhole(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? "";
  const own = JSON.stringify(
    Object.getOwnPropertyNames(error).map((name) =>
      String(Object.getOwnPropertyDescriptor(error, name)?.value),
    ),
  );
  return `${String(error)}\n${own}\n${error.cause === undefined ? "" : inWhole(error.cause)}`;
}

/** What an attempt fails with, as a whole. */
export async function failureOf(attempt: Promise<unknown>): Promise<string> {
  return await attempt.then(
    (result) => {
      throw new Error(`it went well: ${String(result)}`);
    },
    (error: unknown) => inWhole(error),
  );
}
