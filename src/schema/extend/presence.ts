import type { ExtensionModel, Protocol } from "../model/index.ts";
import type { AbsentExtension } from "./part.ts";

/** The extensions that a revision has not all for, or that say they are not for it. */
export function absences(
  { revision, declarations }: Protocol,
  extensions: readonly ExtensionModel[],
): AbsentExtension[] {
  const names = new Set(declarations.map(({ name }) => name));
  return extensions.flatMap((model): AbsentExtension[] => {
    const { since = "", until } = model.facts;
    if (revision < since || (until !== undefined && revision >= until))
      return [{ model, missing: [] }];
    const missing = model.imports.filter(({ name }) => !names.has(name));
    return missing.length === 0 ? [] : [{ model, missing }];
  });
}
