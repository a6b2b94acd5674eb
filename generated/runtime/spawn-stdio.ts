// The runtime of mcp-gen 0.1.0.

import { spawn, type ChildProcess } from "node:child_process";
import process from "node:process";
import { createByteStreamTransport } from "./byte-stream.js";
import type { Transport } from "./transport.js";

export interface SpawnStdioOptions {
  /** A program, started without a shell. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to the few variables that a server inherits. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** How long the server may take to leave, in milliseconds, before each firmer step. */
  readonly grace?: number;
  /** The longest line in bytes that is read. */
  readonly lineLimit?: number;
}

/** What a server needs to run; the rest of the environment may hold secrets. */
const inherited = [
  "APPDATA",
  "HOME",
  "HOMEDRIVE",
  "HOMEPATH",
  "LANG",
  "LOCALAPPDATA",
  "LOGNAME",
  "PATH",
  "PATHEXT",
  "PROGRAMFILES",
  "SHELL",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "TEMP",
  "TERM",
  "TMPDIR",
  "USER",
  "USERNAME",
  "USERPROFILE",
];

const defaultGrace = 2_000;

/**
 * Starts a server as a child process, and speaks to it over its standard input
 * and output. Its standard error is this process's own. A program that cannot
 * be started closes the transport with the reason.
 */
export function spawnStdio(options: SpawnStdioOptions): Transport {
  const {
    command,
    args = [],
    env,
    cwd,
    grace = defaultGrace,
    lineLimit,
  } = options;
  const child = spawn(command, args, {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...inheritedEnvironment(), ...env },
    ...(cwd !== undefined && { cwd }),
    windowsHide: true,
  });
  const stream = createByteStreamTransport(child.stdout, child.stdin, {
    ...(lineLimit !== undefined && { lineLimit }),
    schedule: (flush) => process.nextTick(flush),
  });
  return {
    start(receiver) {
      let failure: Error | undefined;
      child.on("error", (error) => (failure = error));
      stream.start({
        message: (value) => receiver.message(value),
        unreadable: (reason) => receiver.unreadable(reason),
        ended: () => receiver.ended(),
        closed: (error) => receiver.closed(failure ?? error),
      });
    },
    send: (message) => stream.send(message),
    async close() {
      await stream.close();
      // What it still says is read and dropped, for a full pipe would hold it.
      child.stdout.resume();
      await leave(child, grace);
    },
  };
}

function inheritedEnvironment(): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of inherited) {
    const value = process.env[name];
    // A shell function would be code that the child runs.
    if (value !== undefined && !value.startsWith("()"))
      environment[name] = value;
  }
  return environment;
}

/** Its input is closed: waits, then asks the child to end, then ends it. */
async function leave(child: ChildProcess, grace: number): Promise<void> {
  if (await exits(child, grace)) return;
  child.kill("SIGTERM");
  if (await exits(child, grace)) return;
  child.kill("SIGKILL");
  await exits(child, grace);
}

function exits(child: ChildProcess, within: number): Promise<boolean> {
  if (child.pid === undefined || hasExited(child)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const onExit = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      child.off("exit", onExit);
      resolve(hasExited(child));
    }, within);
    child.once("exit", onExit);
  });
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
