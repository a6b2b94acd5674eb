import { tasks } from "../../../generated/extensions/tasks.ts";
import { createServer, tool } from "../../../generated/index.ts";
import { serveStdio } from "../../../src/runtime/serve-stdio.ts";
import { fileTaskStore } from "../../../src/runtime/tasks/node.ts";
import { anything } from "./anything.ts";

/** A server over stdio whose tasks are in a folder: one tool never ends, the other at once. */
const [, , folder = ""] = process.argv;

const server = createServer({
  info: { name: "tasks", version: "1" },
  extensions: [tasks.with({ store: fileTaskStore(folder) })],
  features: [
    tool(
      "endless",
      { input: anything, task: "required" },
      () => new Promise<string>(() => {}),
    ),
    tool("brief", { input: anything, task: "required" }, () => "done"),
  ],
});
serveStdio(server);
