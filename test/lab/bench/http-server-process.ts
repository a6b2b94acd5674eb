import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { environmentWith, type Command } from "./pinned.ts";

/** A server in a process of its own, which tells its port and the size of its heap. */
export interface ServerProcess {
  readonly port: number;
  readonly pid: number | undefined;
  /** Bytes that are in use after a forced collection. */
  heap(): Promise<number>;
  /** A figure that the program tells of itself, by its name. */
  figure(name: string): Promise<number>;
  end(): Promise<void>;
}

/** Starts a program of ours that serves HTTP; resolves when it listens. */
export async function startServer(
  name: string,
  { command, args, nodeEnv }: Command,
): Promise<ServerProcess> {
  const child = spawn(command, args, {
    env: environmentWith(nodeEnv),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const figure = (asked: string): Promise<number> => {
    child.stdin.write(`${asked}\n`);
    return nextNumber(name, child);
  };
  return {
    port: await nextNumber(name, child),
    pid: child.pid,
    heap: () => figure("heap"),
    figure,
    end() {
      return new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      });
    },
  };
}

/** The number on the next line that a program prints. */
function nextNumber(
  name: string,
  child: ChildProcessByStdio<Writable, Readable, null>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error(`${name} has ended`));
    let line = "";
    const hear = (chunk: Buffer): void => {
      line += chunk.toString();
      if (!line.endsWith("\n")) return;
      child.off("exit", onExit);
      child.stdout.off("data", hear);
      resolve(Number(line));
    };
    child.once("exit", onExit);
    child.stdout.on("data", hear);
  });
}
