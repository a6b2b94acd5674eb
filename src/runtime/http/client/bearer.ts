import type { Awaitable } from "../../protocol/answer.ts";
import { headerRecord } from "../shared/header-record.ts";
import type { HttpAuth } from "./auth.ts";
import { drop } from "./fetch-answer.ts";
import { requireSecretUrl } from "../shared/loopback.ts";

/**
 * Sends a token that the program has already: as text, or as a function that gives
 * it for each request. The function is asked once more when a request is answered
 * 401, with the token that was refused; the request goes again if it gives another
 * then. Undefined is none. No token goes to another origin than the server's, or to
 * an `http:` address that is not loopback: `httpTransport` throws
 * a TypeError then.
 *
 * @example
 * const auth = bearer(() => process.env["TOKEN"]);
 * await client.connect(httpTransport({ url: "https://example.com/mcp", auth }));
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization#access-token-usage | Access Token Usage}
 */
export function bearer(
  token: string | ((refused?: string) => Awaitable<string | undefined>),
): HttpAuth {
  if (typeof token !== "function") requireToken(token);
  const give = async (refused?: string): Promise<string | undefined> => {
    const given = typeof token === "function" ? await token(refused) : token;
    return given === undefined ? given : requireToken(given);
  };
  return {
    check: (url) => requireSecretUrl(url, "bearer: the token"),
    attach: ({ url, fetch }) => {
      const { origin } = new URL(url);
      return async (target, init) => {
        if (new URL(target).origin !== origin) return fetch(target, init);
        const send = (sent: string | undefined): Promise<Response> => {
          if (sent === undefined) return fetch(target, init);
          const headers = new Headers(init.headers);
          headers.set("authorization", `Bearer ${sent}`);
          return fetch(target, { ...init, headers: headerRecord(headers) });
        };
        const first = await give();
        const response = await send(first);
        if (response.status !== 401) return response;
        const second = await give(first);
        if (second === first || second === undefined) return response;
        drop(response);
        return send(second);
      };
    },
  };
}

/** What no header can hold is refused here: elsewhere an error would show it. */
function requireToken(token: unknown): string {
  if (typeof token === "string" && /^[\x21-\x7e]+$/.test(token)) return token;
  const kind = typeof token === "string" ? "another text" : typeof token;
  throw new TypeError(
    `bearer: a token is a text of visible ASCII characters, without spaces, not ${kind}`,
  );
}
