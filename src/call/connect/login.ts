import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../diagnostics/error.ts";
import { optionalPeers } from "../../package.ts";
import type { OAuth, OAuthOptions } from "../../runtime/auth/index.ts";
import type { HttpAuth } from "../../runtime/http/client/auth.ts";
import type { FetchLike } from "../../runtime/http/client/fetch-like.ts";
import { ownFolder, type Home } from "../config/places.ts";
import type { HttpTarget } from "../server/target.ts";

/** How a person logs in. */
export interface LoginSettings {
  readonly home: Home;
  /** Whether a person can be sent to a browser: else only what is kept is used. */
  readonly isAllowed: boolean;
  /** Whether a browser is opened, or the address printed alone. */
  readonly opensBrowser: boolean;
  readonly print: (text: string) => void;
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
      const loggedIn = (): Promise<FetchLike> =>
        (loading ??= createLogin(target, settings).then((login) =>
          login.attach(transport),
        ));
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

/** Forgets the login at a server, and has its tokens revoked. */
export async function logOut(
  target: HttpTarget,
  settings: LoginSettings,
): Promise<void> {
  await (await createLogin(target, settings)).signOut(target.url);
}

/** A server that lets nobody in without a token, or wants more of one. */
function isChallenge({ status, headers }: Response): boolean {
  if (status === 401) return true;
  const challenge = headers.get("www-authenticate") ?? "";
  return status === 403 && /\bbearer\b|\bdpop\b/i.test(challenge);
}

async function createLogin(
  { url, login }: HttpTarget,
  settings: LoginSettings,
): Promise<OAuth> {
  const { oauth, memoryStore } =
    await import("../../runtime/auth/index.ts").catch(missingPackages);
  const { fileStore, terminal } = await import("../../runtime/auth/node.ts");
  const { home, isAllowed, opensBrowser, print } = settings;
  const { clientId, clientSecret, scopes, port } = login;
  const file = storePath(home);
  const options: OAuthOptions = {
    name: "mcp-gen",
    login: isAllowed
      ? terminal({
          name: "mcp-gen",
          print,
          ...(port !== undefined && { port }),
          ...(!opensBrowser && { open: false as const }),
        })
      : nobody,
    store:
      file === undefined
        ? memoryStore()
        : fileStore(file, { onWarning: ({ message }) => print(message) }),
    // A server on this machine has its authorization server there, too.
    allowLoopback: isLoopback(url),
    ...(scopes && { scopes }),
    ...(clientId !== undefined && {
      client: {
        id: clientId,
        ...(clientSecret !== undefined && { secret: clientSecret }),
      },
    }),
  };
  return oauth(options);
}

/** Where there is nobody to send to a browser. */
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
