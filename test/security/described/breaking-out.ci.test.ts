import { describe, expect, test } from "vitest";
import { emitClient } from "../../../src/contracts/client/emit-client.ts";
import { chosenEmission } from "../../../src/contracts/client/options.ts";
import {
  printSnapshot,
  readSnapshot,
  snapshotOf,
} from "../../../src/contracts/snapshot/index.ts";
import { typeNames } from "../../../src/contracts/names.ts";
import { renderModule } from "../../../src/emit/print/render.ts";
import { printSchemaTypes } from "../../../src/emit/schema-types/index.ts";
import { readSchema } from "../../../src/schema/json-schema/index.ts";
import { expectHarmless, harms } from "./harmless.ts";
import { hostileListing, hostileTexts } from "./hostile-lists.ts";

const { snapshot, notes } = snapshotOf(hostileListing("http://127.0.0.1:1"));

test("whoever looks for harm finds it", () => {
  const text = (text: string) => harms([{ path: "a.ts", text }]).length;
  expect(text("/** Fine. */\nexport const a = 1;")).toBe(0);
  expect(text("export const a = globalThis.canary;")).toBe(1);
  expect(text('/** */ canary(); /* */ export const a = "canary";')).toBe(1);
  expect(text("/** @ts-ignore */\nexport const a = 1;")).toBe(1);
  expect(text("// @ts-nocheck\nexport const a = 1;")).toBe(1);
  expect(text("// \u202e\nexport const a = 1;")).toBe(1);
  expect(text('export const a = "')).toBeGreaterThan(0);
  expect(harms([{ path: "../a.ts", text: "" }])).toHaveLength(1);
  expect(harms([{ path: "/a.ts", text: "" }])).toHaveLength(1);
});

test("a snapshot holds any text as data, and reads back as it was", () => {
  expect(notes).toEqual([]);
  const text = printSnapshot(snapshot);
  expectHarmless([{ path: "snapshot.json", text }]);
  expect(readSnapshot(text, "snapshot.json")).toEqual(snapshot);
  expect(snapshot.tools.length).toBe(hostileTexts.length - 1);
});

test("types of hostile schemas are nothing but types", () => {
  const names = typeNames(snapshot.tools.map(({ name }) => name));
  expect(new Set(names.values()).size).toBe(snapshot.tools.length);
  const schemas = snapshot.tools.map(({ name, inputSchema }) => ({
    name: `${names.get(name)}Arguments`,
    document: readSchema(inputSchema),
  }));
  const { items } = printSchemaTypes(schemas, { docs: true });
  const header = hostileTexts.map((text) => `Of ${text}`);
  for (const target of ["ts", "js"] as const)
    expectHarmless(
      renderModule(
        { path: "types", header, items },
        { target, importExtension: ".js" },
      ),
    );
});

describe("a typed client of a hostile server", () => {
  const emission = chosenEmission(
    { name: "hostile", runtime: "mcp-gen" },
    undefined,
    "",
  );
  const { files } = emitClient(snapshot, emission);

  test("is the files of a client, and nothing but code of ours", () => {
    expectHarmless(files);
    expect(files.map(({ path }) => path).sort()).toEqual([
      "client.ts",
      "guards.ts",
      "index.ts",
      "snapshot.json",
      "types.ts",
    ]);
  });
});
