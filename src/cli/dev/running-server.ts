import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { ServerCommand } from "./server-command.ts";
import { stopTree } from "./stop-tree.ts";

/** How long a server has to end: after its input, and after it was asked. */
const patience = { input: 500, signal: 2000 } as const;

/** A server that was started. */
export interface RunningServer {
  /** What it prints. */
  stdout: Readable;
  stderr: Readable;
  /** What it reads; undefined where it is given none. */
  stdin: Writable | undefined;
  /** How it ended, in words, once it has. */
  ended: Promise<string>;
  /** Ends it, and what it has started. */
  stop(): Promise<void>;
}

export interface StartOptions {
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  isWindows: boolean;
  /** Whether messages come on its standard input. */
  hasInput: boolean;
}

/** Starts a server, in a group of its own. */
export function startServer(
  { command, args, isShell }: ServerCommand,
  { cwd, env, isWindows, hasInput }: StartOptions,
): RunningServer {
  const child = spawn(command, [...args], {
    cwd,
    env: { ...env },
    // Windows finds programs such as npx, which are scripts, by its shell alone.
    shell: isShell || (isWindows && !/\.exe$/i.test(command)),
    detached: !isWindows,
    windowsHide: true,
    stdio: [hasInput ? "pipe" : "ignore", "pipe", "pipe"],
  });
  // What is written to a server that has just ended is lost, and told by its end.
  child.stdin?.on("error", () => undefined);
  const ended = endOf(child, isWindows);
  return {
    stdout: child.stdout as Readable,
    stderr: child.stderr as Readable,
    stdin: child.stdin ?? undefined,
    ended,
    async stop() {
      if (child.stdin) {
        child.stdin.end();
        if (await isOver(ended, patience.input)) return;
      }
      stopTree(child.pid, "SIGTERM", isWindows);
      if (await isOver(ended, patience.signal)) return;
      stopTree(child.pid, "SIGKILL", isWindows);
      await ended;
    },
  };
}

async function endOf(child: ChildProcess, isWindows: boolean): Promise<string> {
  try {
    const [code, signal] = (await once(child, "exit")) as [
      number | null,
      string | null,
    ];
    // What it has started would keep its ports, and its output open.
    if (!isWindows) stopTree(child.pid, "SIGKILL", isWindows);
    return signal === null ? `exit code ${code}` : signal;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whether something happens within so many milliseconds. */
export async function isOver(
  event: Promise<unknown>,
  milliseconds: number,
): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const isDone = await Promise.race([event.then(() => true), late]);
  clearTimeout(timer);
  return isDone;
}
