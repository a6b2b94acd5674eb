import process from "node:process";
import { echoed } from "../echo-messages.ts";
import type { Command } from "../pinned.ts";

/** How many calls a client makes, and how many of them at a time. */
export interface ClientRound {
  readonly calls: number;
  readonly window: number;
}

/** What a client or a handler has to do to be measured. */
export interface ClientProgram {
  /** Calls `echo`; gives the text that came back. */
  call(): Promise<unknown>;
  close(): Promise<void> | void;
}

/** The server that a client shall start and call; a handler has none. */
export const server: Command = JSON.parse(process.argv[2] ?? "{}") as Command;

/** Runs the rounds that the parent process asks for, until it asks for none. */
export function playRounds({ call, close }: ClientProgram): void {
  process.on("message", (message) => {
    void play(message as ClientRound | "end");
  });
  process.send?.("ready");

  async function play(round: ClientRound | "end"): Promise<void> {
    if (round !== "end") {
      process.send?.(await time(round));
      return;
    }
    await close();
    process.exit();
  }

  /** Microseconds for one call. */
  async function time({ calls, window }: ClientRound): Promise<number> {
    let left = calls;
    async function chain(): Promise<void> {
      while (left-- > 0)
        if ((await call()) !== echoed) throw new Error("a wrong answer");
    }
    const start = process.hrtime.bigint();
    await Promise.all(Array.from({ length: window }, chain));
    return Number(process.hrtime.bigint() - start) / 1000 / calls;
  }
}
