import { expect } from "vitest";
import type { ProtocolTable } from "../../src/runtime/protocol/revision/protocol-table.ts";
import { legacy, modern } from "./client-tables.ts";
import { createScript, type Script, type Sent } from "./script.ts";
import { createClient, type Client } from "./test-client.ts";

/** The next release, this one, and two that shake hands. */
export const all = [modern("4"), modern("3"), legacy("2"), legacy("1")];
export const modernOnly = [modern("3")];
export const legacyOnly = [legacy("2"), legacy("1")];

export type React = (message: Sent, script: Script) => void;

export async function connect(
  tables: readonly ProtocolTable[],
  react: React,
): Promise<{ client: Client; script: Script; methods: unknown[] }> {
  const client = createClient(tables);
  const script = createScript(react);
  await client.connect(script);
  return { client, script, methods: methodsOf(script) };
}

export async function fail(
  tables: readonly ProtocolTable[],
  react: React,
): Promise<{ error: unknown; script: Script }> {
  const client = createClient(tables);
  const script = createScript(react);
  const error: unknown = await client.connect(script).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(client.protocolVersion).toBeUndefined();
  expect(script.open).toBe(false);
  return { error, script };
}

export function methodsOf({ sent }: Script): unknown[] {
  return sent.map(({ method }) => method);
}

export const refusal = { code: -32601, message: "Method not found" };
