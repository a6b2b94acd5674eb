// Tools that say which process works on them. Made once in each process, on no transport yet.
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { createServer, tool } from "@mcp-gen/runtime";
import { tasks, type TaskStore } from "@mcp-gen/runtime/tasks";

export interface Shared {
  /** Where all processes keep their tasks. */
  readonly store: TaskStore;
  /** With which all processes seal the state of questions. */
  readonly keys: readonly Uint8Array[];
}

/** `die` ends the process in the middle of its work, for this example alone. */
export function createShop(name: string, shared: Shared, die: () => void) {
  const brew = tool(
    "brew",
    { description: "Makes tea, and tells how far it is" },
    async (_, context) => {
      const steps = ["Boil", "Pour", "Wait"];
      for (const [done, step] of steps.entries()) {
        context.progress(done + 1, steps.length, step);
        await pause(50, undefined, { signal: context.signal });
      }
      return `Tea of process ${name}.`;
    },
  );

  const order = tool(
    "order",
    {
      description: "Orders cups, if the user agrees",
      input: z.object({ cups: z.int() }),
    },
    async ({ cups }, context) => {
      const { action } = await context.ask(
        "sure",
        z.object({ sure: z.literal(true) }),
        `Order ${cups} cups?`,
      );
      if (action !== "accept") return "Nothing is ordered.";
      await pause(100, undefined, { signal: context.signal });
      return `Process ${name} has ordered ${cups} cups.`;
    },
  );

  const stocktake = tool(
    "stocktake",
    { description: "Counts what is on the shelves", task: "required" },
    async (_, context) => {
      await context.task();
      await pause(1_000, undefined, { signal: context.signal });
      return `Process ${name} has counted 40 cups.`;
    },
  );

  const crash = tool(
    "crash",
    { description: "Begins to work, and then its process is killed" },
    async (_, context) => {
      context.progress(1, 2, `Process ${name} begins`);
      await pause(500); // what a client has seen is kept by then
      die();
      await pause(60_000, undefined, { signal: context.signal });
      return "It is still alive.";
    },
  );

  return createServer({
    info: { name: "shop", version: "1.0.0" },
    features: [brew, order, stocktake, crash],
    extensions: [tasks.with({ store: shared.store, pollInterval: 100 })],
    requestState: { keys: shared.keys },
  });
}
