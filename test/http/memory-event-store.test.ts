import { describe, expect, test } from "vitest";
import { createMemoryEventStore } from "../../src/runtime/http/server/events/memory-event-store.ts";
import type { StoredEvent } from "../../src/runtime/http.ts";

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
