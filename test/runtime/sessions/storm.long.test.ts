import { afterEach, expect, test } from "vitest";
import { startClients, type Clients } from "./storm/clients.ts";
import { judge } from "./storm/judge.ts";
import { leftoversOf, printLeft } from "./storm/leftovers.ts";
import { printOutcome } from "./storm/report.ts";
import { rage } from "./storm/weather.ts";
import { openWitness } from "./storm/witness.ts";
import { isInstalled, startNginx } from "./support/proxies.ts";
import { redisMissing, startRedis, type RedisServer } from "./support/redis.ts";
import { startStage, type Stage } from "./support/stage.ts";

/** A failure tells its seed: MCP_GEN_SEED runs it again. */
const seed = Number(process.env["MCP_GEN_SEED"] ?? Date.now() % 1_000_000);
const isFull = process.env["FULL"] === "1";
const calls = isFull ? 20_000 : 2_000;
const rounds = isFull ? 3 : 1;

// Only against what hangs.
const timeout = isFull ? 1_200_000 : 400_000;

/**
 * How long a session is kept that nobody uses, and a task, in milliseconds: where all
 * stands still for seconds, calls take some of them, and must find both.
 */
const [idleMs, taskTtl] = [60_000, 75_000];

/** What is kept for longer than that and a minute: the keys of states, in milliseconds. */
const longest = 180_000;

const missing = [
  ...(redisMissing === undefined ? [] : [redisMissing]),
  ...(isInstalled("nginx") ? [] : ["nginx is not installed"]),
];

let redis: RedisServer | undefined;
let stage: Stage | undefined;
let clients: Clients | undefined;
afterEach(async () => {
  clients?.close();
  await stage?.close();
  await redis?.remove();
});

test.skipIf(missing.length > 0)(
  `64 clients of four processes lose nothing when these are killed, and Redis is (seed ${seed}${missing.map((one) => `; ${one}`).join("")})`,
  async () => {
    redis = await startRedis({ isDurable: true });
    stage = await startStage({
      count: 4,
      proxy: startNginx,
      redis: {
        url: redis.url,
        prefix: "storm",
        // Who stands still for shorter than that is taken for gone by nobody.
        goneMs: 6_000,
        streamIdleMs: idleMs,
      },
      http: { sessions: { idleMs } },
      taskTtl,
    });
    const { places, url, ran } = stage;
    const witness = await openWitness(url);
    const holder = ran().find(({ token }) => token === witness.token)?.process;
    clients = await startClients({
      ...{ url: url.href, seed, calls },
      ...{ clients: 64, hasSessions: true, pauseMs: isFull ? 60 : 250 },
    });
    const strikes = await rage({
      ...{ places, redis, clients, rounds },
      ...{ deadMs: 700, calmMs: isFull ? 4_000 : 1_500 },
    });
    const outcome = await clients.outcome;
    console.log(printOutcome(outcome, seed, strikes));

    expect(judge({ outcome, ran: ran(), strikes })).toEqual([]);
    expect(outcome.calls).toBeGreaterThanOrEqual(calls);
    expect(strikes).toHaveLength(rounds * places.length + 1);
    expect(strikes.map(({ name }) => name)).toContain(holder);
    expect(await witness.told).toMatch(/process/);
    await witness.goOn();

    for (const place of places) expect(await place.close()).toBe(0);
    const left = leftoversOf(redis);
    console.log(printLeft(left));
    expect(left.filter(({ ttl }) => ttl < 0)).toEqual([]);
    const passing = left.filter(({ ttl }) => ttl < longest);
    // The keys that states are sealed with outlive all processes.
    expect(left.length - passing.length).toBeLessThanOrEqual(1);
    // All the same, it takes a minute more than the test.
    if (!isFull) return;
    await expect
      .poll(() => (redis ? leftoversOf(redis).length : NaN), {
        timeout: lastOf(passing) + 5_000,
        interval: 500,
      })
      .toBe(left.length - passing.length);
  },
  timeout,
);

function lastOf(left: readonly { readonly ttl: number }[]): number {
  return Math.max(0, ...left.map(({ ttl }) => ttl));
}
