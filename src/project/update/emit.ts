import { resolve } from "node:path";
import { keptSchemas, type Lock } from "../config/lock.ts";
import { readLocked } from "../config/plan.ts";
import { emitAll, type Emission } from "../api/emission.ts";
import { generateReport } from "../api/generate.ts";
import { generatedFile } from "../../emit/output/index.ts";
import { packageVersion } from "../../base/package.ts";
import type { Found } from "./found.ts";
import { keptFiles } from "./kept.ts";
import type { FoundOutput } from "./news.ts";
import type { UpdateOptions, UpdateReport } from "./report.ts";
import type { Wanted } from "./wanted.ts";
import { changes, planWriting, write, type Writing } from "./write.ts";

/** Emits every output in memory, as the lock will have it. */
export async function emitOutputs(
  { folder, bounds }: Wanted,
  lock: Lock,
  outputs: readonly FoundOutput[],
  { env = {}, signal }: UpdateOptions,
): Promise<Emission[]> {
  const found = outputs.flatMap((one) => one.found);
  const emissions: Emission[] = [];
  for (const output of lock.outputs) {
    signal?.throwIfAborted();
    const { options } = await readLocked(folder, output, {
      ...bounds,
      env,
      bytes: (input) =>
        found.find((one) => keyOfInput(one.input) === keyOfInput(input))?.bytes,
    });
    emissions.push(await emitAll(options));
  }
  return emissions;
}

function keyOfInput({ kind, id, revision, sha256 }: Found["input"]): string {
  return JSON.stringify([kind, id, revision, sha256]);
}

type Finished = Pick<
  UpdateReport,
  "outputs" | "lock" | "kept" | "written" | "diagnostics"
>;

/** Writes what was emitted, unless nothing is to be written, and tells what becomes of it. */
export async function writeOutputsAndLock(
  { folder, lock: before }: Wanted,
  lock: Lock,
  outputs: readonly FoundOutput[],
  emissions: readonly Emission[],
  { dryRun, force = false, signal }: UpdateOptions,
): Promise<Finished> {
  const writing: Writing = {
    ...{ folder, before, lock, force },
    kept: keptFiles(outputs.flatMap(({ found }) => found)),
    outputs: lock.outputs.flatMap(({ out }, index) => {
      const emission = emissions[index];
      return emission === undefined
        ? []
        : [{ out: resolve(folder, out), emission }];
    }),
  };
  const seen = planWriting(writing);
  const isWritten = dryRun !== true && changes(writing, seen);
  signal?.throwIfAborted();
  const plan = isWritten ? await write(writing) : seen;
  return {
    lock,
    written: isWritten,
    kept: plan.kept.files
      .filter(({ status }) => status !== "unchanged")
      .map(({ path }) => `${keptSchemas}/${path}`),
    outputs: writing.outputs.flatMap(({ out, emission }, index) => {
      const files = plan.outputs[index]?.files.map(generatedFile) ?? [];
      const { out: name = "" } = lock.outputs[index] ?? {};
      const earlier = before?.outputs.find((one) => one.out === name);
      const isOther =
        earlier !== undefined && earlier.generator !== packageVersion();
      return [
        {
          ...generateReport(emission, files, out),
          out: name,
          ...(isOther && { generator: earlier.generator }),
        },
      ];
    }),
    diagnostics: emissions.flatMap(({ report }) => report.diagnostics),
  };
}
