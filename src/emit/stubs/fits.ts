import type { Crossing } from "../crossing/index.ts";
import { printChecks } from "../guards/checks.ts";
import { issueType } from "../guards/scope/helpers.ts";
import type { JsonSchema } from "../json-schema/index.ts";
import type { Item } from "../print/module.ts";
import { freeName } from "../print/names.ts";
import type { Origin } from "./stub.ts";

/** What tells one guard from another: two revisions may need the same one. */
export function fitKey({ left }: Crossing): string {
  return JSON.stringify(left);
}

/** Names for what the older revisions have left to check, by their keys. */
export function nameFits(
  origins: readonly Origin[],
): ReadonlyMap<string, string> {
  const used = new Set<string>();
  const found = new Map<string, string>();
  for (const { names, crossings } of origins)
    for (const crossing of [...crossings.server, ...crossings.client]) {
      const key = fitKey(crossing);
      if (crossing.left === undefined || found.has(key)) continue;
      const wish = crossing.type + names.types.slice("types".length);
      found.set(key, freeName(wish, used));
    }
  return found;
}

/**
 * Guards of what is left to check of a value of the newest revision, before an
 * older one accepts it; none where nothing is.
 */
export function fitItems(origins: readonly Origin[]): Item[] {
  const names = nameFits(origins);
  const schemas = new Map<string, JsonSchema>();
  for (const { crossings } of origins)
    for (const crossing of [...crossings.server, ...crossings.client]) {
      const name = names.get(fitKey(crossing));
      if (name !== undefined) schemas.set(name, crossing.left ?? {});
    }
  if (schemas.size === 0) return [];
  const guarded = [...schemas.keys()];
  const predicates = new Set(guarded.map((name) => `is${name}`));
  return [
    issueType,
    ...printChecks({
      guarded,
      definitions: schemas,
      typeName: () => "object",
      docs: false,
    }).filter((item) => item.kind !== "function" || !predicates.has(item.name)),
  ];
}
