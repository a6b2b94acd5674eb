import { describe, expect, test } from "vitest";
import { createMemoryEventStore } from "../../../src/runtime/http/server/events/event-store.ts";
import type { EventStore, StoredEvent } from "../../../src/runtime/http.ts";

const event = (sequence: number, data = ""): StoredEvent => ({
  sequence,
  data,
});
const sequences = (events: readonly StoredEvent[] | undefined) =>
  events?.map(({ sequence }) => sequence);

describe("the store in memory", () => {
  test("tells the events behind another", () => {
    const store = createMemoryEventStore();
    for (const n of [1, 2, 3]) store.append("a", event(n));
    store.append("b", event(1));
    expect(sequences(store.read("a", 0))).toEqual([1, 2, 3]);
    expect(sequences(store.read("a", 2))).toEqual([3]);
    expect(store.read("a", 3)).toEqual([]);
    expect(store.read("c", 0)).toBeUndefined();
  });

  test("forgets the oldest events of a stream", () => {
    const store = createMemoryEventStore({ maxEvents: 2 });
    for (const n of [1, 2, 3, 4]) store.append("a", event(n));
    expect(store.read("a", 1)).toBeUndefined();
    expect(sequences(store.read("a", 2))).toEqual([3, 4]);
  });

  test("keeps no more bytes than it may, the newest of them", () => {
    const store = createMemoryEventStore({ maxBytes: 100_000 });
    const text = "x".repeat(1_000);
    for (let n = 1; n <= 1_000; n++) {
      store.append(`${n}`, event(1, text));
      expect(store.bytes).toBeLessThanOrEqual(100_000);
    }
    expect(store.bytes).toBeGreaterThan(90_000);
    expect(store.read("1000", 0)).toHaveLength(1);
    expect(store.read("1", 0)).toBeUndefined();
  });

  describe("that is full forgets", () => {
    const text = "x".repeat(1_000);
    const owned = (client: string, session: string) => ({ client, session });
    const kept = (store: EventStore, stream: string) =>
      sequences(store.read(stream, 0) as StoredEvent[] | undefined)?.length;

    test("the oldest of the session that has the most", () => {
      const store = createMemoryEventStore({ maxBytes: 100_000 });
      const [small, large] = [owned("a", "1"), owned("a", "2")];
      for (let n = 1; n <= 5; n++) store.append("1s1", event(n, text), small);
      for (let n = 1; n <= 500; n++)
        store.append(`2c${n}`, event(1, text), large);
      expect(kept(store, "1s1")).toBe(5);
      expect(kept(store, "2c1")).toBeUndefined();
      expect(kept(store, "2c500")).toBe(1);
      for (let n = 6; n <= 10; n++) store.append("1s1", event(n, text), small);
      expect(kept(store, "1s1")).toBe(10);
      expect(store.bytes).toBeLessThanOrEqual(100_000);
      expect(store.bytes).toBeGreaterThan(95_000);
    });

    test("of the client that has the most, in however many sessions", () => {
      const store = createMemoryEventStore({ maxBytes: 100_000 });
      for (let n = 1; n <= 20; n++)
        store.append("bob", event(n, text), owned("bob", "b"));
      for (let n = 1; n <= 200; n++)
        store.append(`m${n}`, event(1, text), owned("mallory", `${n}`));
      expect(kept(store, "bob")).toBe(20);
      expect(kept(store, "m1")).toBeUndefined();
      expect(kept(store, "m200")).toBe(1);
    });

    test("as much as was promised, whoever comes and goes", () => {
      const store = createMemoryEventStore({ maxBytes: 50_000, maxEvents: 10 });
      const streams = Array.from({ length: 40 }, (_, n) => `${n}`);
      for (let round = 1; round <= 2_000; round++) {
        const n = (round * 7) % 40;
        if (round % 11 === 0) store.delete(`${n}`);
        else
          store.append(
            `${n}`,
            event(round, "x".repeat((round * 37) % 2_000)),
            owned(`${n % 3}`, `${n % 13}`),
          );
        const found = streams.flatMap((one) => store.read(one, round) ?? []);
        expect(found).toEqual([]);
        expect(store.bytes).toBeLessThanOrEqual(50_000);
      }
      for (const one of streams) store.delete(one);
      expect(store.bytes).toBe(0);
    });
  });

  test("keeps nothing of an event that is too big for it", () => {
    const store = createMemoryEventStore({ maxBytes: 1_000 });
    store.append("a", event(1, "x".repeat(1_000)));
    expect(store.bytes).toBe(0);
    expect(store.read("a", 0)).toBeUndefined();
  });

  test("keeps nothing of a stream that is deleted", () => {
    const store = createMemoryEventStore();
    store.append("a", event(1, "text"));
    store.delete("a");
    store.delete("b");
    expect(store.bytes).toBe(0);
    expect(store.read("a", 0)).toBeUndefined();
  });

  test.each([
    [{ maxEvents: NaN }, "maxEvents is an integer from 1 on, not NaN"],
    [{ maxBytes: 0 }, "maxBytes is an integer from 1 on, not 0"],
  ])("has bounds that are sound, not %j", (options, message) => {
    expect(() => createMemoryEventStore(options)).toThrow(message);
  });
});
