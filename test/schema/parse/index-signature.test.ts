import { expect, test } from "vitest";
import { parseSchema } from "../../../src/schema/parse/index.ts";

const text = `
export interface Own { text: string }
export type Literal = { text: string };
export interface Base { one: { [key: string]: unknown }; all?: { [key: string]: unknown }[] }
export interface Texts { one: { [key: string]: number } }
export interface Any { one: { [key: string]: any } }
`;

test.each([
  ["extends Base { one: Own }", "type literal"],
  ["extends Base { one: { text: string }; all: Own[] }", "type literal"],
  ["extends Base { one: { text: string }; all: { text: string } }", "narrow"],
  ["extends Texts { one: Own }", "narrow"],
  ["extends Base { one: Literal }", undefined],
  ["extends Any { one: Own }", undefined],
])("the cure of %s is: %s", (heritage, hint) => {
  const { diagnostics } = parseSchema({
    path: "schema.ts",
    text: `${text}export interface Case ${heritage}`,
  });
  expect(diagnostics).toEqual(
    hint === undefined
      ? []
      : [
          expect.objectContaining({
            code: "incompatible-property",
            hint: expect.stringContaining(hint),
          }),
        ],
  );
});
