import { emitChoices, emitNames, runtimeParts } from "../../emit/index.ts";
import type { OutputConfig } from "./config.ts";
import type { LockedOptions } from "./lock.ts";

/** What a run chose where the options leave it open. */
export interface ChosenOptions {
  readonly runtime?: string;
  readonly prettier?: boolean;
}

/**
 * The options of an output as the lock has them: without what is the default anyway, and with
 * what was chosen where they leave it open, so that the next run chooses the same.
 */
export function lockedOptionsOf(
  output: Omit<OutputConfig, "out">,
  chosen: ChosenOptions = {},
): LockedOptions {
  const { emit, with: parts = [], docs = true, strict = false } = output;
  const runtime = output.runtime ?? chosen.runtime;
  const prettier = output.prettier ?? chosen.prettier;
  const { target, importExtension, jsonSchema } = output;
  return {
    ...(emit && { emit: emitNames.filter((name) => emit.includes(name)) }),
    ...(target && target !== emitChoices.target[0] && { target }),
    ...(importExtension &&
      importExtension !== emitChoices.importExtension[0] && {
        importExtension,
      }),
    ...(jsonSchema &&
      jsonSchema !== emitChoices.jsonSchema[0] && { jsonSchema }),
    ...(docs ? {} : { docs }),
    ...(runtime === undefined ? {} : { runtime }),
    ...(parts.length > 0 && {
      with: runtimeParts.filter((name) => parts.includes(name)),
    }),
    ...(strict && { strict }),
    ...(prettier === true && { prettier }),
  };
}
