import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../../base/diagnostics/error.ts";
import { optionalPeers } from "../../../base/package.ts";
import type {
  AuthStore,
  OAuth,
  OAuthOptions,
} from "../../../runtime/auth/index.ts";
import type { HttpAuth, FetchLike } from "../../../runtime/http/client/auth.ts";
import { ownFolder, type Home } from "../config/places.ts";
import type { HttpTarget } from "../server/target.ts";
import {
  clientsAt,
  forgetClients,
  storeOfClient,
  type LoginClient,
} from "./login-clients.ts";

/** How a person logs in. */
export interface LoginSettings {
  readonly home: Home;
  /** Whether a person can be sent to a browser: else only what is kept is used. */
  readonly isAllowed: boolean;
  /** Whether a browser is opened, or the address printed alone. */
  readonly opensBrowser: boolean;
  readonly print: (text: string) => void;
  /** What is called, as it was named. */
  readonly method?: string | undefined;
  /** For a client that logged in with one; `$MCP_CLIENT_SECRET`. */
  readonly secret?: string | undefined;
}

/**
 * Logs in at a server that asks for it. What that takes is loaded when a server does,
 * or where a login is kept: most servers ask for none.
 */
export function loginWhenAsked(
  target: HttpTarget,
  settings: LoginSettings,
): HttpAuth {
  return {
    attach(transport) {
      let loading: Promise<FetchLike> | undefined;
      let refused: string | null = null;
      const watched: FetchLike = async (url, init) => {
        const response = await transport.fetch(url, init);
        if (response.status === 403)
          refused = response.headers.get("www-authenticate");
        return response;
      };
      const start = async (): Promise<FetchLike> => {
        const login = await createLogin(target, settings, () => refused);
        return login.attach({ ...transport, fetch: watched });
      };
      const loggedIn = (): Promise<FetchLike> => (loading ??= start());
      if (existsSync(storePath(settings.home) ?? ""))
        // Without the packages, it is told when the server asks.
        loggedIn().catch(() => undefined);
      return async (url, init) => {
        const send = await loading?.catch(() => undefined);
        if (send) return send(url, init);
        const response = await transport.fetch(url, init);
        if (!isChallenge(response)) return response;
        const next = await loggedIn();
        await response.body?.cancel();
        return next(url, init);
      };
    },
  };
}

/**
 * Forgets every login at a server, whichever client it was of, and has the tokens
 * revoked. Whether there was one. Rejects with an AuthorizationError where the
 * authorization server could not be told: what was kept here is gone all the same,
 * unless the store itself failed.
 */
export async function logOut(
  target: HttpTarget,
  settings: LoginSettings,
): Promise<boolean> {
  const { url, login } = target;
  const file = storePath(settings.home);
  if (file === undefined || !existsSync(file)) return false;
  const store = await openStore(settings);
  const known = await clientsAt(store, url);
  const ids = [...known.map(({ id }) => id), "", login.clientId ?? ""];
  let isFound = known.length > 0;
  const failures: unknown[] = [];
  for (const id of new Set(ids)) {
    const client = known.find((one) => one.id === id) ?? clientOf(target, id);
    const own = storeOfClient(store, url, client, () => (isFound = true));
    const auth = await createOAuth(target, settings, client, own, nobody);
    await auth.signOut(url).catch((error: unknown) => failures.push(error));
  }
  await forgetClients(store, url);
  if (failures.length > 0) throw failures[0];
  return isFound;
}

/** A server that lets nobody in without a token, or wants more of one. */
function isChallenge({ status, headers }: Response): boolean {
  if (status === 401) return true;
  const challenge = headers.get("www-authenticate") ?? "";
  return status === 403 && /\bbearer\b|\bdpop\b/i.test(challenge);
}

