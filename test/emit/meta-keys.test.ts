import { expect, test } from "vitest";
import { protocol as latest } from "../../generated/2026-07-28/dispatch.ts";
import { reservedMetaKeys } from "../../src/emit/dispatch/meta-keys.ts";
import { reservedKeyIssue } from "../../src/runtime/protocol/validation/reserved-keys.ts";
import { protocolOf } from "../support/protocols.ts";

const schema = `
  export const TRACE_KEY = "io.modelcontextprotocol/trace";
  export interface Meta {
    "io.modelcontextprotocol/budget"?: number;
    "com.example/own"?: string;
    inner?: { "dev.mcp/tag"?: string }[];
  }
  export type Other = Meta & { "io.modelcontextprotocol/budget"?: 1 };`;

test("keys of _meta with a reserved prefix are read from the schema", () => {
  expect(reservedMetaKeys(protocolOf(schema))).toEqual([
    "io.modelcontextprotocol/trace",
    "io.modelcontextprotocol/budget",
    "dev.mcp/tag",
  ]);
});

test("a key that the schema names is sent, and another is refused", () => {
  const message = { _meta: { "io.modelcontextprotocol/budget": 1 } };
  const table = { ...latest, metaKeys: ["io.modelcontextprotocol/budget"] };
  expect(reservedKeyIssue(message, table)).toBeUndefined();
  expect(reservedKeyIssue(message, latest)?.path).toEqual([
    "_meta",
    "io.modelcontextprotocol/budget",
  ]);
});
