// One process of several: they share in Redis what they know of their clients.
import { listen } from "@mcp-gen/runtime/http-node";
import {
  openRedis,
  redisCluster,
  redisStateKeys,
  redisTaskStore,
} from "@mcp-gen/runtime/redis";
import { createShop } from "./server.js";

const redis = await openRedis(
  process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379",
  {
    prefix: "shop",
    goneMs: 1_000, // not to wait long here: ten seconds are usual
  },
);
const shared = {
  store: redisTaskStore(redis),
  keys: await redisStateKeys(redis),
};
const die = () => process.kill(process.pid, "SIGKILL");
const server = createShop(process.env["NAME"] ?? "1", shared, die);

const running = await listen(server, {
  port: Number(process.env["PORT"] ?? 3000),
  cluster: redisCluster(redis),
  healthPath: "/health",
});
console.log(`Listening on ${running.url}`);

const close = async () => {
  await running.close(); // calls may end, streams are closed
  await server.tasks.close();
  await redis.close(); // the last: the others hear that this one is gone
};
process.once("SIGINT", close).once("SIGTERM", close);
