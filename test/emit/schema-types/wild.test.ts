import { expect, test } from "vitest";
import { readSchema } from "../../../src/schema/json-schema/index.ts";
import { wildSchemas } from "../../lab/wild/wild.ts";
import { printTypes } from "./printed.ts";

const all = wildSchemas();
const names = new Map(all.map(({ name }, index) => [`T${index}`, name]));
const { unknowns, positions } = printTypes(
  Object.fromEntries(
    all.map(({ schema }, index) => [`T${index}`, readSchema(schema)]),
  ),
);

/** The places of published schemas that are bounded, and whose types are `unknown` all the same. */
const known: readonly string[] = [];

test("of the places that published schemas bound, under 2 % become unknown", () => {
  const listed = unknowns.map(
    ({ name, path, reason }) =>
      `${names.get(name) ?? name} ${path.join(".")}: ${reason}`,
  );
  expect(listed).toEqual(known);
  expect(positions).toBeGreaterThan(2_000);
  expect(unknowns.length / positions).toBeLessThan(0.02);
});
