// A client whose requests go to three processes in turn. It has one session, and needs to know of nothing.
import { createClient } from "@mcp-gen/runtime";
import { httpTransport, type FetchLike } from "@mcp-gen/runtime/http-client";
import { tasks } from "@mcp-gen/runtime/tasks";

const url = process.argv[2] ?? "http://127.0.0.1:3000/mcp";

/** Which process has answered each request, the last one first. */
const answered: { readonly request: string; readonly by: string }[] = [];

// For this example alone: the balancer says who has answered.
const watching: FetchLike = async (address, init) => {
  const response = await fetch(address, init);
  const { method = init.method } =
    typeof init.body === "string" ? JSON.parse(init.body) : {};
  const by = response.headers.get("x-process") ?? "?";
  answered.unshift({ request: method === "POST" ? "answer" : method, by });
  return response;
};

const by = (request: string) =>
  answered.find((one) => one.request === request)?.by;

const client = createClient({
  info: { name: "guest", version: "1.0.0" },
  extensions: [tasks],
  handlers: {
    // A real client shows the person a form.
    elicit: ({ message }) => {
      console.log(`The server asks: ${message} We say yes.`);
      return { action: "accept", content: { sure: true } };
    },
  },
});
// A revision with sessions: requests of 2026-07-28 stand alone.
await client.connect(httpTransport({ url, fetch: watching }), {
  revisions: ["2025-11-25"],
});
console.log(`Process ${by("initialize")} has opened a session.`);

const textOf = ({ content }: { content: readonly object[] }) =>
  content.map((block) => ("text" in block ? block.text : "")).join("");
const call = async (name: string, args = {}) =>
  textOf(
    await client.callTool(
      { name, arguments: args },
      { onProgress: ({ message }) => console.log(`  ${message} …`) },
    ),
  );

console.log(await call("brew"));

console.log(await call("order", { cups: 2 }));
console.log(`The answer went to process ${by("answer")}.`);

const task = await client.tasks.call({ name: "stocktake" });
console.log(`Process ${by("tools/call")} works on a task.`);
answered.length = 0;
console.log(textOf(await task.result()));
const asked = new Set(answered.map((one) => one.by));
console.log(`Asked for it: processes ${[...asked].sort().join(", ")}.`);

await call("crash").catch((error: Error) => console.log(error.message));

console.log(await call("brew"));
await client.close();
