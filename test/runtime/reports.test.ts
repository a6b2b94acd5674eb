import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { InvalidMessageError } from "../../src/runtime/protocol/errors.ts";
import {
  handlerFailure,
  Reports,
  type ReportLimits,
} from "../../src/runtime/protocol/timers/reports.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Reports, and what was told of them. */
function reported(limits: ReportLimits = { limit: 2, intervalMs: 1_000 }) {
  const told: string[] = [];
  const reports = new Reports((error) => told.push(error.message), limits);
  return { reports, report: reports.report, told };
}

describe("reports of one kind", () => {
  test("are told so many times in an interval, and then the number of the others is", () => {
    const { report, told } = reported();
    for (let count = 1; count <= 1_000; count++)
      report(new Error(`no. ${count}`), { kind: "unreadable" });
    expect(told).toEqual(["no. 1", "no. 2"]);
    vi.advanceTimersByTime(999);
    expect(told).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(told.slice(2)).toEqual([
      "998 more reports of one kind (unreadable) within 1 s were not told; the first: no. 1",
    ]);
    report(new Error("later"), { kind: "unreadable" });
    expect(told[3]).toBe("later");
    vi.advanceTimersByTime(5_000);
    expect(told).toHaveLength(4);
  });

  test("are five a minute by default", () => {
    const { report, told } = reported({});
    for (let count = 0; count < 100; count++)
      report(new Error("again"), { kind: "unreadable" });
    vi.advanceTimersByTime(59_999);
    expect(told).toHaveLength(5);
    vi.advanceTimersByTime(1);
    expect(told[5]).toMatch(/^95 more .* within 60 s /);
  });

  test("keep no other kind and no other key silent", () => {
    const { report, told } = reported({ limit: 1, intervalMs: 1_000 });
    report(new Error("a"), { kind: "tool", key: "one" });
    report(new Error("b"), { kind: "tool", key: "one" });
    report(new Error("c"), { kind: "tool", key: "two" });
    report(new Error("d"), { kind: "line" });
    expect(told).toEqual(["a", "c", "d"]);
  });

  test("are told at the end, where that comes first", () => {
    const { reports, report, told } = reported();
    for (let count = 0; count < 5; count++) report(new Error("again"));
    reports.end();
    expect(told[2]).toMatch(/^3 more /);
    vi.advanceTimersByTime(5_000);
    expect(told).toHaveLength(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("that came one by one leave no timer", () => {
    const { report } = reported();
    report(new Error("once"));
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("what is told once is told once, and once for each key", () => {
  const { report, told } = reported();
  const once = { kind: "no content", isOnce: true };
  for (let count = 0; count < 10; count++) {
    report(new Error("a"), { ...once, key: "a" });
    report(new Error("b"), { ...once, key: "b" });
    vi.advanceTimersByTime(10_000);
  }
  expect(told).toEqual(["a", "b"]);
});

test("without a kind, numbers and quotations make no difference, and words and classes do", () => {
  const { report, told } = reported({ limit: 1, intervalMs: 1_000 });
  report(new Error('line 1 is not JSON: "one"'));
  report(new Error('line 22 is not JSON: "two'));
  report(new InvalidMessageError('line 1 is not JSON: "one"'));
  report(new Error("something else"));
  expect(told).toHaveLength(3);
});

test("however many keys a peer makes up, what is told and kept is bounded", () => {
  const { report, told } = reported();
  for (let count = 0; count < 10_000; count++) {
    const key = `${"x".repeat(100)} ${count}`;
    report(new Error("of a tool"), { kind: "tool", key });
    report(new Error("once"), { kind: "once", key, isOnce: true });
    report(new Error(`method ${key}`.replaceAll(/\d/g, toLetter)));
  }
  expect(told.length).toBeLessThan(100);
  vi.advanceTimersByTime(1_000);
  const counted = told.flatMap((text) =>
    [...text.matchAll(/^(\d+) more/g)].map(([, count]) => Number(count)),
  );
  const sum = counted.reduce((all, count) => all + count, 0);
  expect(told.length - counted.length + sum).toBe(30_000);
});

test("what a peer says is repeated in part, and on one line", () => {
  const { report, told } = reported({ limit: 1, intervalMs: 1_000 });
  const text = `a\n${"b".repeat(10_000)}`;
  report(new Error(text), { kind: "line" });
  report(new Error(text), { kind: "line" });
  vi.advanceTimersByTime(1_000);
  expect(told[1]).toContain("a\\u000abbb");
  expect(told[1]?.length).toBeLessThan(400);
});

function toLetter(digit: string): string {
  return String.fromCharCode(97 + Number(digit));
}

test("the reference says how many are told: of what requests end with, more", () => {
  const page = new URL("../../docs/reference/options.md", import.meta.url);
  const rows = readFileSync(page, "utf8").match(
    /^\| `onError`.+five times.+$/gm,
  );
  const { limit } = handlerFailure(new Error("broken"));
  expect(limit).toBe(20);
  const exact = "(twenty for errors that requests end with)";
  // A server's and a client's; no request of its own ends at an HTTP handler.
  expect(rows?.map((row) => row.includes(exact))).toEqual([true, true, false]);
});
