import fc from "fast-check";
import { expect } from "vitest";
import { withinSchema } from "../../../src/description/compare/schemas/relation/index.ts";
import {
  accepts,
  readSchema,
  SchemaError,
} from "../../../src/json-schema/index.ts";
import type { SchemaDocument } from "../../../src/model/index.ts";
import { seed } from "../../guards/effort.ts";
import { pairs, values, type Written } from "./random-schemas.ts";

/** How many of random pairs were proven, and of how many a value is no proof. */
export interface Judged {
  proven: number;
  refuted: number;
}

/** Holds what is proven of random pairs against values, and against what accepts them. */
export function judgeRandom(numRuns: number): Judged {
  const judged: Judged = { proven: 0, refuted: 0 };
  fc.assert(
    fc.property(pairs, ([one, other]) => {
      const [from, to] = [read(one), read(other)];
      if (from === undefined || to === undefined) return;
      const accepted = values.filter((value) => accepts(from, value));
      const refused = accepted.filter((value) => !accepts(to, value));
      if (refused.length > 0) judged.refuted++;
      if (!withinSchema(from, to)) return;
      if (accepted.length > 0) judged.proven++;
      expect(refused, JSON.stringify([one, other])).toEqual([]);
    }),
    { seed, numRuns },
  );
  return judged;
}

function read(schema: Written): SchemaDocument | undefined {
  try {
    const document = readSchema(schema);
    for (const value of values) accepts(document, value);
    return document;
  } catch (error) {
    // Such as references that only lead to each other.
    if (error instanceof SchemaError || error instanceof RangeError)
      return undefined;
    throw error;
  }
}
