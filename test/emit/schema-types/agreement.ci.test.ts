import { expect, test } from "vitest";
import { readTape, tapes } from "../../schema/corpus/tape.ts";
import { judge, type Question, type Verdict } from "./agreement.ts";
import { fittingValue } from "./fitting-values.ts";
import { documentOf, printTypes } from "./printed.ts";
import { sayableSchema } from "./sayable-schemas.ts";
import {
  definitionNames,
  randomSchema,
  randomValue,
} from "./random-schemas.ts";
import { fc, runs, seed } from "../../support/random.ts";

const schemas = runs(240);

test(
  `what random schemas accept, seed ${seed}, fits the type`,
  { timeout: 120_000 },
  async () => {
    const verdicts = await judge(questions(randomSchema), "typed");
    const wrong = verdicts.filter(
      ({ bySchema, byCompiler }) => bySchema === true && byCompiler !== "",
    );
    expect(shown(wrong)).toBe("");
    expect(
      shareOf(verdicts, ({ bySchema }) => bySchema === true),
    ).toBeGreaterThan(0.1);
    expect(
      shareOf(verdicts, ({ byCompiler }) => byCompiler !== ""),
    ).toBeGreaterThan(0.2);
  },
);

test(
  `what random schemas accept, seed ${seed}, is what their type accepts where one can say it`,
  { timeout: 120_000 },
  async () => {
    const asked = questions(sayableSchema);
    const verdicts = await judge(asked, "written");
    const wrong = verdicts.filter(
      ({ bySchema, byCompiler }) =>
        bySchema !== undefined && bySchema !== (byCompiler === ""),
    );
    expect(shown(wrong)).toBe("");
    expect(
      shareOf(verdicts, ({ bySchema }) => bySchema === true),
    ).toBeGreaterThan(0.1);
  },
);

function questions(schemaOf: typeof randomSchema): Question[] {
  return fc.sample(tapes, { seed, numRuns: schemas }).map((numbers) => {
    const tape = readTape(numbers);
    const root = schemaOf(tape);
    const definitions = Object.fromEntries(
      definitionNames.map((name) => [name, schemaOf(tape, 2)]),
    );
    const document = documentOf(root, definitions);
    const values = tape.several(4, 4, () => fittingValue(root, document, tape));
    const others = tape.several(4, 4, () => randomValue(tape));
    return { document, values: [...values, ...others] };
  });
}

function shareOf(
  verdicts: readonly Verdict[],
  is: (verdict: Verdict) => boolean,
): number {
  return verdicts.filter(is).length / verdicts.length;
}

/** The shortest of some verdicts, and the type that it is about. */
function shown(verdicts: readonly Verdict[]): string {
  const texts = verdicts.map(({ document, ...verdict }) => {
    const { root, definitions } = document;
    const schema = { ...root, $defs: Object.fromEntries(definitions) };
    const { text } = printTypes({ T: document });
    return [JSON.stringify({ ...verdict, schema }), text].join("\n");
  });
  return texts.sort((a, b) => a.length - b.length)[0] ?? "";
}
