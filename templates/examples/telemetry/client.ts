// A traced client: one call, with a question, in two revisions.
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@mcp-gen/runtime";
import { httpTransport } from "@mcp-gen/runtime/http-client";
import { otel } from "@mcp-gen/runtime/otel";
import { startTracing } from "./tracing.js";

const [url = "http://127.0.0.1:3000/mcp", collector = "http://127.0.0.1:4318"] =
  process.argv.slice(2);
startTracing("desk", collector);

for (const revision of ["2025-11-25", "2026-07-28"] as const) {
  const client = createClient({
    info: { name: "desk", version: "1.0.0" },
    interceptors: [otel()],
    handlers: {
      // A real client shows the person a form.
      elicit: async () => {
        await pause(30);
        return { action: "accept", content: { sure: true } };
      },
    },
  });
  await client.connect(httpTransport({ url }), { revisions: [revision] });
  const { content } = await client.callTool({
    name: "order",
    arguments: { cups: 2 },
  });
  for (const block of content)
    if (block.type === "text") console.log(`${revision}: ${block.text}`);
  await client.close();
}
console.log(`The traces are at ${collector}`);
