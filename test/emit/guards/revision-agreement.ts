import { expect } from "vitest";
import type { Protocol } from "../../../src/schema/model/index.ts";
import { load } from "../../../src/revisions/load.ts";
import { bundledRevisions } from "../../../src/revisions/revisions.ts";
import { runs, seed } from "../../support/random.ts";
import { compare, judgedTypes, type Verdicts } from "./agreement.ts";

/** How many values are judged per revision: of fewer, some types would see too few. */
const valuesPerRevision = runs(100_000, 100_000);

/** Ids of revisions, oldest first. An alias has the same model, and so the same guards. */
export const comparedRevisions: readonly string[] = bundledRevisions()
  .filter(({ aliasOf }) => aliasOf === undefined)
  .map(({ id }) => id);

/** Expects the guards of a revision to accept what ajv accepts, and to refuse what it refuses. */
export async function expectGuardsAgree(revision: string): Promise<void> {
  const verdicts = await compareAll(await load(revision));
  const total = [...verdicts.values()].reduce(
    (sum, { valid, invalid }) => sum + valid + invalid,
    0,
  );
  console.log(
    `${revision}: ${verdicts.size} types, ${total} values, seed ${seed}`,
  );
  expect(total).toBeGreaterThanOrEqual(valuesPerRevision);
  expect(
    [...verdicts].filter(
      ([, { valid, invalid }]) => valid < 20 || invalid < 20,
    ),
  ).toEqual([]);
}

async function compareAll(protocol: Protocol): Promise<Map<string, Verdicts>> {
  const types = await judgedTypes(protocol);
  const values = Math.ceil(valuesPerRevision / types.length);
  return new Map(types.map((type) => [type.name, compare(type, values, seed)]));
}
