// Waits for calls that take long: for their results, or for the tasks that they become.
import { createClient } from "@mcp-gen/runtime";
import { httpTransport } from "@mcp-gen/runtime/http-client";
import { tasks } from "@mcp-gen/runtime/tasks";

const url = process.argv[2] ?? "http://127.0.0.1:3000/mcp";

async function connected() {
  const client = createClient({
    info: { name: "reader", version: "1.0.0" },
    extensions: [tasks],
    handlers: {
      // A real client shows the person a form.
      elicit: ({ message }) => {
        console.log(`The server asks: ${message} We say yes.`);
        return { action: "accept", content: { sure: true } };
      },
    },
  });
  await client.connect(httpTransport({ url }));
  return client;
}

const textOf = ({ content }: { content: readonly object[] }) =>
  content.map((block) => ("text" in block ? block.text : "")).join("");

const client = await connected();

// The result, whichever way it came.
const report = { name: "report", arguments: { year: 2025 } };
console.log(textOf(await client.callTool(report)));

// A question in a task comes to the same handler as others.
const shred = { name: "shred", arguments: { reports: 12 } };
console.log(textOf(await client.callTool(shred)));

// A handle: the call is answered, and the work goes on.
const task = await client.tasks.call(report);
console.log(`The server says: ${task.status}`);
await client.close();

// Another connection, or another program, comes back for the result.
const later = await connected();
if (task.taskId !== undefined) {
  const resumed = later.tasks.resume(task.taskId);
  console.log(textOf(await resumed.result()));
}

// Who does not want it any more, says so.
const unwanted = await later.tasks.call(report);
await unwanted.cancel();
await unwanted.result().catch((error: Error) => console.log(error.message));
await later.close();
