import { describe, expect, it } from "vitest";
import type { Protocol } from "../../../src/schema/model/index.ts";
import { load } from "../../../src/revisions/load.ts";
import { bundledRevisions } from "../../../src/revisions/revisions.ts";
import { compare, judgedTypes, type Verdicts } from "./agreement.ts";
import { isWhole, runs, seed } from "../../support/random.ts";

/** How many values are judged per revision: of fewer, some types would see too few. */
const valuesPerRevision = runs(100_000, 100_000);

/** The newest two, or all in the long tier. An alias has the same model, and so the same guards. */
const revisions = bundledRevisions()
  .filter(({ aliasOf }) => aliasOf === undefined)
  .map(({ id }) => id)
  .slice(isWhole ? 0 : -2);

describe.each(revisions)("guards of %s", (revision) => {
  it(
    "accept what ajv accepts and refuse what it refuses",
    { timeout: 600_000 },
    async () => {
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
    },
  );
});

async function compareAll(protocol: Protocol): Promise<Map<string, Verdicts>> {
  const types = await judgedTypes(protocol);
  const values = Math.ceil(valuesPerRevision / types.length);
  return new Map(types.map((type) => [type.name, compare(type, values, seed)]));
}
