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

/** How a person logs in from a terminal. */
export interface TerminalOptions {
  /**
   * What the page in the browser calls this program.
   *
   * @default "The program"
   */
  readonly name?: string;
  /**
   * The port of the redirect URI, where the authorization server has it
   * registered.
   *
   * @default that of a registered redirect URI, else any that is free
   */
  readonly port?: number;
  /**
   * The path of the redirect URI.
   *
   * @default that of a registered redirect URI, else `/callback`
   */
  readonly path?: string;
  /**
   * The host of a new redirect URI. Only this machine can be 127.0.0.1. Use
   * `localhost` for authorization servers that take no other.
   *
   * @default "127.0.0.1"
   */
  readonly host?: LoopbackHost;
  /**
   * How long a person may take, in milliseconds.
   *
   * @default 300_000 (5 minutes)
   */
  readonly timeoutMs?: number;
  /**
   * Opens the URL in a browser; `false` only prints it. Nothing is opened
   * without a screen, over ssh, or where `CI` is set. An error that it throws is
   * printed, and ends nothing.
   *
   * @default the browser of the system, or the one that `BROWSER` names
   */
  readonly open?: false | ((url: string) => unknown);
  /**
   * Tells the person something, the URL above all.
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
 * The login of a program at a terminal: the option `login` of `oauth`.
 *
 * It listens on this machine, opens the page of the authorization server in a
 * browser, and prints its URL, too. Then it waits until the browser comes back. Any
 * number of logins can wait at once: each takes what comes back with its own
 * `state`, and nothing else.
 *
 * When nobody comes back in time, the call that needed the login rejects with a
 * `TerminalLoginError`. Throws a TypeError for options that are not sound.
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

/** Shows the person a URL in every way there is; none of them has to work. */
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
