import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import { serverEnvironment } from "./environment.ts";
import { hasGroups } from "./process-group.ts";
import { resolveWindowsCommand, type ProgramCall } from "./windows/command.ts";

export interface ProgramOptions {
  /**
   * A program. It is started without a shell. On Windows it may be a script or a
   * batch file.
   */
  readonly command: string;
  /** Its arguments. No shell reads them. */
  readonly args?: readonly string[];
  /** Environment variables, beside the few that a server inherits. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * The folder that it runs in.
   *
   * @default that of this process
   */
  readonly cwd?: string;
  /**
   * What becomes of its standard error. `inherit` shows it on that of this
   * process.
   *
   * @default "inherit"
   */
  readonly stderr?: "inherit" | "ignore" | ((text: string) => void);
}

/** A child process with pipes to and from it. */
export interface Program extends ChildProcess {
  stdin: Writable;
  stdout: Readable;
}

/** Starts a program. Throws, or lets it emit, the reason why it cannot. */
export function startProgram(options: ProgramOptions): Program {
  const { cwd, env = {}, stderr = "inherit" } = options;
  const environment = serverEnvironment(process.env, env, process.platform);
  const { command, args, verbatim } = resolve(options, environment);
  const common = {
    env: environment,
    ...(cwd !== undefined && { cwd }),
    // The head of a group of processes, by which what it starts can be ended.
    detached: hasGroups(),
    windowsHide: true,
    windowsVerbatimArguments: verbatim,
  };
  if (typeof stderr === "string") {
    return spawn(command, args, { ...common, stdio: ["pipe", "pipe", stderr] });
  }
  const child = spawn(command, args, { ...common, stdio: "pipe" });
  child.stderr.setEncoding("utf8").on("data", stderr);
  return child;
}

/** Why a program could not be started: `cannot start "npx": …` */
export function startError(
  { command, cwd }: ProgramOptions,
  cause: unknown,
): Error {
  const isMissing =
    cause instanceof Error && "code" in cause && cause.code === "ENOENT";
  const reason = !isMissing
    ? String(cause instanceof Error ? cause.message : cause)
    : cwd !== undefined && !existsSync(cwd)
      ? `there is no folder ${JSON.stringify(cwd)} (ENOENT)`
      : "there is no such program (ENOENT)";
  // Node tells the arguments too, which may hold secrets.
  if (cause instanceof Error && "spawnargs" in cause) delete cause.spawnargs;
  return new Error(`cannot start ${JSON.stringify(command)}: ${reason}`, {
    cause,
  });
}

function resolve(
  { command, args = [], cwd }: ProgramOptions,
  env: Record<string, string>,
): ProgramCall {
  if (process.platform !== "win32") return { command, args, verbatim: false };
  return resolveWindowsCommand(command, args, {
    env,
    ...(cwd !== undefined && { cwd }),
    fileExists: (path) =>
      statSync(path, { throwIfNoEntry: false })?.isFile() === true,
    readFile: (path) => readFileSync(path, "utf8"),
  });
}