/** The login of the client that is named, or of the one that logged in last. */
async function createLogin(
  target: HttpTarget,
  settings: LoginSettings,
  refused: () => string | null,
): Promise<OAuth> {
  const { isAllowed, opensBrowser, print } = settings;
  const { url, login } = target;
  const store = await openStore(settings);
  const [last] = await clientsAt(store, url);
  const client =
    login.clientId === undefined && last
      ? last
      : clientOf(target, login.clientId ?? "");
  const port = login.port ?? client.port;
  const { terminal } = await import("../../../runtime/auth/node.ts");
  const way = isAllowed
    ? terminal({
        name: "mcp-gen",
        print,
        ...(port !== undefined && { port }),
        ...(!opensBrowser && { open: false as const }),
      })
    : { start: () => refuseToAsk(refused(), settings) };
  const own = storeOfClient(store, url, client);
  return createOAuth(target, settings, client, own, way);
}

/** A client as it is named where the server is. */
function clientOf({ login }: HttpTarget, id: string): LoginClient {
  const { clientSecret, port } = login;
  return {
    id,
    hasSecret: id !== "" && clientSecret !== undefined,
    ...(id !== "" && port !== undefined && { port }),
  };
}

async function openStore({ home, print }: LoginSettings): Promise<AuthStore> {
  const { memoryStore } = await loadAuth();
  const { fileStore } = await import("../../../runtime/auth/node.ts");
  const file = storePath(home);
  return file === undefined
    ? memoryStore()
    : fileStore(file, { onWarning: ({ message }) => print(message) });
}

async function createOAuth(
  { url, login }: HttpTarget,
  settings: LoginSettings,
  { id, hasSecret }: LoginClient,
  store: AuthStore,
  way: NonNullable<OAuthOptions["login"]>,
): Promise<OAuth> {
  const { oauth } = await loadAuth();
  const { clientId, clientSecret, scopes } = login;
  // A secret goes to who logged in with one, and to nobody else.
  const kept = hasSecret ? settings.secret : undefined;
  const secret = id === clientId ? (clientSecret ?? kept) : kept;
  return oauth({
    ...{ name: "mcp-gen", login: way, store },
    // A server on this machine has its authorization server there, too.
    allowLoopback: isLoopback(url),
    ...(scopes && { scopes }),
    ...(id !== "" && {
      client: { id, ...(secret !== undefined && { secret }) },
    }),
  });
}

function loadAuth(): Promise<typeof import("../../../runtime/auth/index.ts")> {
  return import("../../../runtime/auth/index.ts").catch(missingPackages);
}

/** Where there is nobody to send to a browser; who is logged in may lack a scope. */
async function refuseToAsk(
  refused: string | null,
  { method = "the request" }: LoginSettings,
): Promise<never> {
  const { bearerChallenge } =
    await import("../../../runtime/auth/client/discovery/challenge.ts");
  const scopes = bearerChallenge(refused)?.scope ?? [];
  if (scopes.length === 0) return nobody.start();
  throw new Error(
    `logged in, and ${method} also needs ${scopes.join(" ")}: run it at a terminal, or with --login`,
  );
}

const nobody = {
  start: () =>
    Promise.reject(
      new Error(
        "nobody is at a terminal: log in at one first, or give the option --login",
      ),
    ),
} as const;

/** The file with the logins; undefined where the person has no folder. */
function storePath(home: Home): string | undefined {
  const folder = ownFolder(home);
  return folder === undefined ? undefined : join(folder, "logins.json");
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

/** Says what has to be installed, where the optional package is not. */
function missingPackages(error: unknown): never {
  const isMissing =
    error instanceof Error &&
    "code" in error &&
    error.code === "ERR_MODULE_NOT_FOUND";
  if (!isMissing) throw error;
  const name = "oauth4webapi";
  const wanted = `${name}@${optionalPeers()[name] ?? "*"}`;
  throw new UsageError(
    "invalid-option",
    `The server asks for a login, and the package for that is not installed: ${name}`,
    {
      hint: `npm install "${wanted}", or npx -p mcp-gen -p "${wanted}" mcp-gen call …; or give a token: --header "Authorization: Bearer …"`,
    },
  );
}
