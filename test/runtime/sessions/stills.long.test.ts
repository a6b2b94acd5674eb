import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { HttpHandler } from "../../../src/runtime/http.ts";
import {
  clientOf,
  eventsOf,
  openSession,
  type Events,
  type SessionClient,
} from "../http/session-client.ts";
import { modern, modernRequest, request } from "../revisions.ts";
import { textOf } from "./http/cluster-of.ts";
import type { Place } from "./support/processes.ts";
import { redisMissing, startRedis, type RedisServer } from "./support/redis.ts";
import { startStage, type Stage } from "./support/stage.ts";

const what = `a process that stood still${redisMissing ? ` (${redisMissing})` : ""}`;
/** More than a process stands still for that is not held here. */
const goneMs = 5_000;
const toolsChanged = "notifications/tools/list_changed";

/** One process, as what sends requests sees it. */
function handlerAt({ url }: Place): HttpHandler {
  const send = async (asked: Request): Promise<Response> => {
    const { method, headers } = asked;
    const body = method === "POST" ? { body: await asked.text() } : {};
    return fetch(url, { method, headers, ...body });
  };
  // Requests are all that clients of these tests have of it.
  return send as HttpHandler;
}

const callOf = (id: number, name: string, args: object) =>
  request(id, "tools/call", { name, arguments: args });

async function subscribe(place: Place): Promise<Events> {
  const client = clientOf(handlerAt(place), {
    "mcp-protocol-version": modern,
    "mcp-method": "subscriptions/listen",
  });
  const asked = modernRequest(1, "subscriptions/listen", {
    notifications: { toolsListChanged: true },
  });
  const events = eventsOf(await client.post(asked));
  await events.message();
  return events;
}

/** Whoever takes a session over tells more, which may have changed as well. */
async function untilTold(events: Events): Promise<void> {
  while ((await events.message())["method"] !== toolsChanged);
}

describe.skipIf(redisMissing)(what, () => {
  let redis: RedisServer;
  let stage: Stage;
  beforeAll(async () => {
    redis = await startRedis();
    stage = await startStage({
      count: 2,
      redis: { url: redis.url, prefix: "stills", goneMs },
    });
  });
  afterAll(async () => {
    await stage.close();
    await redis.remove();
  });

  const errorsOf = async (place: Place): Promise<string> =>
    (await place.ask("status")).errors.join("\n");

  test("knows that it was taken for gone, and is believed again", async () => {
    const [still, other] = stage.places;
    if (!still?.pid || !other) throw new Error("there are two");
    const at = (place: Place, { headers }: SessionClient): SessionClient =>
      clientOf(handlerAt(place), headers);
    const session = await openSession(handlerAt(still));
    const lone = await subscribe(still);
    const heard = eventsOf(await at(other, session).get());
    process.kill(still.pid, "SIGSTOP");
    await pause(3 * goneMs);
    // The other is its keeper by now, as its client listens there: this one is told.
    await at(other, session).ask(callOf(1, "relist", { token: "meanwhile" }));
    await untilTold(heard);
    process.kill(still.pid, "SIGCONT");
    // What nobody can make good ends, so that its client looks.
    expect(await lone.rest()).toEqual([]);
    const errors = await errorsOf(still);
    expect(errors).toContain("this process was declared dead");
    expect(errors).toContain("ended 1 subscriptions without a session");
    await pause(200);
    // Its calls are not taken for those of a dead process.
    const stream = eventsOf(
      await at(still, session).post(
        callOf(2, "later", { token: "alive", gap: 1_000 }),
      ),
    );
    const events = await stream.rest();
    const back = await at(other, session).resume(
      events.findLast(({ id }) => id !== undefined)?.id,
    );
    expect(textOf(await eventsOf(back).message())).toBe("alive");
    // Changes reach who subscribes again, and the session, wherever they are told.
    const again = await subscribe(still);
    await at(other, session).ask(callOf(3, "relist", { token: "later" }));
    await untilTold(again);
    await untilTold(heard);
    await again.cut();
    await heard.cut();
  });
});
