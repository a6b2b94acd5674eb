import { createHash } from "node:crypto";

/** Kind of page that the listener sends. */
export type PageKind =
  /** Successful callback. */
  | "back"
  /** Callback with an error. */
  | "refused"
  /** No pending login has this `state`. */
  | "unknown"
  /** Unknown path. */
  | "nothing"
  /** The `Host` header is not a loopback name. */
  | "foreign"
  /** The method is not GET or HEAD. */
  | "method";

interface PageText {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

/**
 * Returns the text of a page. It contains nothing from the request, which is
 * not validated yet, and does not claim that the login succeeded.
 */
function textOf(kind: PageKind, program: string): PageText {
  switch (kind) {
    case "back":
      return {
        status: 200,
        title: "You are back",
        text: `Go back to where ${program} waits: it says how the login ended. You can close this window.`,
      };
    case "refused":
      return {
        status: 200,
        title: "No login",
        text: `The login was refused, or it failed: ${program} says more. You can close this window.`,
      };
    case "unknown":
      return {
        status: 400,
        title: "No such login",
        text: `${program} does not wait for this login, or it is over already. Nothing was done. You can close this window.`,
      };
    case "nothing":
      return {
        status: 404,
        title: "Not found",
        text: "There is nothing here.",
      };
    case "foreign":
      return {
        status: 403,
        title: "Forbidden",
        text: "This page is only available on this machine, under its own host names.",
      };
    case "method":
      return {
        status: 405,
        title: "Method not allowed",
        text: "Use GET or HEAD.",
      };
  }
}

const style =
  "body{font:1.1em/1.5 system-ui,sans-serif;max-width:32em;margin:15vh auto;padding:0 1em;color-scheme:light dark}";

/** Returns the content security policy: only the inline style is allowed. */
function policy(): string {
  const hash = createHash("sha256").update(style).digest("base64");
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Response of the listener. */
export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Returns a page. `program` is the name of the program as the user knows it.
 */
export function pageOf(kind: PageKind, program: string): Page {
  const { status, title, text } = textOf(kind, program);
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${style}</style>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
</html>
`;
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-length": String(Buffer.byteLength(body)),
      "content-security-policy": policy(),
      // The URL of the page contains the authorization code.
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      connection: "close",
      ...(kind === "method" && { allow: "GET, HEAD" }),
    },
    body,
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
