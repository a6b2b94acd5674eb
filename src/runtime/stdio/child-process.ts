import process from "node:process";
import { passive } from "./signals.ts";
import {
  resolveWindowsCommand,
  type Environment,
  type ProgramCall,
} from "./windows.ts";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import type { Readable, Writable } from "node:stream";

export interface ProgramOptions {
  /** Program to start, without a shell. On Windows, it may be a script or a batch file. */
  readonly command: string;
  /** Arguments, without interpretation by a shell. */
  readonly args?: readonly string[];
  /** Environment variables in addition to the few that a server inherits. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Working directory.
   *
   * @default that of this process
   */
  readonly cwd?: string;
  /**
   * Destination of standard error. `inherit` writes it to standard error of this process.
   *
   * @default "inherit"
   */
  readonly stderr?: "inherit" | "ignore" | ((text: string) => void);
}

/** Child process with pipes for input and output. */
export interface Program extends ChildProcess {
  stdin: Writable;
  stdout: Readable;
}

/** Starts a program. An error is thrown, or emitted by the process. */
export function startProgram(options: ProgramOptions): Program {
  const { cwd, env = {}, stderr = "inherit" } = options;
  const environment = serverEnvironment(process.env, env, process.platform);
  const { command, args, verbatim } = resolve(options, environment);
  const common = {
    env: environment,
    ...(cwd !== undefined && { cwd }),
    // Starts a process group, so that descendants can be ended too.
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

/** Returns the error for a program that did not start: `cannot start "npx": …` */
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
  // Node adds the arguments to its error, and they may contain secrets.
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

/** Variables that a server needs. Other variables may contain secrets. */
const inherited = [
  "APPDATA",
  "COMSPEC",
  "HOME",
  "HOMEDRIVE",
  "HOMEPATH",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "LOCALAPPDATA",
  "LOGNAME",
  "PATH",
  "PATHEXT",
  "PROCESSOR_ARCHITECTURE",
  "PROGRAMFILES",
  "SHELL",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "TEMP",
  "TERM",
  "TMP",
  "TMPDIR",
  "TZ",
  "USER",
  "USERNAME",
  "USERPROFILE",
  "WINDIR",
];

/** Returns the inherited variables of `own`, with the given ones. */
export function serverEnvironment(
  own: Environment,
  given: Readonly<Record<string, string>>,
  platform: string,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of inherited) {
    const value = own[name];
    // A shell function is code that the child would run.
    if (value !== undefined && !value.startsWith("()")) {
      environment[name] = value;
    }
  }
  if (platform === "win32") {
    // Names have no case on Windows: of `Path` and `PATH`, the child would receive only
    // one.
    for (const name of Object.keys(given)) {
      delete environment[name.toUpperCase()];
    }
  }
  return { ...environment, ...given };
}

/**
 * True if programs start their own process group, so that they and their descendants can be
 * ended together.
 */
export function hasGroups(): boolean {
  return process.platform !== "win32";
}

/**
 * Sends a signal to every process of a group. Returns false if there is none. Signal 0 only
 * checks.
 */
export function signalGroup(
  group: number,
  signal: NodeJS.Signals | 0,
): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    // The group does not exist, or signals are not permitted.
    return false;
  }
}

/** Interval for checking if a group has ended, in milliseconds. */
const interval = 20;

/**
 * Ends the remaining processes of a group: by SIGTERM, unless `isAsked` says that they
 * received it, and by SIGKILL after `grace` milliseconds.
 */
export async function endGroup(
  group: number,
  grace: number,
  isAsked: boolean,
): Promise<void> {
  if (!signalGroup(group, isAsked ? 0 : "SIGTERM")) return;
  const end = performance.now() + grace;
  while (performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, interval));
    if (!signalGroup(group, 0)) return;
  }
  signalGroup(group, "SIGKILL");
}

/** Signals that a terminal sends to the processes in its foreground. */
const terminalSignals = ["SIGINT", "SIGQUIT", "SIGHUP"] as const;

const groups = new Set<number>();

/**
 * Forwards the terminal's signals to a group, which has no terminal. Returns a function
 * that stops this. Signals have their usual effect on this process.
 */
export function forwardTerminalSignals(group: number): () => void {
  if (groups.size === 0) watch();
  groups.add(group);
  return () => {
    if (groups.delete(group) && groups.size === 0) unwatch();
  };
}

function watch(): void {
  passive.add(forward);
  // First in the list: other listeners may check if they are the only one.
  for (const signal of terminalSignals)
    process.prependListener(signal, forward);
}

function unwatch(): void {
  for (const signal of terminalSignals) process.off(signal, forward);
}

function forward(signal: NodeJS.Signals): void {
  for (const group of groups) signalGroup(group, signal);
  unwatch();
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  // Wait until all listeners have received this signal.
  else
    process.nextTick(() => {
      if (groups.size > 0) watch();
    });
}
