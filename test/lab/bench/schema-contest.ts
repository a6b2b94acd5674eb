import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { measureInTurns, type Contender } from "./measure.ts";

/** Checks of one schema that judge the same values. */
export interface SchemaContest {
  readonly values: readonly unknown[];
  readonly valid: boolean;
  /** The modules of their loops. */
  readonly contenders: readonly {
    readonly name: string;
    readonly file: string;
  }[];
}

interface LoopModule {
  /** How often `values` were accepted, judged so many times. */
  accepted(values: readonly unknown[], times: number): number;
}

const contest = JSON.parse(
  readFileSync(process.argv[2] ?? "", "utf8"),
) as SchemaContest;
console.log(JSON.stringify(await run(contest)));

/** Nanoseconds for one value, by contender. */
async function run({
  values,
  valid,
  contenders,
}: SchemaContest): Promise<Record<string, number>> {
  const modules = contenders.map(async ({ name, file }) => {
    const url = pathToFileURL(file).href;
    return { name, module: (await import(url)) as LoopModule };
  });
  const loaded = await Promise.all(modules);
  // What a change has left fits by chance.
  const judged = valid
    ? values
    : values.filter((value) =>
        loaded.every(({ module }) => module.accepted([value], 1) === 0),
      );
  const medians = measureInTurns(
    loaded.map(({ name, module }): Contender => ({
      name,
      expected: valid ? judged.length : 0,
      run: (times) => module.accepted(judged, times),
    })),
  );
  return Object.fromEntries(
    [...medians].map(([name, taken]) => [name, taken / judged.length]),
  );
}
