import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Assignment } from "../../call/params/assignment.ts";
import type { CallRequest } from "../../call/request.ts";
import { UsageError } from "../../../base/diagnostics/error.ts";
import { unreadableError } from "../../../base/unreadable.ts";
import type { Format } from "../flags.ts";

/** What stands on the command line besides options. */
export interface CallWords {
  /** Before `--`. */
  readonly words: readonly string[];
  /** Behind `--`: a command line. */
  readonly command: readonly string[] | undefined;
}

/** The options of `call`, as commander reads them. */
export interface CallFlags {
  readonly arg: readonly Assignment[];
  readonly text: readonly Assignment[];
  readonly asIs?: true;
  readonly config?: string;
  readonly revision: readonly string[];
  readonly header: readonly string[];
  readonly env: readonly string[];
  readonly cwd?: string;
  readonly answer: readonly string[];
  readonly root: readonly string[];
  readonly sampling?: true;
  readonly logLevel?: CallRequest["logLevel"];
  readonly timeout?: number;
  readonly login?: boolean;
  readonly logout?: true;
  readonly browser: boolean;
  readonly clientId?: string;
  readonly scope: readonly string[];
  readonly redirectPort?: number;
  readonly quiet?: true;
  readonly out?: string;
  readonly format: Format;
}

interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What the command line asks for. Throws a UsageError, or an InputError for a file of headers. */
export function callRequest(
  { words, command }: CallWords,
  flags: CallFlags,
  { cwd, env }: Surroundings,
): CallRequest {
  const [word, method, ...rest] =
    command === undefined ? words : [undefined, ...words];
  const isCommand = isPartOfCommand(method, cwd, command);
  const [argument] = rest;
  if (argument?.includes("=") && command === undefined && !isCommand)
    throw noSign(argument);
  if (rest.length > 0 || isCommand)
    throw tooMany([word, method, ...rest], command);
  const assignments = [...flags.arg, ...flags.text];
  if (flags.logout && (method !== undefined || assignments.length > 0))
    throw new UsageError(
      "invalid-option",
      "--logout calls nothing: it goes without a method and its arguments",
    );
  const secret = env["MCP_CLIENT_SECRET"] || undefined;
  return {
    server: { word, words: command, config: flags.config },
    method,
    assignments,
    isAsIs: flags.asIs === true,
    format: flags.format,
    revisions: flags.revision,
    headers: headersOf(flags.header, cwd),
    variables: flags.env,
    folder: flags.cwd,
    answers: answersOf(flags.answer),
    roots: flags.root,
    isModel: flags.sampling === true,
    logLevel: flags.logLevel,
    timeoutMs: flags.timeout === undefined ? undefined : flags.timeout * 1_000,
    login: flags.login,
    opensBrowser: flags.browser,
    isLogout: flags.logout === true,
    client: {
      id: flags.clientId,
      // A secret among the arguments would be seen by all who list processes.
      secret: flags.clientId === undefined ? undefined : secret,
      port: flags.redirectPort,
      scopes: flags.scope,
    },
    isQuiet: flags.quiet === true,
    out: flags.out,
  };
}

/** A file is no method: `call node server.js` means a command line. */
function isPartOfCommand(
  method: string | undefined,
  cwd: string,
  command: readonly string[] | undefined,
): boolean {
  if (method === undefined || command !== undefined) return false;
  const path = resolve(cwd, method);
  return (
    /\.\w+$/.test(method) &&
    statSync(path, { throwIfNoEntry: false })?.isFile() === true
  );
}

/** Its value is not shown: it may be a secret. */
function noSign(argument: string): UsageError {
  const key = argument.slice(0, argument.indexOf("="));
  return new UsageError(
    "invalid-option",
    "There are more words than a server and a method",
    { hint: `an argument has a sign before it: --arg ${key}=…` },
  );
}

function tooMany(
  words: readonly (string | undefined)[],
  command: readonly string[] | undefined,
): UsageError {
  const line = words.filter((one) => one !== undefined).join(" ");
  return new UsageError(
    "invalid-option",
    "There are more words than a server and a method",
    {
      hint:
        command === undefined
          ? `a command line is one word, or stands behind --: mcp-gen call "${line}"`
          : "before -- there is the method alone",
    },
  );
}

/** `Name: value`, or `@file` with one to a line. */
function headersOf(
  given: readonly string[],
  cwd: string,
): Record<string, string> {
  const lines = given.flatMap((one) =>
    one.startsWith("@") ? linesOf(resolve(cwd, one.slice(1))) : [one],
  );
  return Object.fromEntries(
    lines.map((one) => {
      const at = one.indexOf(":");
      if (at > 0) return [one.slice(0, at).trim(), one.slice(at + 1).trim()];
      // Not shown: it may be a token.
      throw new UsageError("invalid-option", "A header is no header", {
        hint: '--header "Name: value"',
      });
    }),
  );
}

function linesOf(file: string): string[] {
  try {
    const text = readFileSync(file, "utf8");
    return text.split(/\r?\n/).filter((one) => one.trim() !== "");
  } catch (cause) {
    throw unreadableError(file, cause);
  }
}

/** The texts for each field, in their order. */
function answersOf(given: readonly string[]): Map<string, string[]> {
  const answers = new Map<string, string[]>();
  for (const one of given) {
    const at = one.indexOf("=");
    if (at < 1)
      throw new UsageError(
        "invalid-argument",
        `--answer ${JSON.stringify(one)} names no field`,
        {
          hint: "--answer field=value, once for each field, or for each of several choices",
        },
      );
    const name = one.slice(0, at);
    answers.set(name, [...(answers.get(name) ?? []), one.slice(at + 1)]);
  }
  return answers;
}
