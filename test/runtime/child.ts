import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  /** In milliseconds, since it was started. */
  readonly after: number;
}

/** A program under test, and all that it says. */
export interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  readonly pid: number;
  readonly exit: Promise<Exit>;
  stdout(): string;
  stderr(): string;
  /** The messages that it has written; throws when a line is none. */
  messages(): Record<string, unknown>[];
  send(...messages: object[]): void;
  /** Waits until it has said something on standard output or standard error. */
  says(text: string): Promise<void>;
}

export function startChild(file: string, options: object = {}): Child {
  const started = performance.now();
  const child = spawn(process.execPath, [file, JSON.stringify(options)]);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${file} cannot be started`);
  const said = { stdout: [] as string[], stderr: [] as string[] };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text) => said[name].push(text));
  }
  child.stdin.on("error", () => {});
  return {
    process: child,
    pid,
    exit: once(child, "close").then(([code, signal]) => ({
      code,
      signal,
      after: performance.now() - started,
    })),
    stdout: () => said.stdout.join(""),
    stderr: () => said.stderr.join(""),
    messages: () =>
      said.stdout
        .join("")
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line)),
    send(...messages) {
      const lines = messages.map(
        (message) => JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n",
      );
      child.stdin.write(lines.join(""));
    },
    async says(text) {
      const from = { stdout: 0, stderr: 0 };
      // What is looked for may begin in the chunk before.
      const isSaid = (name: "stdout" | "stderr"): boolean => {
        const found = said[name].slice(from[name]).join("").includes(text);
        from[name] = Math.max(0, said[name].length - 1);
        return found;
      };
      while (!isSaid("stdout") && !isSaid("stderr")) {
        if ((child.exitCode ?? child.signalCode) !== null)
          throw new Error("it has exited");
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
}

/** Whether a process of this id is there, dead but not waited for included. */
export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Whether a process of this id is at work: one that is dead may wait for long to be looked after. */
export function isAlive(pid: number): boolean {
  if (!isThere(pid)) return false;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return !stat.slice(stat.lastIndexOf(")")).startsWith(") Z");
  } catch {
    // It has gone, or this system tells of processes in another way.
    return isThere(pid);
  }
}
