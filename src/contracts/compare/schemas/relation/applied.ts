import type { NormalSchema } from "../../../../schema/model/index.ts";
import { subschemasOf } from "../../../../schema/json-schema/index.ts";
import { beside, targetOf, type Term } from "./term.ts";

/** All that terms say of the same value, whether it always holds, at times or never. */
export function allApplied(terms: readonly Term[]): Term[] {
  const seen = new Set<NormalSchema>();
  const found: Term[] = [];
  const pending = [...terms];
  for (;;) {
    const term = pending.pop();
    if (term === undefined) return found;
    if (seen.has(term.schema)) continue;
    seen.add(term.schema);
    found.push(term);
    const target = targetOf(term);
    if (target !== undefined) pending.push(target);
    for (const { schema, appliesTo } of subschemasOf(term.schema))
      if (appliesTo === "value") pending.push(beside(term, schema));
  }
}
