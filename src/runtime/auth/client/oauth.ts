import type { HttpAuth } from "../../http/client/auth.ts";
import { ServerAccount } from "./account/account.ts";
import { attachAccount } from "./attach.ts";
import type { OAuthOptions } from "./options.ts";
import { dropLogins } from "./code-flow/pending-logins.ts";
import { revoke } from "./revoke.ts";
import { resolveOAuthOptions } from "./settings.ts";
import {
  beginWebLogin,
  finishWebLogin,
  returnedLogin,
  type BegunLogin,
} from "./code-flow/web-login.ts";

/** Logs in at servers that ask for it. One object serves any number of transports. */
export interface OAuth extends HttpAuth {
  /**
   * Logs out of a server, or of every one that this object was used for: ends a login
   * that is under way, forgets their tokens, and then has the authorization servers
   * that gave them revoke them, where they can. Rejects with an AuthorizationError
   * where one could not be told: what was kept here is gone all the same.
   */
  signOut(url?: string | URL): Promise<void>;
  /**
   * Begins a login at a server for a person at a web application: they are to be
   * sent to the `url` that it resolves with, and come back to `redirectUri` within
   * ten minutes. Rejects with an AuthorizationError; throws a TypeError without
   * `redirectUri` among the options.
   */
  begin(url: string | URL): Promise<BegunLogin>;
  /**
   * Ends a login that `begin` began, perhaps in another process: takes the URL that
   * the person came back to, as a whole or from its path on. Resolves with the
   * server that they are logged in at; transports go on with their next request.
   * Rejects with an AuthorizationError, also for who comes back twice.
   */
  finish(callback: string | URL): Promise<FinishedLogin>;
}

/** What a login came to. */
export interface FinishedLogin {
  /** The address of the MCP server. */
  readonly server: string;
}

/**
 * Logs in at servers that ask for it: the `auth` of `httpTransport`. What to do it
 * finds out from the server. Throws a TypeError for options that are not sound.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization | Authorization}
 */
export function oauth(options: OAuthOptions): OAuth {
  const settings = resolveOAuthOptions(options);
  const { store, way } = settings;
  const accounts = new Map<string, ServerAccount>();
  const accountOf = (given: string | URL): ServerAccount => {
    const url = serverUrl(given);
    const account = accounts.get(url) ?? new ServerAccount(url, settings);
    accounts.set(url, account);
    return account;
  };
  const redirectUri = (): string => {
    if (way.kind === "web") return way.redirectUri;
    throw new TypeError("begin and finish need the option redirectUri");
  };
  const leave = async (account: ServerAccount): Promise<void> => {
    await dropLogins(store, account.url);
    const given = await account.forget();
    await allOf(
      given.map(({ discovery, tokens }) => revoke(settings, discovery, tokens)),
    );
  };
  return {
    attach: (transport) => attachAccount(accountOf(transport.url), transport),
    async signOut(url) {
      const left =
        url === undefined ? [...accounts.values()] : [accountOf(url)];
      await allOf(left.map(leave));
    },
    begin: async (url) =>
      beginWebLogin(accountOf(url), settings, redirectUri()),
    async finish(callback) {
      const { searchParams } = returnUrl(callback, redirectUri());
      const pending = await returnedLogin(settings, searchParams);
      const { url: server } = pending;
      await finishWebLogin(accountOf(server), settings, pending, searchParams);
      return { server };
    },
  };
}

/** Waits for each, and rejects with what the first of them rejected with. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  for (const end of await Promise.allSettled(works))
    if (end.status === "rejected") throw end.reason;
}

function serverUrl(given: string | URL): string {
  if (!URL.canParse(String(given)))
    throw new TypeError("url: expected the absolute URL of an MCP server");
  const url = new URL(given);
  url.hash = "";
  return url.href;
}

/** The error of `URL` itself repeats what it was given, which has a code in it. */
function returnUrl(given: string | URL, base: string): URL {
  if (!URL.canParse(String(given), base))
    throw new TypeError("finish: expected the URL that a person came back to");
  return new URL(given, base);
}
