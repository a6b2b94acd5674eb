// The tool `echo` and one that logs, over HTTP: alone, or as one of several on Redis.
import { createServer, text, tool } from "../../../../generated/index.ts";
import { listen } from "../../../../src/runtime/http-node.ts";
import { openRedis, redisCluster } from "../../../../src/runtime/redis.ts";
import { echoSchema } from "./echo-schema.ts";
import { announce } from "./http-control.ts";

const [, , , url] = process.argv;
const redis = url === undefined ? undefined : await openRedis(url);

const server = createServer({
  info: { name: "echo", version: "1.0.0" },
  capabilities: { logging: {} },
  features: [
    tool("echo", { input: echoSchema }, (args) => text(args.text)),
    // Its name is as long as the other one's.
    tool("logs", { input: echoSchema }, async (args, context) => {
      for (let step = 1; step <= 3; step++) {
        context.log("info", `step ${step}`);
        await new Promise((resolve) => setImmediate(resolve));
      }
      return text(args.text);
    }),
  ],
});
const { port } = await listen(server, {
  port: 0,
  ...(redis && { cluster: redisCluster(redis) }),
  sessions: { max: 100_000 },
  perClient: { maxSessions: 100_000 },
});
announce(port);
