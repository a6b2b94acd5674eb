import { constants } from "node:buffer";
import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import { UsageError } from "../../base/diagnostics/error.ts";
import type { Protocol } from "../../schema/model/index.ts";
import { bundledRevisions } from "../../revisions/revisions.ts";
import {
  createProtocolValidator,
  type Validator,
  type ValidatorLimits,
} from "../../validate/index.ts";
import type { ProtocolOptions } from "./options.ts";
import { latestVersion } from "./parse.ts";
import { readProtocols } from "./protocols.ts";

/** Which revisions the traffic may speak: without any, every bundled one. */
export interface ValidatorOptions extends ProtocolOptions, ValidatorLimits {}

/** A validator, and what was found while its protocols were read. */
export interface CreatedValidator extends Validator {
  /** What was found in the schema. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Makes a validator of traffic. With one revision everything is held against that one;
 * with several, each session against the one that it names, or that fits. Throws a
 * `UsageError` or an `InputError`.
 */
export async function createValidator(
  options: ValidatorOptions = {},
): Promise<CreatedValidator> {
  assertLimits(options);
  const { revisions = [], schemas = [], protocols = [] } = options;
  const isOpen = revisions.length + schemas.length + protocols.length === 0;
  const own = bundledRevisions().filter(({ aliasOf }) => aliasOf === undefined);
  const read = await readProtocols(
    isOpen ? { ...options, revisions: own.map(({ id }) => id) } : options,
    "note",
  );
  const spoken = read.extended
    .toReversed()
    .map(({ protocol }) => ({ protocol, aliases: aliasesOf(protocol) }));
  const validator = await createProtocolValidator(spoken, options);
  return Object.assign(validator, { diagnostics: read.diagnostics });
}

/** What traffic calls a protocol that is asked for by another name. */
function aliasesOf({ revision, declarations }: Protocol): string[] {
  const bundled = bundledRevisions().filter(
    ({ id, aliasOf }) => aliasOf === revision || id === revision,
  );
  const names = bundled.flatMap(({ id, aliasOf }) => [id, aliasOf ?? id]);
  const stated = latestVersion(declarations);
  return stated === undefined ? names : [stated, ...names];
}

function assertLimits(limits: ValidatorLimits): void {
  for (const name of ["lineLimit", "requestLimit", "sessionLimit"] as const) {
    const limit = limits[name];
    if (limit === undefined || (Number.isSafeInteger(limit) && limit > 0))
      continue;
    throw new UsageError(
      "invalid-option",
      `${name} is a whole number above zero`,
    );
  }
  const longest = constants.MAX_STRING_LENGTH;
  if ((limits.lineLimit ?? 0) > longest)
    throw new UsageError("invalid-option", `lineLimit is at most ${longest}`);
}
