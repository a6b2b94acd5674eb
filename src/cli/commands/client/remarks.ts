import type { ClientReport } from "../../../contracts/client/index.ts";
import { escapeControls } from "../../../base/diagnostics/escape.ts";
import type { CommandOutput } from "../io.ts";

/** So many lines of each kind are read; `--format json` has all. */
const maxLines = 20;

/** Prints what was left out, what goes unchecked, and where types say less than schemas. */
export function printClientRemarks(
  output: CommandOutput,
  leftOut: readonly string[],
  { notes, unknowns }: Pick<ClientReport, "notes" | "unknowns">,
): void {
  print(output, "warning left-out", leftOut);
  print(output, "warning unchecked", notes);
  const wider = unknowns.map(
    ({ name, path, reason }) =>
      `${name}: of type unknown${path.length === 0 ? "" : ` at ${path.join(".")}`}: ${reason}`,
  );
  print(output, "note wider-type", wider);
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
