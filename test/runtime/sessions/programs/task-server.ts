/** One process of a cluster whose tools are tasks. SIGTERM lets what is at work end. */
import { z } from "zod";
import { tasks } from "../../../../generated/extensions/tasks.ts";
import { createServer, tool } from "../../../../generated/index.ts";
import { listen } from "../../../../src/runtime/http-node.ts";
import {
  openRedis,
  redisCluster,
  redisTaskStore,
} from "../../../../src/runtime/redis.ts";
import { writeRan } from "../support/ledger.ts";
import type { Setup } from "./setup.ts";
import { question } from "./tools.ts";

const [, , text = ""] = process.argv;
// What the test has written.
const setup = JSON.parse(text) as Setup;
const { name, port, ledger, redis: place } = setup;
if (!place) throw new Error("the processes of this cluster share a Redis");

const errors: string[] = [];
const onError = ({ message }: Error): void => void errors.push(message);
const redis = await openRedis(place.url, {
  prefix: place.prefix,
  // More than a busy machine stands still, and than a Redis needs to start again.
  goneMs: 3_000,
  onError,
});
const input = z.object({ token: z.string() });
const started = (of: string, token: string): void =>
  writeRan(ledger, { what: "started", tool: of, token, process: name });

const server = createServer({
  info: { name: "tasks", version: "1.0.0" },
  onError,
  extensions: [
    tasks.with({ store: redisTaskStore(redis), pollInterval: 20, ttl: 60_000 }),
  ],
  features: [
    tool("brief", { input, task: "required" }, ({ token }) => {
      started("brief", token);
      return token;
    }),
    tool("ask", { input, task: "required" }, async ({ token }, context) => {
      started("ask", token);
      const { content } = await context.elicit("answer", question(token));
      return `${token} ${String(content?.["answer"])}`;
    }),
    tool("hold", { input, task: "required" }, async ({ token }, context) => {
      started("hold", token);
      const { signal } = context;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      writeRan(ledger, { what: "aborted", tool: "hold", token, process: name });
      return "too late";
    }),
  ],
});
const cluster = redisCluster(redis);
const running = await listen(server, { port, onError, cluster });

async function close(): Promise<void> {
  await running.close({ graceMs: 1_000 });
  await server.tasks.close({ graceMs: 20_000 });
  await redis.close();
  process.disconnect?.();
}

process.on("message", () => void process.send?.({ errors }));
process.once("SIGTERM", () => void close());
process.send?.({ errors });
