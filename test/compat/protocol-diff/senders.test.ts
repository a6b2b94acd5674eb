import { expect, test } from "vitest";
import { diff, type Side } from "../../../src/compat/protocol-diff/index.ts";
import { load } from "../../../src/revisions/load.ts";
import { protocolWith } from "./small.ts";

test("errors are sent by whom requests are sent to", async () => {
  const { changes } = diff(await load("2025-11-25"), await load("2026-07-28"));
  const senders = new Map(
    changes.map(({ where, senders }) => [where.name, senders] as const),
  );
  expect(senders.get("MissingRequiredClientCapabilityError")).toEqual([
    "server",
  ]);
  expect(senders.get("ParseError")).toEqual(["server"]);
});

test("what an error quotes is not the error's", () => {
  const error = (data: string): string => `
export interface EchoRequest extends Request { method: "echo"; params: Asked }
export interface Asked { text: ${data} }
export interface EchoError { jsonrpc: "2.0"; id: RequestId; error: { code: 1; message: string; data: Asked; more: More } }
export interface More { a: ${data} }`;
  const found = diff(
    protocolWith(error("string")),
    protocolWith(error("number")),
  ).changes.map(({ where, senders }): [string, Side[]] => [
    where.name ?? "",
    senders,
  ]);
  expect(found).toEqual([
    ["Asked", ["client"]],
    ["More", ["server"]],
  ]);
});
