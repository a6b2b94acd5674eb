import { folderOf, type WindowsSystem } from "./path.ts";

/** How a batch file names its own folder. */
const ownFolder = ["%~dp0\\", "%dp0%\\"];

/** How the batch files of npm name Node, and where they say that it is Node. */
const runners = [
  ['"%_prog%"', 'SET "_prog=node"'],
  ['"%NODE_EXE%"', 'SET "NODE_EXE=node"'],
] as const;

/**
 * The script that a batch file of npm starts with Node, such as `npx.cmd` or what
 * npm writes for the commands of a package. Undefined for a batch file of any
 * other shape.
 */
export function findShimScript(
  file: string,
  system: WindowsSystem,
): string | undefined {
  const text = system.readFile(file);
  // Variables that the script would miss.
  if (text.includes("@SET ")) return undefined;
  for (const [runner, proof] of runners) {
    const target = text.includes(proof) ? readTarget(text, runner) : undefined;
    if (target === undefined) continue;
    const path = readVariable(target, text) ?? target;
    const script = inFolder(path, folderOf(file));
    if (script !== undefined && system.fileExists(script)) return script;
  }
  return undefined;
}

/** `a` of a last line that is `"%runner%" "a" %*`. */
function readTarget(text: string, runner: string): string | undefined {
  const line = text.trimEnd().split("\n").at(-1) ?? "";
  const start = line.indexOf(runner);
  if (start === -1 || !line.endsWith(" %*")) return undefined;
  const target = line.slice(start + runner.length, -" %*".length).trim();
  const isQuoted = target.startsWith('"') && target.endsWith('"');
  return isQuoted ? target.slice(1, -1) : undefined;
}

/** A path that a batch file gives relative to its own folder. */
function inFolder(path: string, folder: string): string | undefined {
  const prefix = ownFolder.find((one) => path.startsWith(one));
  if (prefix === undefined) return undefined;
  const rest = path.slice(prefix.length);
  const isPlain = !["%", "!", '"'].some((sign) => rest.includes(sign));
  return isPlain ? folder + rest : undefined;
}

/** What `SET "NAME=…"` first gives to `%NAME%`. */
function readVariable(reference: string, text: string): string | undefined {
  const start = `SET "${reference.slice(1, -1)}=`;
  const line = text
    .split("\n")
    .map((one) => one.trim())
    .find((one) => one.startsWith(start));
  return line?.endsWith('"') ? line.slice(start.length, -1) : undefined;
}
