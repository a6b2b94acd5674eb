import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import type { Direction, Protocol } from "../../src/schema/model/index.ts";
import { load } from "../../src/revisions/load.ts";
import type { ProtocolTable } from "../../src/runtime/protocol/revision/protocol-table.ts";
import { bundledRevisions } from "../../src/revisions/revisions.ts";

const root = new URL("../../", import.meta.url).pathname;
const revisions = bundledRevisions()
  .filter(({ aliasOf }) => aliasOf === undefined)
  .map(({ id }) => id);

const received: Record<"server" | "client", readonly Direction[]> = {
  server: ["clientToServer", "both"],
  client: ["serverToClient", "embedded", "both"],
};
const sent: Record<"server" | "client", readonly Direction[]> = {
  server: ["serverToClient", "embedded", "both"],
  client: ["clientToServer", "both"],
};

/** What the tables have in common with those that hold everything. */
interface Tables {
  readonly requests: ProtocolTable["requests"];
  readonly notifications: ProtocolTable["notifications"];
}

describe.each(revisions)("the tables of %s", (revision) => {
  test.each(["server", "client"] as const)(
    "for a %s hold the guards of what it receives, and no other",
    async (side) => {
      const protocol = await load(revision);
      const { tables, whole } = await tablesOf(revision, side);
      for (const { method, direction } of messagesOf(protocol)) {
        const entry = entryOf(tables, method);
        const full = entryOf(whole, method);
        expect([method, entry?.params?.validate]).toEqual([
          method,
          received[side].includes(direction)
            ? full?.params?.validate
            : undefined,
        ]);
        expect([method, validators(entry)]).toEqual([
          method,
          sent[side].includes(direction) ? validators(full) : undefined,
        ]);
        const { handler, capability } = entry ?? {};
        expect({ handler, direction: entry?.direction, capability }).toEqual({
          handler: full?.handler,
          direction,
          capability: full?.capability,
        });
      }
    },
  );

  test.each(["server", "client"] as const)(
    "for a %s are created on first use, and once",
    async (side) => {
      const { tables } = await tablesOf(revision, side);
      for (const name of ["requests", "notifications"] as const) {
        const property = Object.getOwnPropertyDescriptor(tables, name);
        expect(property?.get).toBeTypeOf("function");
        expect(tables[name]).toBe(tables[name]);
      }
    },
  );

  test.each(["server", "client"] as const)(
    "say of a %s what the schema and the facts say",
    async (side) => {
      const protocol = await load(revision);
      const { tables } = await tablesOf(revision, side);
      const table = tables as ProtocolTable;
      expect(table.facts).toEqual(protocol.features);
      expect(table.errorCodes).toEqual(
        Object.fromEntries(
          protocol.errors.map(({ name, code }) => [name, code]),
        ),
      );
      expect(table.lifecycle).toBe(protocol.lifecycle);
      const input = Object.entries(table.requests).filter(
        ([, entry]) => entry.input,
      );
      expect(input.map(([method]) => method).sort()).toEqual([
        "prompts/get",
        "resources/read",
        "tools/call",
      ]);
      const named = Object.entries(table.requests)
        .filter(([, { name }]) => name !== undefined)
        .map(([method, { name }]) => `${method} ${name}`);
      expect(named.sort()).toEqual([
        "prompts/get name",
        "resources/read uri",
        "tools/call name",
      ]);
      const cacheable = Object.entries(table.requests).filter(
        ([, entry]) => entry.cacheable,
      );
      expect(cacheable.map(([method]) => method).sort()).toEqual(
        protocol.lifecycle === "handshake"
          ? []
          : [
              "prompts/list",
              "resources/list",
              "resources/read",
              "resources/templates/list",
              "server/discover",
              "tools/list",
            ],
      );
    },
  );
});

test("a bundle of one side's table holds no check that only the other needs", async () => {
  const server = await checksIn("2025-11-25", "serverProtocol");
  const client = await checksIn("2025-11-25", "clientProtocol");
  expect(server).toContain("checkCallToolRequestParams");
  expect(server).toContain("checkElicitResult");
  expect(server).not.toContain("checkCallToolResult");
  expect(server).not.toContain("checkElicitRequestParams");
  expect(client).toContain("checkCallToolResult");
  expect(client).toContain("checkElicitRequestParams");
  expect(client).not.toContain("checkCallToolRequestParams");
  expect(client).not.toContain("checkElicitResult");
  expect(await checksIn("2025-11-25", "revision")).toEqual([]);
});

function messagesOf({ requests, notifications }: Protocol) {
  return [...requests, ...notifications];
}

async function tablesOf(
  revision: string,
  side: "server" | "client",
): Promise<{ tables: Tables; whole: Tables }> {
  const path = `../../generated/${revision}/dispatch.ts`;
  const module = await import(/* @vite-ignore */ path);
  return { tables: module[`${side}Protocol`], whole: module };
}

function entryOf(
  { requests, notifications }: Tables,
  method: string,
): ProtocolTable["requests"][string] | undefined {
  return requests[method] ?? notifications[method];
}

function validators(entry: ProtocolTable["requests"][string] | undefined) {
  return entry?.results?.map(({ when, validate }) => ({ when, validate }));
}

/** The checks of guards that a bundle of one export holds. */
async function checksIn(revision: string, name: string): Promise<string[]> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${name} } from "./generated/${revision}/dispatch.ts";`,
      resolveDir: root,
    },
    bundle: true,
    format: "esm",
    write: false,
    plugins: [
      {
        name: "sources",
        setup({ onResolve }) {
          onResolve({ filter: /^\.\/guards\.js$/ }, ({ resolveDir }) => ({
            path: `${resolveDir}/guards.ts`,
          }));
        },
      },
    ],
  });
  const text = outputFiles[0]?.text ?? "";
  return [...text.matchAll(/^function (check\w+)/gm)].map(
    ([, check]) => check ?? "",
  );
}
