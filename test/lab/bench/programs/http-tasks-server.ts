// Tools whose calls are tasks for ever, and `echo`, over HTTP: tasks in memory, or in a folder.
import { createServer, text, tool } from "../../../../generated/index.ts";
import { tasks } from "../../../../generated/extensions/tasks.ts";
import { listen } from "../../../../src/runtime/http-node.ts";
import { memoryTaskStore } from "../../../../src/runtime/tasks.ts";
import { fileTaskStore } from "../../../../src/runtime/tasks/node.ts";
import { echoSchema } from "./echo-schema.ts";
import { announce } from "./http-control.ts";

const [, , , folder] = process.argv;
const store = folder === undefined ? memoryTaskStore() : fileTaskStore(folder);

const server = createServer({
  info: { name: "tasks", version: "1.0.0" },
  extensions: [tasks.with({ store, ttl: Infinity })],
  features: [
    tool("echo", { input: echoSchema }, async (args) => text(args.text)),
    tool("echo-now", { input: echoSchema }, (args) => text(args.text)),
    tool(
      "work",
      { input: echoSchema, task: "required" },
      (_, { signal }) =>
        new Promise<string>((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason)),
        ),
    ),
  ],
});
const { port } = await listen(server, { port: 0 });
announce(port, { store: () => store.bytes });
