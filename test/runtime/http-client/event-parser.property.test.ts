import { createParser } from "eventsource-parser";
import { expect, test } from "vitest";
import {
  EventParser,
  type ServerEvent,
} from "../../../src/runtime/http/client/events/event-parser.ts";
import { fc, runs } from "../../support/random.ts";

interface Heard {
  readonly type: string;
  readonly data: string;
  readonly id: string | undefined;
}

/** What another parser makes of the same text: it leaves out events without data. */
function reference(text: string): Heard[] {
  const events: Heard[] = [];
  const parser = createParser({
    onEvent: ({ event = "", data, id }) =>
      events.push({ type: event === "" ? "message" : event, data, id }),
  });
  parser.feed(text);
  return events;
}

function read(chunks: readonly string[]): ServerEvent[] {
  const events: ServerEvent[] = [];
  const parser = new EventParser((event) => events.push(event));
  for (const chunk of chunks) parser.push(chunk);
  return events;
}

const lineEnd = fc.constantFrom("\n", "\r\n", "\r");
const field = fc.constantFrom("data", "event", "id", "retry", "other", "");
const value = fc.oneof(
  fc.constantFrom("", " ", "  x", "12", "a:b", "ü€😀", "1\0", "{}"),
  fc.string({ maxLength: 8 }).map((text) => text.replace(/[\r\n]/g, "")),
);
const colon = fc.constantFrom(": ", ":", "");
const line = fc.oneof(
  fc.tuple(field, colon, value).map((parts) => parts.join("")),
  fc.constant(""),
);
const stream = fc
  .array(fc.tuple(line, lineEnd), { maxLength: 25 })
  .map((lines) => lines.flat().join(""));

/** Cuts a text at some places. */
function cut(text: string, places: readonly number[]): string[] {
  const sorted = places
    .map((place) => place % (text.length + 1))
    .sort((a, b) => a - b);
  const ends = [...sorted, text.length];
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

test("events are those that another parser finds", () => {
  fc.assert(
    fc.property(stream, (text) => {
      // With the blank line at the end, all that is told is an event.
      const whole = `${text}\n\n`;
      const expected = reference(whole);
      const events = read([whole]);
      const withData = events.filter(({ data }) => data !== "");
      expect(
        withData.map(({ type, data, id }) => ({ type, data, id })),
      ).toEqual(expected.filter(({ data }) => data !== ""));
    }),
    { numRuns: runs(1_000) },
  );
});

test("how a stream is cut makes no difference", () => {
  const places = fc.array(fc.nat(), { maxLength: 12 });
  fc.assert(
    fc.property(stream, places, (text, at) => {
      expect(read(cut(text, at))).toEqual(read([text]));
      expect(read([...text])).toEqual(read([text]));
    }),
    { numRuns: runs(500) },
  );
});

test("the time to wait is the last one before the event ends", () => {
  const events = read([
    "retry: 5\nretry: 70\nretry: x\ndata: a\n\ndata: b\n\n",
  ]);
  expect(events.map(({ retry }) => retry)).toEqual([70, undefined]);
});

test("an id or a time to wait alone is heard, and a comment alone is not", () => {
  const events = read([
    "id: 7\n\n",
    ": alive\n\n",
    "retry: 10\n\n",
    "event: x\n\n",
  ]);
  const none = { type: "message", data: "", id: undefined, retry: undefined };
  expect(events).toEqual([
    { ...none, id: "7" },
    { ...none, retry: 10 },
  ]);
});

test("what waits for its end is counted, and comments are not", () => {
  const parser = new EventParser(() => {});
  parser.push(": comment\n".repeat(1_000));
  expect(parser.waiting).toBe(0);
  parser.push("data: 1234\ndata");
  expect(parser.waiting).toBe("data: 1234\ndata".length);
  parser.push(": x\n\n");
  expect(parser.waiting).toBe(0);
});

test.each([
  ["one long line in pieces", "data: ", "x", 2_000_000],
  ["very many lines", "", "data: x\n", 500_000],
])("%s takes little more than its length", (_, first, piece, count) => {
  const parser = new EventParser(() => {});
  parser.push(first);
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < count; index++) parser.push(piece);
  const used = process.memoryUsage().heapUsed - before;
  expect(parser.waiting).toBeGreaterThanOrEqual(count);
  expect(used / parser.waiting).toBeLessThan(20);
});
