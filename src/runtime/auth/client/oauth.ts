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

/**
 * OAuth client for MCP servers that require authorization. One object serves
 * any number of transports.
 */
export interface OAuth extends HttpAuth {
  /**
   * Logs out of one server, or of every server that this object was used for.
   * Cancels running logins, deletes the stored tokens, and revokes them at
   * authorization servers that support it. Rejects with an AuthorizationError
   * if a revocation fails; the stored tokens are deleted even then.
   */
  signOut(url?: string | URL): Promise<void>;
  /**
   * Starts a login for a user of a web application. Redirect the user to the
   * `url` of the result; they must return to `redirectUri` within ten minutes.
   * Rejects with an AuthorizationError, and with a TypeError if the option
   * `redirectUri` is missing.
   */
  begin(url: string | URL): Promise<BegunLogin>;
  /**
   * Completes a login that `begin` started, perhaps in another process. Takes
   * the callback URL, absolute or from its path on. Resolves with the server
   * that the user is logged in at; transports use the tokens from their next
   * request on. Rejects with an AuthorizationError, also if the callback is
   * used twice.
   */
  finish(callback: string | URL): Promise<FinishedLogin>;
}

/** Result of a completed login. */
export interface FinishedLogin {
  /** URL of the MCP server. */
  readonly server: string;
}

/**
 * Creates an OAuth client: the `auth` option of `httpTransport`. It discovers
 * the authorization server and its requirements. Throws a TypeError for invalid
 * options.
 *
 * @see {@link
 * https://modelcontextprotocol.io/specification/draft/basic/authorization |
 * Authorization}
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
    throw new TypeError("begin and finish require the option redirectUri");
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

/** Waits for all promises, then rejects with the first error, if any. */
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

/**
 * Parses the callback URL. The platform's error would contain the URL with its
 * authorization code.
 */
function returnUrl(given: string | URL, base: string): URL {
  if (!URL.canParse(String(given), base))
    throw new TypeError("finish: expected the callback URL");
  return new URL(given, base);
}
