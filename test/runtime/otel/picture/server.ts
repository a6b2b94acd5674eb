import { trace } from "@opentelemetry/api";
import { createServer, tool } from "../../../../generated/index.ts";
import { listen } from "../../../../src/runtime/http-node.ts";
import { otel } from "../../../../src/runtime/otel.ts";
import { telling } from "./telling.ts";

const tell = telling();
const tracer = trace.getTracer("shop");

const order = tool("order", {}, async (_, ctx) => {
  const { action } = await ctx.elicit("sure", {
    message: "Order it?",
    requestedSchema: { type: "object", properties: {} },
  });
  if (action !== "accept") return "nothing was ordered";
  return tracer.startActiveSpan("write the order", async (span) => {
    await new Promise((resolve) => setTimeout(resolve, 15));
    span.end();
    return "ordered";
  });
});

const running = await listen(
  createServer({
    info: { name: "shop", version: "1.0.0" },
    interceptors: [otel()],
    features: [order],
  }),
  { port: 0 },
);
console.log(JSON.stringify({ url: running.url }));
// Whoever started it says that the others are done.
process.stdin
  .on("data", () => {})
  .on("end", () => {
    void running.close().then(tell);
  });
