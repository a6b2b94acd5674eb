import { accessSync, constants, existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { UsageError } from "../../../base/diagnostics/error.ts";
import { suggest } from "../../../base/diagnostics/nearest.ts";
import { packageRoot } from "../../../base/package.ts";
import {
  entriesOfFile,
  findEntries,
  type FoundEntries,
} from "../config/find.ts";
import type { Variables } from "../config/variables.ts";
import { addressTarget, isServerAddress } from "./address.ts";
import { entryTarget } from "./entry.ts";
import type { ProgramTarget, ServerTarget } from "./target.ts";
import { splitWords } from "./words.ts";

/** Which server is meant. */
export interface ServerChoice {
  /** A command line, an address, the name of an entry, or a file to run. */
  readonly word?: string | undefined;
  /** A command line that is in words already. */
  readonly words?: readonly string[] | undefined;
  /** The one file that entries are looked for in. */
  readonly config?: string | undefined;
  /** The folder that paths count from. */
  readonly cwd: string;
}

/**
 * Finds the server that is meant: an address; an entry of a file; a command line. Throws
 * a UsageError for none of them, with the entry of the nearest name.
 */
export async function resolveServer(
  choice: ServerChoice,
  variables: Variables,
): Promise<ServerTarget> {
  const { word, words, config, cwd } = choice;
  const { platform, env } = variables.home;
  if (words !== undefined) return commandTarget(words, cwd);
  if (word !== undefined && config === undefined && isServerAddress(word))
    return addressTarget(word);
  const found = (): FoundEntries =>
    config === undefined
      ? findEntries(cwd, variables.home)
      : entriesOfFile(config, cwd);
  if (word === undefined || word.trim() === "") throw unnamed(found());
  const isPath = /[\\/]/.test(word);
  if (config === undefined && isPath && isFile(resolve(cwd, word)))
    return fileTarget(word, cwd);
  const { entries, files, problems } = found();
  for (const problem of problems) variables.note(problem);
  const entry = entries.find(({ name }) => name === word);
  if (entry) return entryTarget(entry, cwd, variables);
  const names = entries.map(({ name }) => name);
  if (config !== undefined) throw unknownEntry(word, names, files);
  if (isFile(resolve(cwd, word)) && isScript(word))
    return fileTarget(word, cwd);
  const line = splitWords(word, platform);
  const [program = ""] = line.filter((one) => !isVariable(one));
  // Of several words it is certain that they are a command line.
  if (line.length > 1 || isPath || isOnPath(program, env["PATH"], platform))
    return commandTarget(line, cwd);
  throw unknownEntry(word, names, files);
}

/** A command line, before which variables may be set. */
function commandTarget(words: readonly string[], cwd: string): ProgramTarget {
  const first = words.findIndex((one) => !isVariable(one));
  const variables = first < 0 ? words : words.slice(0, first);
  const [command, ...args] = first < 0 ? [] : words.slice(first);
  if (command === undefined)
    throw new UsageError("unknown-server", "The command line has no program");
  const env = Object.fromEntries(
    variables.map((one) => {
      const at = one.indexOf("=");
      return [one.slice(0, at), one.slice(at + 1)];
    }),
  );
  const alone = args.length === 0 && isScript(command);
  return alone
    ? { ...fileTarget(command, cwd), env }
    : { kind: "program", command, args, env, cwd };
}

function isVariable(word: string): boolean {
  return /^[A-Za-z_]\w*=/.test(word);
}

/** A file that runs by itself, or one that Node or Python runs. */
function fileTarget(file: string, cwd: string): ProgramTarget {
  const base = { kind: "program", env: {}, cwd } as const;
  if (/\.[cm]?[jt]s$/.test(file)) {
    const loader = file.endsWith("ts") ? loaderFor(resolve(cwd, file)) : [];
    return { ...base, command: "node", args: [...loader, file] };
  }
  if (/\.py$/.test(file) && !isExecutable(resolve(cwd, file)))
    return { ...base, command: "python3", args: [file] };
  return { ...base, command: resolve(cwd, file), args: [] };
}

/**
 * What makes Node run TypeScript: tsx where the project has it, else what `dev` runs it
 * with. Node itself does so from 22.18 on, for what has nothing but types to leave out.
 */
function loaderFor(path: string): string[] {
  try {
    const tsx = createRequire(path).resolve("tsx");
    return ["--import", pathToFileURL(tsx).href];
  } catch {
    const own = new URL("dist/typescript.js", packageRoot);
    return existsSync(own) ? ["--import", own.href] : [];
  }
}

function isScript(word: string): boolean {
  return /\.([cm]?[jt]s|py)$/.test(word);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isOnPath(
  program: string,
  path: string | undefined,
  platform: string,
): boolean {
  const endings = platform === "win32" ? ["", ".exe", ".cmd", ".bat"] : [""];
  return (path ?? "")
    .split(delimiter)
    .filter(Boolean)
    .some((folder) =>
      endings.some((ending) => existsSync(join(folder, program + ending))),
    );
}

function unnamed({ entries }: FoundEntries): UsageError {
  const names = entries.map(({ name }) => name);
  return new UsageError("unknown-server", "No server is named", {
    hint:
      names.length > 0
        ? `the configuration here has ${listed(names)}`
        : 'name one: mcp-gen call "node server.js", mcp-gen call https://…',
  });
}

function unknownEntry(
  word: string,
  names: readonly string[],
  files: readonly string[],
): UsageError {
  const near = suggest(word, names);
  const [only] = files;
  const where = files.length === 1 ? only : "any mcp.json from here";
  const hint =
    near ??
    (names.length > 0
      ? `there are ${listed(names)}`
      : 'a command line is one word: "npx -y some-server"');
  const message =
    files.length === 0
      ? `There is no server ${JSON.stringify(word)}: no program of that name, and no mcp.json`
      : `There is no server ${JSON.stringify(word)} in ${where}`;
  return new UsageError("unknown-server", message, { hint });
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 10).join(", ");
  return names.length > 10 ? `${shown}, …` : shown;
}
