// A traced server over HTTP. Its tool asks the user, and has a span of its own.
import { setTimeout as pause } from "node:timers/promises";
import { trace } from "@opentelemetry/api";
import * as z from "zod";
import { createServer, tool } from "@mcp-gen/runtime";
import { listen } from "@mcp-gen/runtime/http-node";
import { otel } from "@mcp-gen/runtime/otel";
import { startTracing } from "./tracing.js";

startTracing("shop", process.env["COLLECTOR"] ?? "http://127.0.0.1:4318");
const tracer = trace.getTracer("shop");

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
    // As a driver of a database would.
    return tracer.startActiveSpan("write the order", async (span) => {
      await pause(20);
      span.end();
      return `${cups} cups are ordered.`;
    });
  },
);

const server = createServer({
  info: { name: "shop", version: "1.0.0" },
  features: [order],
  interceptors: [otel()],
});

const running = await listen(server, {
  port: Number(process.env["PORT"] ?? 3000),
});
console.log(`Listening on ${running.url}`);

const close = () => void running.close();
process.once("SIGINT", close).once("SIGTERM", close);
