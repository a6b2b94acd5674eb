import { openRedis, redisStateKeys } from "../../../../src/runtime/redis.ts";

/** Two links of one process, by the URL that it was given: does what both need. */
const [, , url = ""] = process.argv;
const [one, other] = [await openRedis(url), await openRedis(url)];
const heard = new Promise<string>((resolve) => {
  void other.bus.listen("t", { heard: resolve, gone() {}, missed() {} });
});
await other.bus.isAlive(other.bus.name);
await one.bus.send("t", "hello", other.bus.name);
const keys = await redisStateKeys(one);
console.log(`heard ${await heard}, and ${keys.length} keys`);
await one.close();
await other.close();
