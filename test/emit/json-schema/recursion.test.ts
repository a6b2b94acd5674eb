import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import {
  jsonSchemaDocument,
  type Flavor,
  type JsonSchemaDocument,
} from "../../../src/emit/json-schema/index.ts";
import type { Protocol } from "../../../src/schema/model/index.ts";
import { refusals } from "../../schema/corpus/compiler.ts";
import { compiles, guardsAgree } from "../../schema/corpus/judges.ts";
import {
  emitEntryFiles,
  emitFiles,
  emitSharedFiles,
  runtimeSources,
} from "../../support/emitted.ts";
import { protocolOf } from "../../support/protocols.ts";

/** Recursive aliases whose unions are spread, so that only a member can lead back to itself. */
const forms: Readonly<Record<string, string>> = {
  "null beside an object": "export type A = { left: A | null } | null;",
  "an interface beside an object":
    "export interface O1 { o: string }\nexport type B = { left: B | null } | O1;",
  "an optional property": "export type C = { c?: C | string } | number;",
  "a list": "export type D = (D | null)[] | string;",
  "a tuple":
    "export type E = [E | null, (E | number)?, ...(E | null)[]] | string;",
  "what follows in a tuple": "export type W = [...(W | null)[]] | string;",
  "an index signature": "export type F = { [key: string]: F | null } | number;",
  "a record in an object":
    'export type G = { g: Record<string, G | null>; k?: Record<"k", { t: G | null }> } | null;',
  "an intersection":
    "export interface O2 { o: string }\nexport type H = ({ h: (H & O2) | null } & O2) | O2;",
  "Partial, Omit and Pick":
    'export type I = Partial<{ i: I | null }> | null;\nexport type J = { p: Omit<{ j: J | null; c: string }, "c"> | null; q: Pick<{ j: J | 1 }, "j"> } | null;',
  "a property of both members of an intersection":
    "export type K = { k: Partial<{ a: K | null } & { a?: K | null; b?: K | 1 }> } | null;",
  Readonly: "export type L = Readonly<{ l: L | null }> | null;",
  "objects and tuples in one another":
    "export type M = { x: { y: [{ z: M | null }] } } | null;",
  "two aliases, met first from an interface":
    "export interface N { x: { y: P | Q }; z?: P | null }\nexport type P = { q: Q | null } | string;\nexport type Q = { p: P | null } | number;",
  "two lists":
    "export type R = (S | null)[] | string;\nexport type S = [R | null] | number;",
  "three aliases that each spread the next":
    "export type T = { t: U | null } | string;\nexport type U = V | { u: T | null };\nexport type V = { v: (U | T)[] } | null;",
};

const all = Object.values(forms).join("\n");
const entries = Object.entries(forms);

const schemaOf = (protocol: Protocol, flavor: Flavor): JsonSchemaDocument =>
  structuredClone(jsonSchemaDocument(protocol, { flavor, docs: true }));

describe("a recursive alias that is spread", () => {
  test("is a schema that the compiler accepts", () => {
    expect(refusals({ "/schema.ts": all })).toEqual([]);
  });

  test.each(entries)("through %s: guards agree with ajv", async (_, text) => {
    const protocol = protocolOf(text);
    expect(await guardsAgree({ text, protocol })).toEqual([]);
  });

  test.each(["2024-11-05", "2026-07-28"])(
    "is valid in the official flavor of %s",
    (revision) => {
      const document = schemaOf(protocolOf(all, revision), "official");
      const ajv =
        document.$defs === undefined
          ? new Ajv({ strict: false })
          : new Ajv2020({ strict: false });
      ajv.validateSchema(document);
      expect(ajv.errors ?? []).toEqual([]);
      ajv.addSchema(document, "official");
      const keyword = document.$defs === undefined ? "definitions" : "$defs";
      for (const name of Object.keys(document[keyword] ?? {}))
        expect(
          ajv.getSchema(`official#/${keyword}/${encodeURIComponent(name)}`),
          name,
        ).toBeTypeOf("function");
    },
  );

  test("becomes code that compiles", async () => {
    const protocol = protocolOf(all);
    expect(await compiles({ text: all, protocol })).toEqual([]);
  });

  test("becomes code of two revisions that compiles", () => {
    const message = `
export interface AskRequest { jsonrpc: "2.0"; id: string; method: "ask"; params: { a: A | null; b?: B } }
export interface AskResult { t: T | null; m?: M }
export type ClientRequest = AskRequest;
export type ServerResult = AskResult;`;
    const changed = all.replaceAll("null", "true");
    const protocols = [
      { ...protocolOf(changed + message), revision: "2025-06-18" },
      { ...protocolOf(all + message), revision: "2025-11-25" },
    ];
    const importExtension = ".ts" as const;
    const files = [
      ...emitFiles(protocols, { importExtension }),
      ...emitEntryFiles(protocols, { importExtension }),
      ...emitSharedFiles(protocols, { importExtension }),
      ...runtimeSources(importExtension),
    ];
    const texts = files
      .filter(({ path }) => path.endsWith(".ts"))
      .map(({ path, text }) => [`/${path}`, text] as const);
    const problems = refusals(Object.fromEntries(texts), [
      "lib.es2023.d.ts",
      "lib.dom.d.ts",
    ]);
    expect(problems).toEqual([]);
  });
});

describe("the member that leads back", () => {
  test("is a definition, named by its text", () => {
    const { $defs } = schemaOf(
      protocolOf("export type U = { left: U | null } | null;"),
      "corrected",
    );
    const itself = { $ref: "#/$defs/%7Bleft%3AU%7Cnull%3B%7D" };
    const orNull = { anyOf: [itself, { type: "null" }] };
    expect($defs).toEqual({
      U: orNull,
      "{left:U|null;}": {
        type: "object",
        properties: { left: orNull },
        required: ["left"],
      },
    });
  });

  test("is the only one on its way: the others stay inline", () => {
    const { $defs = {} } = schemaOf(
      protocolOf("export type U = { x: { y: [{ z: U | null }] } } | null;"),
      "corrected",
    );
    expect(Object.keys($defs)).toEqual(["{x:{y:[{z:U|null;}];};}", "U"]);
  });

  test("is told from another of the same text by its constraints", () => {
    const member = (least: number, to: string): string => `{
  /** @minimum ${least} */
  n: number;
  to: ${to};
}`;
    const to = "U | W | null";
    const { $defs = {} } = schemaOf(
      protocolOf(
        `export type U = ${member(3, to)} | null;\nexport type W = ${member(5, to)} | null;`,
      ),
      "corrected",
    );
    const text = "{n:number;to:U|W|null;}";
    expect(Object.keys($defs).sort()).toEqual(["U", "W", text, `${text} 2`]);
    const minima = [text, `${text} 2`].map(
      (name) => $defs[name]?.properties?.["n"]?.minimum,
    );
    expect(minima).toEqual([3, 5]);
  });

  test("has the fractions of the alias that declares it, wherever it is met first", () => {
    const protocol = protocolOf(
      "export interface First { u: U | 1 }\nexport type U = { n: number; m: number; to: U | null } | null;",
    );
    const { $defs = {} } = schemaOf(
      { ...protocol, fractions: ["U.n"] },
      "corrected",
    );
    expect($defs["{n:number;m:number;to:U|null;}"]?.properties).toMatchObject({
      n: { type: "number" },
      m: { type: "integer" },
    });
  });
});
