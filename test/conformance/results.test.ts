import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readResults } from "./results.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "mcp-gen-results-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function leave(name: string, checks?: unknown): void {
  const place = path.join(folder, name);
  mkdirSync(place, { recursive: true });
  if (checks === undefined) return;
  writeFileSync(path.join(place, "checks.json"), JSON.stringify(checks));
}

test("A result has the name of its scenario, and its checks", () => {
  const failed = { id: "a", status: "FAILURE", errorMessage: "why" };
  leave("server-tools-list-2026-07-28T10-11-12-345Z", [
    { ...failed, details: {} },
    { id: "b", status: "SUCCESS" },
  ]);
  expect(readResults(folder, "server")).toEqual([
    {
      scenario: "tools-list",
      checks: [failed, { id: "b", status: "SUCCESS" }],
    },
  ]);
});

test("A scenario that the suite broke off has no checks", () => {
  leave("server-ping-2026-07-28T10-11-12-345Z");
  const [result] = readResults(folder, "server");
  expect(result).toEqual({ scenario: "ping", checks: undefined });
});

const own = "sse-retry-2026-07-28T10-11-12-345Z";

function print(text: string): void {
  writeFileSync(path.join(folder, own, "stdout.txt"), text);
}

test.each([
  ["exit 0\n", 0],
  ["exit 0 \n", 0],
  ["a word before\nexit 1\n", 1],
  ["exit one\n", undefined],
  ["exit 0\na word after\n", undefined],
  ["", undefined],
])("A client that prints %j exited with %s", (text, exitCode) => {
  leave(own, []);
  print(text);
  expect(readResults(folder, "client")).toEqual([
    { scenario: "sse-retry", checks: [], client: { exitCode } },
  ]);
});

test("A client that gives up says why", () => {
  leave(own, []);
  print("exit 1 HTTP 403\n");
  const [result] = readResults(folder, "client");
  expect(result?.client).toEqual({ exitCode: 1, reason: "HTTP 403" });
});

test("A client of which nothing is kept did not end by itself", () => {
  leave(own, []);
  const [result] = readResults(folder, "client");
  expect(result?.client).toEqual({ exitCode: undefined });
});

test("A scenario of a group has the group's name before its own", () => {
  leave("auth/basic-cimd-2026-07-28T10-11-12-345Z", []);
  leave("auth/2025-03-26-oauth-2026-07-28T10-11-12-345Z", []);
  const names = readResults(folder, "client").map(({ scenario }) => scenario);
  expect(names.toSorted()).toEqual([
    "auth/2025-03-26-oauth",
    "auth/basic-cimd",
  ]);
});

test.each([[{}], [[{ id: "no status" }]], [[null]]])(
  "What is no list of checks is refused: %j",
  (checks) => {
    leave("server-ping-2026-07-28T10-11-12-345Z", checks);
    expect(() => readResults(folder, "server")).toThrow(TypeError);
  },
);
