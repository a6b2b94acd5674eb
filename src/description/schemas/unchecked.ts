import { escapeControls } from "../../diagnostics/escape.ts";
import type { Unchecked } from "../../model/json-schema.ts";

/** `pattern "(a+)+$" at properties.name (it may take very long)`: what nothing checks. */
export function describeUnchecked({ path, part, reason }: Unchecked): string {
  const where =
    path.length === 0 ? "" : ` at ${escapeControls(path.join("."))}`;
  return `${part}${where} (${reason})`;
}
