import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createMemoryEventStore, listen } from "../../src/runtime/http-node.ts";
import { storeBytes } from "../../src/runtime/http/server/events/event-store.ts";
import { costs } from "../../src/runtime/http/server/limits/memory-limiter.ts";
import { connectionsByDefault } from "../../src/runtime/http/server/node/listen.ts";
import type { HttpOptions } from "../../src/runtime/http/server/options.ts";
import {
  resolveOptions,
  type ResolvedOptions,
} from "../../src/runtime/http/server/resolve-options.ts";
import { all, serverOf } from "../runtime/revisions.ts";

const root = path.join(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/guides/limits.md"), "utf8");
const KiB = 1024;
const MiB = KiB * KiB;

/** The cells of a row that begins so. */
function row(beginning: string): string[] {
  const line = page.split("\n").find((one) => one.startsWith(`| ${beginning}`));
  if (line === undefined) throw new Error(`there is no row ${beginning}`);
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

const last = (beginning: string): string => row(beginning).at(-1) ?? "";
const number = (text: string): number =>
  Number(/[\d.,]+/.exec(text)?.[0].replaceAll(",", ""));
const numbers = (text: string): number[] =>
  (text.match(/\d[\d.,]*\d|\d/g) ?? []).map(number);

const resolved = (options: HttpOptions = {}): ResolvedOptions =>
  resolveOptions(serverOf(all), options);

describe("the page of limits tells the defaults", () => {
  const options = resolved();
  const { sessions, perClient } = options;
  if (sessions === false) throw new Error("there are sessions by default");

  test.each<[string, readonly number[]]>([
    ["A session", [sessions.max, perClient.maxSessions]],
    ["Client information", [options.maxClientInfoBytes / KiB]],
    ["A resource", [options.maxUriBytes / KiB]],
    ["All of the above, for one session", [sessions.maxKeptBytes / MiB]],
    [
      "An open stream",
      [options.maxStreams, perClient.maxStreams, sessions.maxStreams],
    ],
    ["A running request", [options.maxRequests, perClient.maxRequests]],
    [
      "An incomplete body",
      [options.maxBodyBytes / MiB, options.bodyTimeoutMs / 1_000],
    ],
    ["A response", [options.maxBufferedBytes / MiB]],
    ["All of the above, for one client", [perClient.maxKeptBytes / MiB, 3, 8]],
    ["All of the above, for all clients", [options.maxKeptBytes / MiB]],
    ["Events that", [storeBytes / MiB]],
  ])("of %s", (beginning, found) => {
    expect(numbers(last(beginning))).toEqual(found);
  });

  test.each<[string, number]>([
    ["A session", costs.session],
    ["An open stream", costs.stream],
    ["A running request", costs.request],
    ["An incomplete body", costs.request],
  ])("and what counts: %s", (beginning, bytes) => {
    expect(number(row(beginning)[1] ?? "") * KiB).toBe(bytes);
  });
});

test("and those of authorization, as the options have them", () => {
  const said = page.split("\n").find((one) => one.includes("maxClientBytes"));
  const source = (name: string): string =>
    readFileSync(path.join(root, "src/runtime/auth", name), "utf8");
  const dpop = source("jose/dpop.ts");
  const [, all] = /options\.maxBytes, (\d+) \* MiB/.exec(dpop) ?? [];
  expect(dpop).toMatch(/options\.maxClientBytes,\s+MiB,/);
  const [, cached] =
    /options\.maxCached, ([\d_]+)/.exec(source("introspection/options.ts")) ??
    [];
  expect(numbers(said ?? "")).toEqual([
    1,
    Number(all),
    Number(cached?.replace("_", "")),
    1,
  ]);
});

/** What a connection that only stands there takes: assumed, as is what Node takes at rest. */
const connection = 8.5 * KiB;
const atRest = 60 * MiB;

const share = ({ perClient }: ResolvedOptions): number =>
  0.75 * perClient.maxKeptBytes;

function worst(
  options: ResolvedOptions,
  events: number,
  connections: number,
): number {
  const { maxKeptBytes, maxBodyBytes } = options;
  const parsing = share(options) + 2 * maxBodyBytes;
  return atRest + maxKeptBytes + events + parsing + connections * connection;
}

describe("the worst case", () => {
  test("is the sum of what it names", () => {
    const options = resolved();
    const parts = [
      ["Node and the program", atRest],
      ["Sessions, streams", options.maxKeptBytes],
      ["Events for clients that come back  ", storeBytes],
      ["One body", share(options)],
      ["Its text", 2 * options.maxBodyBytes],
      ["Idle connections", connectionsByDefault * connection],
      ["**In all**", worst(options, storeBytes, connectionsByDefault)],
    ] as const;
    for (const [beginning, bytes] of parts)
      expect
        .soft(number(last(beginning)), beginning)
        .toBe(Math.round(bytes / MiB));
    expect(row("Idle connections")[1]).toContain(
      "(25,000) of 8.5 KiB, assumed",
    );
    expect(row("Node and the program")[1]).toBe("assumed");
  });

  test.each([512, 256, 128])("of a container of %i MiB fits in it", (size) => {
    const [
      ,
      heap = 0,
      kept = 0,
      events = 0,
      connections = 0,
      body = 0,
      sum = 0,
    ] = row(`${size} MiB`).map(number);
    const options = resolved({
      maxKeptBytes: kept * MiB,
      maxBodyBytes: body * MiB,
    });
    const bytes = worst(options, events * MiB, connections);
    expect(sum).toBe(Math.round(bytes / MiB));
    expect(sum).toBeLessThan(size);
    // What is on the heap: all but bytes on their way, connections and Node itself.
    const onHeap = kept + events + share(options) / MiB;
    expect(heap).toBeGreaterThan(onHeap);
    // The longest body can come at all.
    expect(2 * body * MiB + costs.request).toBeLessThan(share(options));
  });
});

test("what the page sets is sound", async () => {
  const running = await listen(serverOf(all), {
    port: 0,
    clientKey: ({ header }) => header("X-Real-IP"),
    perClient: { maxSessions: 100 },
    maxKeptBytes: 48 * MiB,
    eventStore: createMemoryEventStore({ maxBytes: 8 * MiB }),
    maxConnections: 4_000,
    maxBodyBytes: 2 * MiB,
  });
  expect(running.status().kept.maxBytes).toBe(48 * MiB);
  await running.close({ graceMs: 0 });
});
