import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { commandsOf } from "../shell.ts";

/** A script of a page, and its working directories: at its start and at its end. */
export interface CommandRun {
  readonly command: string;
  readonly folders: readonly string[];
}

/**
 * Returns the files that commands read or run: those that a command names, those of the
 * npm script or the entry of `mcp.json` that it names, and all that these files name.
 */
export function reachedFiles(runs: readonly CommandRun[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const visit = (text: string, folders: readonly string[]): void => {
    for (const file of filesNamed(text, folders)) {
      if (reached.has(file)) continue;
      reached.add(file);
      visit(readFileSync(file, "utf8"), [dirname(file), ...folders]);
    }
  };
  for (const { command, folders } of runs)
    for (const words of commandsOf(command)) {
      const others = folders.flatMap((folder) => indirect(words, folder));
      visit([...words, ...others].join(" "), folders);
    }
  return reached;
}

/** Returns what a command runs that it names by another name than a path. */
function indirect(words: readonly string[], cwd: string): string[] {
  const [program, verb, name = ""] = words;
  const manifest = join(cwd, "package.json");
  if (program === "npm" && /^(test|run)$/.test(verb ?? "")) {
    if (!existsSync(manifest)) return [];
    const { scripts = {} } = readJson<{ scripts?: Record<string, string> }>(
      manifest,
    );
    return [scripts[verb === "test" ? "test" : name] ?? ""];
  }
  const list = join(cwd, "mcp.json");
  if (!words.includes("call") || !existsSync(list)) return [];
  const { mcpServers } = readJson<{
    mcpServers: Record<string, { args: string[] }>;
  }>(list);
  return words.flatMap((word) => mcpServers[word]?.args ?? []);
}

/** Returns the files of a text: `./a.js` is `a.ts`, and `dist/a.js` comes from `src/a.ts`. */
function filesNamed(text: string, folders: readonly string[]): string[] {
  const names = text.match(/[\w@./-]+\.(?:[cm]?[jt]s|json)\b/g) ?? [];
  return names.flatMap((name) => {
    const source = name.replace(/js$/, "ts");
    const spellings = [name, source, source.replace(/^dist\//, "src/")];
    return folders.flatMap((folder) =>
      spellings.map((spelling) => resolve(folder, spelling)).filter(isOwnFile),
    );
  });
}

function isOwnFile(path: string): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  return status?.isFile() === true && !path.includes("/node_modules/");
}

function readJson<Content>(file: string): Content {
  // Files of npm and of mcp-gen init.
  return JSON.parse(readFileSync(file, "utf8")) as Content;
}
