import { delayOption, pathOption } from "../../../http/shared/check-option.ts";
import {
  integerOption,
  type OptionNames,
  refuseOption,
  requireKnown,
} from "../../../protocol/sound-option.ts";
import { excerpt, toError } from "../../../protocol/errors.ts";
import type { Login } from "../../client/login.ts";
import { startAttempt } from "./attempt.ts";
import { isOverSsh, openBrowser, thisSystem } from "./browser.ts";
import type { LoopbackHost } from "./redirect-place.ts";

/** Options of `terminal`. */
export interface TerminalOptions {
  /**
   * Name of this program on the page in the browser.
   *
   * @default "The program"
   */
  readonly name?: string;
  /**
   * Port of the redirect URI, if it is registered at the authorization server.
   *
   * @default the port of a registered redirect URI, or else any free port
   */
  readonly port?: number;
  /**
   * Path of the redirect URI.
   *
   * @default the path of a registered redirect URI, or else `/callback`
   */
  readonly path?: string;
  /**
   * Host of a new redirect URI. 127.0.0.1 always means this machine. Use
   * `localhost` for authorization servers that accept no other host.
   *
   * @default "127.0.0.1"
   */
  readonly host?: LoopbackHost;
  /**
   * Timeout of the login, in milliseconds.
   *
   * @default 300_000 (5 minutes)
   */
  readonly timeoutMs?: number;
  /**
   * Opens the URL in a browser; `false` only prints it. By default, no browser
   * is opened without a screen, over ssh, or if `CI` is set. An error of this
   * function is printed and does not end the login.
   *
   * @default the browser of the system, or the one in `BROWSER`
   */
  readonly open?: false | ((url: string) => unknown);
  /**
   * Prints text for the user, such as the URL.
   *
   * @default prints to standard error
   */
  readonly print?: (text: string) => void;
}

const known: OptionNames<TerminalOptions> = {
  name: true,
  port: true,
  path: true,
  host: true,
  timeoutMs: true,
  open: true,
  print: true,
};

/**
 * Creates a login for a program at a terminal: the option `login` of `oauth`.
 *
 * It listens on loopback, opens the login page in a browser, prints its URL, and
 * waits for the callback. Any number of logins can wait at once: each one only
 * accepts the callback with its own `state`.
 *
 * If the user does not return in time, the call that needed the login rejects
 * with a `TerminalLoginError`. Throws a TypeError for invalid options.
 *
 * @example
 * const auth = oauth({
 *   login: terminal({ name: "Notes" }),
 *   store: fileStore("/home/ann/.notes/tokens.json"),
 * });
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8252 | RFC 8252: OAuth 2.0 for Native Apps}
 */
export function terminal(options: TerminalOptions = {}): Login {
  requireKnown("terminal", options, known);
  const { name = "The program", port, path, host = "127.0.0.1" } = options;
  const { print = printToStandardError, open } = options;
  if (typeof name !== "string") refuseOption("name", "a text", name);
  if (typeof print !== "function") refuseOption("print", "a function", print);
  if (open !== undefined && open !== false && typeof open !== "function")
    refuseOption("open", "false or a function", open);
  if (port !== undefined) portOption(port);
  if (path !== undefined) pathOption("path", path);
  if (!["127.0.0.1", "[::1]", "localhost"].includes(host))
    refuseOption("host", '"127.0.0.1", "[::1]" or "localhost"', host);
  const settings = {
    program: name,
    fixed: { host, port, path },
    timeoutMs: delayOption("timeoutMs", options.timeoutMs, 300_000),
    send: (url: string, at: number): Promise<void> =>
      send(url, at, print, open),
  };
  return {
    start: (known, signal) => startAttempt(known, signal, settings),
  };
}

function portOption(port: number): void {
  integerOption("port", port, undefined, 0);
  if (port > 65_535) refuseOption("port", "a port, up to 65535", port);
}

function printToStandardError(text: string): void {
  process.stderr.write(`${text}\n`);
}

/**
 * Prints the URL and tries to open it in a browser. A failure to open it does
 * not end the login.
 */
async function send(
  url: string,
  port: number,
  print: (text: string) => void,
  open: TerminalOptions["open"],
): Promise<void> {
  const system = thisSystem();
  const { host } = new URL(url);
  print(`To log in at ${host}, open this URL in a browser:\n\n  ${url}\n`);
  if (isOverSsh(system.env))
    print(
      `A browser on another machine reaches this one by: ssh -L ${port}:127.0.0.1:${port} (this machine)`,
    );
  if (open === false) return;
  try {
    if (open) await open(url);
    else await openBrowser(url, system);
  } catch (error) {
    print(`No browser was opened: ${excerpt(toError(error).message)}`);
  }
}
