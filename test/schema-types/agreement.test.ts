import fc from "fast-check";
import { expect, test } from "vitest";
import { readTape, tapes } from "../corpus/tape.ts";
import { seed } from "../guards/effort.ts";
import { runs } from "../support/effort.ts";
import { judge, type Question, type Verdict } from "./agreement.ts";
import { documentOf } from "./printed.ts";
import {
  definitionNames,
  randomSchema,
  randomValue,
} from "./random-schemas.ts";

const schemas = runs(1_200);

test(
  `what random schemas accept, seed ${seed}, fits the type`,
  { timeout: 120_000 },
  async () => {
    const verdicts = await judge(questions(randomSchema), "typed");
    const wrong = verdicts.filter(
      ({ bySchema, byCompiler }) => bySchema === true && byCompiler !== "",
    );
    expect(wrong.slice(0, 1)).toEqual([]);
    expect(
      shareOf(verdicts, ({ bySchema }) => bySchema === true),
    ).toBeGreaterThan(0.1);
    expect(
      shareOf(verdicts, ({ byCompiler }) => byCompiler !== ""),
    ).toBeGreaterThan(0.2);
  },
);

function questions(schemaOf: typeof randomSchema): Question[] {
  return fc.sample(tapes, { seed, numRuns: schemas }).map((numbers) => {
    const tape = readTape(numbers);
    const root = schemaOf(tape);
    const definitions = Object.fromEntries(
      definitionNames.map((name) => [name, schemaOf(tape, 2)]),
    );
    const values = tape.several(8, 8, () => randomValue(tape));
    return { document: documentOf(root, definitions), values };
  });
}

function shareOf(
  verdicts: readonly Verdict[],
  is: (verdict: Verdict) => boolean,
): number {
  return verdicts.filter(is).length / verdicts.length;
}
