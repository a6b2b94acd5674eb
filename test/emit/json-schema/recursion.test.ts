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
import { guardsAgree } from "../../schema/corpus/judges.ts";
import { protocolOf } from "../../support/protocols.ts";
import { allForms as all, forms } from "./recursive-forms.ts";

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
