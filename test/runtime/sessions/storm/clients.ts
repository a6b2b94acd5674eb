import { fork } from "node:child_process";
import { once } from "node:events";
import { program } from "../support/program.ts";
import type { Order, Outcome, Weather } from "./report.ts";

/** The clients of a storm, in a process of their own. */
export interface Clients {
  /** Tells them of the weather. */
  tell(weather: Weather): void;
  /** What they did, once they have heard that it is over. */
  readonly outcome: Promise<Outcome>;
  close(): void;
}

export async function startClients(order: Order): Promise<Clients> {
  const { file, remove } = await program("storm");
  const child = fork(file, [JSON.stringify(order)], {
    execArgv: ["--enable-source-maps"],
  });
  const outcome = Promise.race([
    // Its program sends nothing else.
    once(child, "message").then(([told]) => told as Outcome),
    once(child, "exit").then(([code]) => {
      throw new Error(`the clients have ended: ${code}`);
    }),
  ]);
  // It is awaited when the storm is over.
  outcome.catch(() => {});
  return {
    // Who gave up early hears nothing any more.
    tell: (weather) => void (child.connected && child.send(weather)),
    outcome,
    close() {
      child.kill("SIGKILL");
      remove();
    },
  };
}
