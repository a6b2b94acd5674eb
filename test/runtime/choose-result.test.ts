import { expect, test } from "vitest";
import * as handshake from "../../generated/2025-11-25/index.ts";
import * as stateless from "../../generated/2026-07-28/index.ts";
import type { JsonObject } from "../../src/runtime/protocol/message.ts";
import { chooseResult } from "../../src/runtime/protocol/revision/choose-result.ts";

/** Only what a result has itself counts. */
const inherited: JsonObject = Object.create({ task: {} });

const withTasks: [
  method: keyof handshake.Requests,
  result: JsonObject,
  type: string,
][] = [
  ["ping", {}, "EmptyResult"],
  ["tools/call", { content: [] }, "CallToolResult"],
  ["tools/call", { task: {} }, "CreateTaskResult"],
  ["tools/call", inherited, "CallToolResult"],
];

test.each(withTasks)("a result of %s: %j is a %s", (method, result, type) => {
  const { [method]: entry } = handshake.requests;
  const chosen = handshake.chooseResult(method, result);
  expect(chosen?.type).toBe(type);
  expect(chooseResult(entry, result)).toBe(chosen);
});

const withResultTypes: [
  method: keyof stateless.Requests,
  result: JsonObject,
  type: string | undefined,
][] = [
  ["tools/call", { resultType: "complete" }, "CallToolResult"],
  ["tools/call", {}, "CallToolResult"],
  ["tools/call", { resultType: "input_required" }, "InputRequiredResult"],
  ["tools/call", { resultType: "unheard-of" }, undefined],
  ["tools/list", { resultType: "complete" }, "ListToolsResult"],
  ["tools/list", { resultType: "input_required" }, undefined],
];

test.each(withResultTypes)(
  "a result of %s: %j is a %s",
  (method, result, type) => {
    const { [method]: entry } = stateless.requests;
    const chosen = stateless.chooseResult(method, result);
    expect(chosen?.type).toBe(type);
    expect(chooseResult(entry, result)).toBe(chosen);
  },
);
