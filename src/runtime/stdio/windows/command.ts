import { batchArguments } from "./batch.ts";
import {
  findFile,
  folderOf,
  hasEnding,
  programs,
  scripts,
  variable,
  type WindowsSystem,
} from "./path.ts";
import { findShimScript } from "./shim.ts";

/** What starts a program without a shell. */
export interface ProgramCall {
  readonly command: string;
  readonly args: readonly string[];
  /** Whether the arguments are quoted already. */
  readonly verbatim: boolean;
}

/**
 * How to start a command on Windows, be it a program, a script of Node, or a
 * batch file such as `npx.cmd`. A batch file that only starts a script of Node is
 * not run: its script is. Any other goes through cmd.exe, without which it cannot
 * run. Throws where nothing is found, and for arguments that a batch file would
 * not take as they are.
 */
export function resolveWindowsCommand(
  command: string,
  args: readonly string[],
  system: WindowsSystem,
): ProgramCall {
  const file = findFile(command, system);
  if (file === undefined) throw new Error("there is no such program");
  if (hasEnding(file, programs))
    return { command: file, args, verbatim: false };
  const script = hasEnding(file, scripts) ? file : findShimScript(file, system);
  if (script !== undefined) {
    const command = findNode(file, system);
    return { command, args: [script, ...args], verbatim: false };
  }
  const root = variable(system.env, "SYSTEMROOT") ?? "C:\\Windows";
  return {
    command: `${root}\\System32\\cmd.exe`,
    args: batchArguments(file, args),
    verbatim: true,
  };
}

/** The Node beside a file, as a batch file of npm has it, or the one in PATH. */
function findNode(file: string, system: WindowsSystem): string {
  const beside = `${folderOf(file)}node.exe`;
  const found = system.fileExists(beside)
    ? beside
    : findFile("node.exe", system);
  if (found === undefined) throw new Error("node.exe is not in PATH");
  return found;
}
