import {
  cutShort,
  describeUnchecked,
  type CompiledEntry,
  type RefusedSchema,
} from "../../../contracts/schemas/index.ts";
import { escapeControls } from "../../../base/diagnostics/escape.ts";
import type { CommandOutput } from "../io.ts";

/** So many lines of each kind are read; `--format json` has all. */
const maxLines = 20;

/** Prints which schemas were left out, what of the others nothing checks, and where their types are wider than they are. */
export function printLosses(
  output: CommandOutput,
  {
    schemas,
    refused,
  }: {
    readonly schemas: readonly CompiledEntry[];
    readonly refused: readonly RefusedSchema[];
  },
): void {
  const left = refused.map(
    ({ name, message }) => `${cutShort(name)}: left out: ${message}`,
  );
  const unchecked = schemas.flatMap(({ name, unchecked: parts }) =>
    parts.map(
      (part) => `${cutShort(name)}: not checked: ${describeUnchecked(part)}`,
    ),
  );
  const wider = schemas.flatMap(({ name, unknowns }) =>
    unknowns.map(
      ({ path, reason }) =>
        `${cutShort(name)}: of type unknown${at(path)}: ${reason}`,
    ),
  );
  print(output, "warning refused", left);
  print(output, "warning unchecked", unchecked);
  print(output, "note wider-type", wider);
}

function at(path: CompiledEntry["unknowns"][number]["path"]): string {
  return path.length === 0 ? "" : ` at ${cutShort(path.join("."))}`;
}

function print(
  output: CommandOutput,
  label: string,
  lines: readonly string[],
): void {
  for (const line of lines.slice(0, maxLines))
    output.stderr(`${label}: ${escapeControls(line)}\n`);
  const rest = lines.length - maxLines;
  if (rest > 0)
    output.stderr(`${label}: and ${rest} more (--format json has all)\n`);
}
