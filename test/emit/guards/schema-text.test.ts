import { expect, it } from "vitest";
import { readSchema } from "../../../src/schema/json-schema/index.ts";
import { schemaGuardsText } from "./schemas.ts";

it("a long list of texts is looked up, and checked once for all that have it", () => {
  const words = Array.from({ length: 30 }, (_, index) => `word ${index}`);
  const long = { enum: words };
  const document = readSchema({
    properties: { a: long, b: { anyOf: [long, { type: "null" }] } },
  });
  const text = schemaGuardsText([{ name: "Long", document }], "ts");
  expect(text.match(/new Set\(/g)).toHaveLength(1);
  expect(text).toContain("!checkValues.has(b) && b !== null");
});
