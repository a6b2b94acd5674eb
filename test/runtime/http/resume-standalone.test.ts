import { describe, expect, test } from "vitest";
import {
  createMemoryEventStore,
  type HttpOptions,
} from "../../../src/runtime/http.ts";
import { all, serverOf } from "../revisions.ts";
import { settle } from "../wait.ts";
import {
  eventsOf,
  handlerOf,
  messagesOf,
  openSession,
  readUntil,
} from "./session-client.ts";

describe("the standalone stream", () => {
  const changed = "notifications/tools/list_changed";

  async function listen(options: HttpOptions = {}) {
    const server = serverOf(all, {
      capabilities: { tools: { listChanged: true } },
      handlers: { listTools: () => ({ tools: [] }) },
    });
    const client = await openSession(handlerOf(server, options));
    return {
      client,
      events: eventsOf(await client.get()),
      tell: (n: number) => server.publish(changed, { _meta: { n } }),
    };
  }

  const told = (n: number) => ({ params: { _meta: { n } } });

  test("goes on where it was, and what waited comes behind", async () => {
    const { client, events, tell } = await listen();
    tell(1);
    const [, last] = await readUntil(events, told(1));
    tell(2);
    await settle();
    await events.cut();
    tell(3);
    const back = eventsOf(await client.resume(last));
    for (const n of [2, 3]) expect(await back.message()).toMatchObject(told(n));
    tell(4);
    expect(await back.message()).toMatchObject(told(4));
    await client.delete();
    expect(await back.rest()).toEqual([]);
  });

  test("does not repeat what another stream has carried", async () => {
    const { client, events, tell } = await listen();
    tell(1);
    const [, last] = await readUntil(events, told(1));
    await events.cut();
    const other = eventsOf(await client.get());
    tell(2);
    expect(await other.message()).toMatchObject(told(2));
    const back = eventsOf(await client.resume(last));
    tell(3);
    expect(await back.message()).toMatchObject(told(3));
    await client.delete();
    expect(messagesOf(await other.rest())).toEqual([]);
  });

  test("is another one where its events are forgotten", async () => {
    const eventStore = createMemoryEventStore({ maxEvents: 1 });
    const { client, events, tell } = await listen({ eventStore });
    const first = await events.next();
    tell(1);
    tell(2);
    await settle();
    await events.cut();
    const response = await client.resume(first?.id);
    expect(response.status).toBe(200);
    const back = eventsOf(response);
    tell(3);
    expect(await back.message()).toMatchObject(told(3));
    await client.delete();
  });
});
