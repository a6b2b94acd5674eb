import { describe, expect, test } from "vitest";
import { messages } from "./early/messages.ts";
import { refused } from "./early/refused.ts";
import { types } from "./early/types.ts";
import { refusals } from "./compiler.ts";
import {
  compiles,
  formatted,
  guardsAgree,
  protocolOf,
  type Judge,
} from "./judges.ts";
import { published } from "./published.ts";

const judges: readonly [string, Judge][] = [
  ["becomes code that compiles", compiles],
  ["becomes files that are formatted", formatted],
  ["becomes guards that agree with ajv", guardsAgree],
  ["becomes the published JSON Schema", published],
];

describe.each([...types, ...messages])("%s", (_, text) => {
  test("is accepted by the compiler", () => {
    expect(refusals({ "/schema.ts": text })).toEqual([]);
  });

  test.each(judges)("%s", { timeout: 60_000 }, async (__, judge) => {
    expect(await judge({ text, protocol: protocolOf(text) })).toEqual([]);
  });
});

test.each(refused)("the compiler accepts %s", (_, text) => {
  expect(refusals({ "/schema.ts": text })).toEqual([]);
});
