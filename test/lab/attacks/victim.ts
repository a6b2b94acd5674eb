import { fork } from "node:child_process";
import { once } from "node:events";
import type { MemoryStatus } from "../../../src/runtime/http.ts";
import type { Bundle } from "../../interop/bundle.ts";

/** What the attacked server holds. */
export interface Holdings {
  readonly status: {
    readonly sessions: number;
    readonly streams: number;
    readonly requests: number;
  };
  readonly kept: MemoryStatus;
  /** The most that was ever resident. */
  readonly residentBytes: number;
}

/** A server in a process of its own, which has a small heap. */
export interface Victim {
  readonly port: number;
  /** Whether it is still alive. */
  readonly isAlive: boolean;
  holdings(): Promise<Holdings>;
  /** Has the server tell of a change, many times. */
  touch(): Promise<Holdings>;
  end(): Promise<void>;
}

export async function startVictim(
  { file }: Bundle,
  heapMegabytes: number,
): Promise<Victim> {
  const child = fork(file, [], {
    execArgv: [`--max-old-space-size=${heapMegabytes}`],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const ask = async (message: string): Promise<Holdings> => {
    const answer = next<Holdings>();
    child.send(message);
    return answer;
  };
  async function next<Message>(): Promise<Message> {
    const over = ended.then(([code, signal]) => {
      throw new Error(`the server has ended: ${code ?? signal}`);
    });
    over.catch(() => {});
    const message = once(child, "message").then(([first]) => first as Message);
    return Promise.race([message, over]);
  }
  return {
    port: await next<number>(),
    get isAlive() {
      return child.exitCode === null && child.signalCode === null;
    },
    holdings: () => ask("holdings"),
    touch: () => ask("touch"),
    async end() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
