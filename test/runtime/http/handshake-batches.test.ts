import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { UntypedCaller } from "../../../src/runtime/peer/caller.ts";
import { batching, handshakes, notification, request } from "../revisions.ts";
import type { HttpOptions } from "../../../src/runtime/http.ts";
import { call, done, serverWith, type Call } from "../tool-server.ts";
import {
  clientOf,
  clientWith,
  eventsOf,
  handlerOf,
  messagesOf,
  typeOf,
} from "./session-client.ts";

const progressing = request(1, "tools/call", {
  name: "a",
  _meta: { progressToken: "p" },
});
const ping = request("ping", "ping");

const withProgress: Call = async (_params, context) => {
  await sleep(2);
  context.progress(1);
  await sleep(2);
  return done;
};

describe("a batch", () => {
  test("is answered by one array, as JSON", async () => {
    const client = await clientWith(() => done, {}, batching);
    const response = await client.post([call, ping]);
    expect(typeOf(response)).toBe("application/json");
    expect(await response.json()).toMatchObject([{ id: 1 }, { id: "ping" }]);
  });

  test("is answered by one event behind what its requests send", async () => {
    const client = await clientWith(withProgress, {}, batching);
    const events = await eventsOf(
      await client.post([progressing, ping]),
    ).rest();
    expect(events).toHaveLength(2);
    expect(messagesOf(events.slice(0, 1))).toMatchObject([
      { method: "notifications/progress" },
    ]);
    const ids = messagesOf(events.slice(1)).map(({ id }) => id);
    expect(ids.sort()).toEqual([1, "ping"]);
  });

  test("sends the requests of its handlers at once", async () => {
    const client = await clientWith(
      async (_params, { peer }) => {
        await (peer as UntypedCaller).request("roots/list", undefined);
        return done;
      },
      {},
      batching,
    );
    const events = eventsOf(await client.post([call, ping]));
    const asked = await events.message();
    expect(asked).toMatchObject({ method: "roots/list" });
    await client.post({
      jsonrpc: "2.0",
      id: asked["id"],
      result: { roots: [] },
    });
    expect(await events.message()).toMatchObject([{ id: "ping" }, { id: 1 }]);
    expect(await events.next()).toBeUndefined();
  });

  test("of what wants no answer is accepted", async () => {
    const client = await clientWith(() => done, {}, batching);
    const told = notification("notifications/no");
    const answer = { jsonrpc: "2.0", id: 1, result: {} };
    const response = await client.post([told, answer]);
    expect(response.status).toBe(202);
  });

  test("is as long as is allowed, and no longer", async () => {
    const client = await clientWith(() => done, { maxBatch: 2 }, batching);
    expect((await client.post([ping, call])).status).toBe(200);
    const told = notification("notifications/no");
    for (const batch of [
      [ping, ping, ping],
      [told, told, told],
    ])
      expect((await client.post(batch)).status).toBe(400);
  });

  test.each([
    [
      "in a session",
      (options: HttpOptions) => clientWith(() => done, options, batching),
    ],
    [
      "without one",
      (options: HttpOptions) =>
        clientOf(
          handlerOf(
            serverWith(() => done),
            { ...options, sessions: false },
          ),
          { "mcp-protocol-version": batching },
        ),
    ],
  ])("is as long as the option says, above a thousand: %s", async (_, open) => {
    const long = Array.from({ length: 1_500 }, (_, id) => request(id, "ping"));
    const client = await open({ maxBatch: 1_500 });
    const answers: unknown = await (await client.post(long)).json();
    expect(answers).toHaveLength(1_500);
    expect((await client.post([...long, ping])).status).toBe(400);
  });

  test.each(handshakes.filter((one) => one !== batching))(
    "is refused in %s",
    async (revision) => {
      const client = await clientWith(() => done, {}, revision);
      for (const batch of [[ping], [notification("notifications/no")]])
        expect((await client.post(batch)).status).toBe(400);
    },
  );
});
