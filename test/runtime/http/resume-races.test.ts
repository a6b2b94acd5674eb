import { afterEach, describe, expect, test, vi } from "vitest";
import type { Context } from "../../../src/runtime/peer/context.ts";
import { TimeoutError } from "../../../src/runtime/protocol/errors.ts";
import { SessionEvents } from "../../../src/runtime/http/server/events/session-events.ts";
import type { EventStore, StoredEvent } from "../../../src/runtime/http.ts";
import { serverWith } from "../tool-server.ts";
import { request } from "../revisions.ts";
import { settle } from "../wait.ts";
import { eventsOf, handlerOf, openSession } from "./session-client.ts";

const call = request(1, "tools/call", {
  name: "a",
  _meta: { progressToken: 1 },
});

/** A store whose reads wait until they are let go. */
function held() {
  let found: (events: readonly StoredEvent[] | undefined) => void = () => {};
  const store: EventStore = {
    append: () => {},
    read: () => new Promise((resolve) => (found = resolve)),
    delete: () => {},
  };
  return { store, find: (events?: readonly StoredEvent[]) => found(events) };
}

describe("while a client that came back waits for the store", () => {
  test("its session may end, and no stream is left", async () => {
    const { store, find } = held();
    const server = serverWith(() => ({ content: [] }));
    const handler = handlerOf(server, { eventStore: store });
    const client = await openSession(handler);
    const stream = eventsOf(await client.get());
    const primer = await stream.next();
    server.publish("notifications/tools/list_changed");
    await stream.cut();
    const back = client.resume(primer?.id?.replace(/0$/, "7"));
    await settle();
    await client.delete();
    find(undefined);
    expect([204, 404]).toContain((await back).status);
    expect(handler.status()).toMatchObject({ sessions: 0, streams: 0 });
  });

  test("its stream may be closed, and it is told to come again", async () => {
    const { store, find } = held();
    let context: Context | undefined;
    const server = serverWith((_params, given) => {
      context = given;
      return new Promise(() => {});
    });
    const client = await openSession(handlerOf(server, { eventStore: store }));
    const events = eventsOf(await client.post(call));
    const primer = await events.next();
    context?.progress(1);
    await events.cut();
    const back = client.resume(primer?.id);
    await settle();
    expect(context?.closeStream(5)).toBe(true);
    find([]);
    const response = await back;
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("retry: 5\n\n");
    await client.delete();
  });
});

describe("a store that does not answer in time", () => {
  afterEach(() => void vi.useRealTimers());

  const never = (): Promise<never> => new Promise(() => {});

  test("has failed: the next thing is asked of it", async () => {
    vi.useFakeTimers();
    const errors: Error[] = [];
    const appended: number[] = [];
    const store: EventStore = {
      append: (_, { sequence }) => {
        appended.push(sequence);
        return never();
      },
      read: never,
      delete: never,
    };
    const events = new SessionEvents("p", store, (error) => errors.push(error));
    events.append("p1", { sequence: 1, data: "" });
    events.append("p1", { sequence: 2, data: "" });
    const read = events.read("p1", 0, 2);
    expect(appended).toEqual([1]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(appended).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await read).toBeUndefined();
    expect(errors).toHaveLength(3);
    for (const error of errors) expect(error).toBeInstanceOf(TimeoutError);
    expect(vi.getTimerCount()).toBe(0);
  });
});
