import { escapeControls } from "../../base/diagnostics/escape.ts";
import type { Unchecked } from "../../schema/model/json-schema.ts";

/** The most characters that are shown of a part, of a path and of a reason: a server may have written them. */
const maxShown = 120;

/** `pattern "(a+)+$" at properties.name.pattern (it may take very long)`: what nothing checks. */
export function describeUnchecked({ path, part, reason }: Unchecked): string {
  const where =
    path.length === 0 ? "" : ` at ${cutShort(escapeControls(path.join(".")))}`;
  return `${cutShort(part)}${where} (${cutShort(reason)})`;
}

/** A text, cut where it is long. */
export function cutShort(text: string): string {
  if (text.length <= maxShown) return text;
  // A pair of surrogates is not parted.
  return `${text.slice(0, maxShown).replace(/[\ud800-\udbff]$/, "")}…`;
}
