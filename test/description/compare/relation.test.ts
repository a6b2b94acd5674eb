import fc from "fast-check";
import { expect, test } from "vitest";
import { withinSchema } from "../../../src/description/compare/schemas/relation/index.ts";
import {
  accepts,
  readSchema,
  SchemaError,
} from "../../../src/json-schema/index.ts";
import type { SchemaDocument } from "../../../src/model/index.ts";
import { seed } from "../../guards/effort.ts";
import { pairs, values, type Written } from "./random-schemas.ts";

function read(schema: Written): SchemaDocument | undefined {
  try {
    return readSchema(schema);
  } catch (error) {
    if (error instanceof SchemaError) return undefined;
    throw error;
  }
}

test(`what is proven is so, of random schemas (MCP_GEN_SEED=${seed})`, () => {
  let proven = 0;
  let refuted = 0;
  fc.assert(
    fc.property(pairs, ([one, other]) => {
      const [from, to] = [read(one), read(other)];
      if (from === undefined || to === undefined) return;
      const isProven = withinSchema(from, to);
      const accepted = values.filter((value) => accepts(from, value));
      const refused = accepted.filter((value) => !accepts(to, value));
      if (isProven) {
        if (accepted.length > 0) proven++;
        expect(refused, JSON.stringify([one, other])).toEqual([]);
      }
      if (refused.length > 0) refuted++;
    }),
    { seed, numRuns: Number(process.env["RUNS"] ?? 600) },
  );
  // Both are met often enough to say something.
  expect(proven).toBeGreaterThan(30);
  expect(refuted).toBeGreaterThan(30);
});
