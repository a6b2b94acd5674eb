import type { AuthTransport, HttpAuth } from "../../http/client/auth.ts";
import type { FetchLike } from "../../http/client/options.ts";
import { Account } from "./account.ts";
import { attachAccount } from "./attach.ts";
import type { OAuthOptions } from "./options.ts";
import { resolveOAuthOptions } from "./settings.ts";

/** Logs in at servers that ask for it. One object serves any number of transports. */
export interface OAuth extends HttpAuth {}

/**
 * Logs in at servers that ask for it, by what each says of itself. Throws a
 * TypeError for options that make no sense.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization | Authorization}
 */
export function oauth(options: OAuthOptions): OAuth {
  const settings = resolveOAuthOptions(options);
  const accounts = new Map<string, Account>();
  const accountOf = (url: string): Account => {
    const { href } = new URL(url);
    const account = accounts.get(href) ?? new Account(href, settings);
    accounts.set(href, account);
    return account;
  };
  return {
    attach: (transport: AuthTransport): FetchLike =>
      attachAccount(accountOf(transport.url), transport),
  };
}
