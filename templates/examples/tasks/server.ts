// Tools that take long: the call is answered at once, the work goes on. On no transport yet.
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { createServer, tool } from "@mcp-gen/runtime";
import { tasks } from "@mcp-gen/runtime/tasks";
import { fileTaskStore } from "@mcp-gen/runtime/tasks/node";

const chapters = ["Income", "Costs", "Outlook"];

const report = tool(
  "report",
  {
    description: "Writes the report of a year",
    input: z.object({ year: z.int() }),
    task: "required",
  },
  async ({ year }, context) => {
    const task = await context.task();
    for (const chapter of chapters) {
      task.say(`writing ${chapter}`);
      // The real work. It stops when the client cancels.
      await pause(300, undefined, { signal: context.signal });
    }
    return `The report of ${year} has ${chapters.length} chapters.`;
  },
);

const shred = tool(
  "shred",
  {
    description: "Shreds old reports, if the user agrees",
    input: z.object({ reports: z.int() }),
    task: "optional",
  },
  async ({ reports }, context) => {
    // A few are gone before anybody has to wait.
    if (reports > 3) await context.task();
    const { action, content } = await context.ask(
      "sure",
      z.object({ sure: z.boolean() }),
      `Shred ${reports} reports?`,
    );
    if (action !== "accept" || !content.sure) return "They are all there.";
    return `${reports} reports are gone.`;
  },
);

export const server = createServer({
  info: { name: "reports", version: "1.0.0" },
  features: [report, shred],
  extensions: [
    tasks.with({
      store: fileTaskStore(process.env["TASKS"] ?? "tasks"),
      pollInterval: 200,
    }),
  ],
});
