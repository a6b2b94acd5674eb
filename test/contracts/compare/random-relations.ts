import { expect } from "vitest";
import { compareSnapshots } from "../../../src/contracts/compare/index.ts";
import { withinSchema } from "../../../src/contracts/compare/schemas/relation/index.ts";
import {
  accepts,
  readSchema,
  SchemaError,
} from "../../../src/schema/json-schema/index.ts";
import type { SchemaDocument } from "../../../src/schema/model/index.ts";
import { pairs, values, type Written } from "./random-schemas.ts";
import { snapshotOf, toolOf } from "./snapshots.ts";
import { fc, seed } from "../../support/random.ts";

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

/** How many of random pairs were told to break nobody, and how many to break someone. */
export interface Told {
  fine: number;
  grave: number;
}

/**
 * Of random pairs for which nothing is told that breaks callers, or may: what could be sent is
 * accepted, and what comes back could come back before.
 */
export function judgeChanges(numRuns: number): Told {
  const told: Told = { fine: 0, grave: 0 };
  fc.assert(
    fc.property(pairs, fc.boolean(), ([one, other], isSent) => {
      const [before, after] = [read(one), read(other)];
      if (before === undefined || after === undefined) return;
      const [old, now] = [one, other].map((schema) =>
        snapshotOf({
          tools: [
            isSent ? toolOf(schema) : toolOf({}, { outputSchema: schema }),
          ],
        }),
      );
      if (old === undefined || now === undefined) return;
      const { summary } = compareSnapshots(old, now);
      if (summary.breaking + summary.possible > 0) {
        told.grave++;
        return;
      }
      told.fine++;
      const [from, to] = isSent ? [before, after] : [after, before];
      const refused = values.filter(
        (value) =>
          accepts(from, value) &&
          !accepts(to, value) &&
          isSpokenOf(from, value, (whole) => whole),
      );
      expect(refused, JSON.stringify([one, other, isSent])).toEqual([]);
    }),
    { seed, numRuns },
  );
  return told;
}

/** Whether a schema says something of each property: not every value is accepted in its place. */
function isSpokenOf(
  document: SchemaDocument,
  value: unknown,
  put: (inner: unknown) => unknown,
): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, inner]) => {
    const putInner = (other: unknown): unknown =>
      put(
        Array.isArray(value)
          ? value.with(Number(name), other)
          : Object.fromEntries([...Object.entries(value), [name, other]]),
      );
    const isSaid =
      Array.isArray(value) ||
      values.some((other) => !accepts(document, putInner(other)));
    return isSaid && isSpokenOf(document, inner, putInner);
  });
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
