import { existsSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { InputError, UsageError } from "../../base/diagnostics/error.ts";
import { suggest } from "../../base/diagnostics/nearest.ts";

/** How a server is started. */
export interface ServerCommand {
  command: string;
  args: readonly string[];
  /** A line for the shell, as it was typed; `args` is empty. */
  isShell: boolean;
  /** What it is called when it is spoken of. */
  label: string;
  /** The file that runs, where it is known. */
  file: string | undefined;
  /** Our own loader makes Node run it. */
  usesLoader: boolean;
}

/** What runs files in this place. */
export interface Runners {
  /** The path of Node. */
  node: string;
  /** What makes Node run TypeScript, where the project has nothing of its own. */
  loader: URL;
}

/**
 * The command of a server: one file, with arguments behind it; one word that is a command
 * line; or the words of a command. Throws a UsageError for none, and an InputError for a
 * file that is not there.
 */
export function serverCommand(
  words: readonly string[],
  cwd: string,
  runners: Runners,
): ServerCommand {
  const [first = "", ...rest] = words;
  if (first.trim() === "")
    throw new UsageError("nothing-to-do", "No server is named", {
      hint: 'name a file, or a command: mcp-gen dev src/server.ts, mcp-gen dev "uv run server.py"',
    });
  const path = resolve(cwd, first);
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  if (isModule(first) && isFile) {
    const isTypeScript = /\.[cm]?tsx?$/.test(path);
    const own = isTypeScript ? ownLoader(path) : undefined;
    const loader = own ?? runners.loader.href;
    const options = isTypeScript
      ? ["--enable-source-maps", "--import", loader]
      : [];
    return {
      command: runners.node,
      args: [...options, path, ...rest],
      isShell: false,
      label: first,
      file: path,
      usesLoader: isTypeScript && own === undefined,
    };
  }
  if (isModule(first) && !/\s/.test(first))
    throw new InputError("unreadable", `There is no file ${path}`, {
      hint:
        suggest(basename(first), namesIn(dirname(path))) ??
        "a path counts from the working directory",
    });
  const isLine = rest.length === 0 && /\s/.test(first) && !isFile;
  return {
    command: first,
    args: rest,
    isShell: isLine,
    label: words.join(" "),
    file: words.map((word) => resolve(cwd, word)).find(isModuleFile),
    usesLoader: false,
  };
}

function isModule(word: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(word);
}

function isModuleFile(path: string): boolean {
  return isModule(path) && existsSync(path);
}

/**
 * tsx where the project has it, for it knows more of the compiler's options than we do.
 * Node itself leaves types out from 22.18, but finds no `a.ts` for `./a.js`, and knows
 * neither enums nor `paths`.
 */
function ownLoader(path: string): string | undefined {
  try {
    return pathToFileURL(createRequire(path).resolve("tsx")).href;
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
