import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test, vi } from "vitest";
import { createMemoryEventStore } from "../../../src/runtime/http/server/events/event-store.ts";
import { all, request, serverOf } from "../revisions.ts";
import { done, type Call } from "../tool-server.ts";
import { eventsOf, handlerOf, openSession } from "./session-client.ts";
import { buildServer } from "../../../src/runtime/server/create-server.ts";
import { unrecorded } from "../../support/wire-check.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** The bytes in use when everything is collected that can be. */
async function heap(): Promise<number> {
  for (let count = 0; count < 4; count++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    collect();
  }
  return process.memoryUsage().heapUsed;
}

const callTool: Call = async ({ name }, context) => {
  context.progress(1, undefined, "x".repeat(1_000));
  if (name === "hangs") await new Promise(() => {});
  return done;
};

const called = (name: string) =>
  request(name, "tools/call", { name, _meta: { progressToken: name } });

test("a session whose client never says goodbye leaves nothing behind", async () => {
  // The clock of the sessions alone: no slow step makes them idle too early.
  vi.useFakeTimers({
    toFake: ["setInterval", "clearInterval", "performance"],
  });
  onTestFinished(() => void vi.useRealTimers());
  // Without the recording of what is said, which keeps it.
  const eventStore = createMemoryEventStore();
  const server = serverOf(
    all,
    { handlers: { callTool } },
    unrecorded(buildServer),
  );
  const handler = handlerOf(server, { eventStore, sessions: { idleMs: 20 } });

  async function useAndLeave(): Promise<void> {
    const client = await openSession(handler);
    const listening = eventsOf(await client.get());
    await eventsOf(await client.post(called("ends"))).rest();
    const hanging = eventsOf(await client.post(called("hangs")));
    const primer = await hanging.next();
    await hanging.cut();
    const back = eventsOf(await client.resume(primer?.id));
    await back.message();
    await Promise.all([back.cut(), listening.cut()]);
  }

  async function many(count: number): Promise<number> {
    for (let n = 0; n < count; n++) await useAndLeave();
    await vi.advanceTimersByTimeAsync(100);
    expect(handler.status().sessions).toBe(0);
    expect(handler.status()).toMatchObject({ streams: 0, requests: 0 });
    expect(eventStore.bytes).toBe(0);
    return heap();
  }

  const sessions = 60;
  const sizes: number[] = [];
  for (let round = 0; round < 6; round++) sizes.push(await many(sessions));
  const growth = sizes
    .slice(1)
    .map((size, index) => size - (sizes[index] ?? 0));
  // What grows now and then is the platform's own; a leak grows each time. One
  // message of a session is longer than this.
  expect(Math.min(...growth) / sessions).toBeLessThan(1_000);
});
