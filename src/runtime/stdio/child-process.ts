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

/** What a server needs to run; the rest of the environment may hold secrets. */
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

/** The variables of `own` that a server inherits, and those that it is given. */
export function serverEnvironment(
  own: Environment,
  given: Readonly<Record<string, string>>,
  platform: string,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of inherited) {
    const value = own[name];
    // A shell function would be code that the child runs.
    if (value !== undefined && !value.startsWith("()")) {
      environment[name] = value;
    }
  }
  if (platform === "win32") {
    // There `Path` is `PATH`, and the child would get either.
    for (const name of Object.keys(given)) {
      delete environment[name.toUpperCase()];
    }
  }
  return { ...environment, ...given };
}

/**
 * Whether a program is started as the head of a group of processes: it and all
 * that it starts are ended together.
 */
export function hasGroups(): boolean {
  return process.platform !== "win32";
}

/** Signals every process of a group; whether there is any. Signal 0 only asks. */
export function signalGroup(
  group: number,
  signal: NodeJS.Signals | 0,
): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    // There is none, or none that may be signalled.
    return false;
  }
}

/** How often it is looked whether a group has ended, in milliseconds. */
const interval = 20;

/**
 * Ends what the head of a group has left behind: by SIGTERM, unless it was asked
 * so before, and what is still there after `grace` milliseconds by SIGKILL.
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

/** What a terminal sends to all that run in its foreground. */
const fromTerminal = ["SIGINT", "SIGQUIT", "SIGHUP"] as const;

const groups = new Set<number>();

/**
 * Hands on to a group what a terminal sends to this process, since it has no
 * terminal of its own; gives what ends that. This process does what it did before.
 */
export function followTerminal(group: number): () => void {
  if (groups.size === 0) watch();
  groups.add(group);
  return () => {
    if (groups.delete(group) && groups.size === 0) unwatch();
  };
}

function watch(): void {
  passive.add(handOn);
  // Before others, of whom some look whether they listen alone.
  for (const signal of fromTerminal) process.prependListener(signal, handOn);
}

function unwatch(): void {
  for (const signal of fromTerminal) process.off(signal, handOn);
}

function handOn(signal: NodeJS.Signals): void {
  for (const group of groups) signalGroup(group, signal);
  unwatch();
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  // The next may be at hand: it comes once this one was told to all.
  else
    process.nextTick(() => {
      if (groups.size > 0) watch();
    });
}
