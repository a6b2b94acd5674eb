import { spawn } from "node:child_process";
import { once } from "node:events";
import { bundle } from "../../../interop/bundle.ts";
import type { StoreTask } from "./store-program.ts";

/** A process at work on a store. */
export interface StoreProcess {
  readonly pid: number;
  /** Resolves when it says so; rejects when it has ended before. */
  readonly held: Promise<void>;
  /** How it ended: its exit code, or the signal. */
  readonly ended: Promise<number | string>;
  /** What it said on standard error. */
  complaints(): string;
  signal(name: NodeJS.Signals): void;
}

/** Starts processes of one program. */
export interface StoreProcesses {
  start(task: StoreTask): StoreProcess;
  /** Kills what is left. */
  end(): Promise<void>;
}

export async function storeProcesses(): Promise<StoreProcesses> {
  const program = await bundle("../runtime/auth/node/store-program.ts");
  const all: StoreProcess[] = [];
  return {
    start(task) {
      const started = startOne(program.file, task);
      all.push(started);
      return started;
    },
    async end() {
      for (const one of all) one.signal("SIGKILL");
      await Promise.all(all.map(({ ended }) => ended));
      program.remove();
    },
  };
}

function startOne(file: string, task: StoreTask): StoreProcess {
  const child = spawn(process.execPath, [file, JSON.stringify(task)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error("no process could be started");
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (complaints += text));
  const ended = once(child, "close").then(
    ([code, signal]: (number | string)[]) => code ?? signal ?? "nothing",
  );
  const said = once(child.stdout, "data").then(() => {});
  const held = Promise.race([
    said,
    ended.then(() => Promise.reject(new Error(`it ended: ${complaints}`))),
  ]);
  held.catch(() => {});
  return {
    pid,
    held,
    ended,
    complaints: () => complaints,
    signal: (name) => void child.kill(name),
  };
}
