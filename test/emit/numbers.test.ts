import { describe, expect, test } from "vitest";
import { emitRevision } from "../../src/emit/index.ts";
import { generate, parse } from "../../src/index.ts";
import type { Protocol } from "../../src/schema/model/index.ts";
import { load } from "../../src/revisions/load.ts";
import { bundledRevisions } from "../../src/revisions/revisions.ts";
import { everything } from "../support/emitted.ts";
import { needs } from "../support/official-files.ts";
import { hasOfficial, officialSchema } from "../support/spec.ts";
import { loadGuards } from "./guards/emitted.ts";

/** A schema of one's own: a request whose params hold every kind of number. */
const own = `
export interface JSONRPCRequest { jsonrpc: "2.0"; id: string | number; method: string; params?: { [key: string]: unknown } }
export interface Result { _meta?: { [key: string]: unknown }; [key: string]: unknown }
export interface AskRequest extends JSONRPCRequest { method: "acme/ask"; params: { weight: number; parts: Parts } }
export interface AskResult extends Result { answer: number }
export type ClientRequest = AskRequest;
${parts()}`;

function parts(): string {
  return `export interface Parts {
  bare: number;
  /** @format double */
  double: number;
  /** @TJS-type integer */
  tagged: number;
  /** @asType integer */
  as: number;
  listed: number[];
  either: string | number;
}`;
}

const numbers = {
  bare: "number",
  double: "number",
  tagged: "integer",
  as: "integer",
};

function typesOf(schema: string): Record<string, string | undefined> {
  const { $defs } = JSON.parse(schema) as {
    $defs: Record<string, { properties: Record<string, { type: string }> }>;
  };
  const { properties = {} } = $defs["Parts"] ?? {};
  return Object.fromEntries(
    Object.keys(numbers).map((name) => [name, properties[name]?.type]),
  );
}

function emitted(
  protocol: Protocol,
  what: "guards" | "json-schema" = "json-schema",
): string {
  const { files } = emitRevision(protocol, {
    ...everything,
    ...{ emit: [what], target: "js", docs: false },
  });
  const name = what === "guards" ? "guards.js" : "schema.json";
  return files.find(({ path }) => path.endsWith(name))?.text ?? "";
}

const value = {
  ...{ bare: 1.5, double: 0.5, tagged: 1, as: 2, listed: [0.5], either: 2.5 },
};

describe("a number of an own schema", () => {
  test.each(["corrected", "official"] as const)(
    "is a number unless it is tagged, in the %s JSON Schema",
    async (jsonSchema) => {
      const schema = { text: own, revision: "r1" };
      const { protocol } = await parse(schema);
      const { files } = emitRevision(protocol, {
        ...everything,
        jsonSchema,
        emit: ["json-schema"],
      });
      expect(typesOf(files[0]?.text ?? "")).toEqual(numbers);
    },
  );

  test("may have a fraction in guards", async () => {
    const { protocol } = await parse({ text: own, revision: "r1" });
    const guards = await loadGuards(emitted(protocol, "guards"));
    const isParts = guards.get("Parts")?.is ?? (() => undefined);
    expect(isParts(value)).toBe(true);
    expect(isParts({ ...value, tagged: 1.5 })).toBe(false);
    expect(isParts({ ...value, as: 1.5 })).toBe(false);
    const params = { weight: 0.5, parts: value };
    expect(guards.get("AskRequestParams")?.is(params)).toBe(true);
  });

  test("is an integer if a fact says so", async () => {
    const fact = { name: "integer-numbers", reason: "It does.", page: "" };
    const { protocol } = await parse(
      { text: own, revision: "r1" },
      { facts: { features: [fact] } },
    );
    expect(typesOf(emitted(protocol))).toEqual({
      ...numbers,
      ...{ bare: "integer", double: "integer" },
    });
  });
});

describe("a number of an extension", () => {
  const text = `
import type { JSONRPCRequest, Result } from "./spec.types.ts";
export interface AskRequest extends JSONRPCRequest { method: "acme/ask"; params: { weight: number; parts: Parts } }
export interface AskResult extends Result { answer: number }
export type ClientRequest = AskRequest;
${parts()}`;

  test("is a number unless it is tagged, and the core's stay integers", async () => {
    const { files } = await generate({
      revisions: ["2025-11-25"],
      extensions: [{ extension: "com.acme/ask", text, revision: "draft" }],
      ...{ emit: ["guards", "json-schema"], runtime: "copy" },
    });
    const textOf = (path: string): string =>
      files.find((file) => file.path === path)?.text ?? "";
    const folder = "2025-11-25/extensions/ask";
    expect(typesOf(textOf(`${folder}/schema.json`))).toEqual(numbers);
    expect(textOf(`${folder}/guards.ts`)).toContain("isFinite");
    const core = await generate({
      revisions: ["2025-11-25"],
      ...{ emit: ["json-schema"], runtime: "copy" },
    });
    const schema = core.files.find(({ path }) => path.endsWith("schema.json"));
    expect(schema?.text).toBe(textOf("2025-11-25/schema.json"));
  });
});

describe("a number of a published revision", () => {
  const ids = bundledRevisions().map(({ id }) => id);
  const revisions = [...ids.slice(0, 1), ...ids.slice(-1)];

  test.each(revisions)("%s is an integer unless tagged", async (revision) => {
    const schema = emitted(await load(revision));
    const { $defs } = JSON.parse(schema) as {
      $defs: Record<string, { type: unknown }>;
    };
    expect($defs["RequestId"]?.type).toEqual(["string", "integer"]);
  });

  test.each(hasOfficial ? revisions : [])(
    "%s is the same of its schema.ts",
    needs("schemas"),
    async (revision) => {
      const text = officialSchema(revision);
      const { protocol } = await parse({ text, revision });
      const named = await load(revision);
      expect(emitted(protocol)).toBe(emitted(named));
    },
  );
});
