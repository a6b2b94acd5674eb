import {
  generatedFile,
  isUpToDate,
  planOutput,
  recoverOutput,
  withOutputLocks,
  writeOutputs,
  type OutputPlan,
  type Undo,
} from "../../emit/output/index.ts";
import { emitAll, type Emission } from "./emission.ts";
import { generateReport, type GenerateReport } from "./generate.ts";
import type { GenerateOptions } from "./options.ts";

/** What belongs to several outputs. */
export interface GenerateAllOptions {
  /** Whether to replace generated files that someone has edited since. */
  readonly force?: boolean;
  /** Done when every file is in place; where it fails, the files are as they were. */
  readonly last?: () => Undo;
}

/**
 * Generates several outputs, all of them or none: everything is emitted before the first is
 * written. Throws as `generate` does.
 */
export async function generateAll(
  all: readonly (GenerateOptions & { readonly out: string })[],
  options: GenerateAllOptions = {},
): Promise<GenerateReport[]> {
  const emissions: Emission[] = [];
  for (const one of all) emissions.push(await emitAll(one));
  const look = (): OutputPlan[] =>
    emissions.map(({ files, manifest }, index) =>
      planOutput(all[index]?.out ?? "", files, manifest),
    );
  const seen = look();
  const plans =
    seen.every(isUpToDate) && options.last === undefined
      ? seen
      : await writeAll(
          all.map(({ out }) => out),
          look,
          options,
        );
  return emissions.map((emission, index) => {
    const files = plans[index]?.files.map(generatedFile) ?? [];
    return generateReport(emission, files, all[index]?.out);
  });
}

async function writeAll(
  outs: readonly string[],
  look: () => OutputPlan[],
  { force = false, last }: GenerateAllOptions,
): Promise<OutputPlan[]> {
  return withOutputLocks(outs, () => {
    for (const out of outs) recoverOutput(out);
    // Another run may have been at work until now.
    const plans = look();
    writeOutputs(plans, { force }, last);
    return plans;
  });
}
