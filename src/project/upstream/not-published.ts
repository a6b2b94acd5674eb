import { InputError } from "../../base/diagnostics/error.ts";
import { suggest } from "../../base/diagnostics/nearest.ts";

/** The error for a file that an upstream does not have. */
export function notPublished(
  name: string,
  path: string,
  known: readonly string[] = [],
): InputError {
  return new InputError("not-published", `${name} has no ${path}`, {
    hint: suggest(path, known),
  });
}
