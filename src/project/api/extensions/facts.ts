import type { ExtensionFacts } from "../../../schema/model/index.ts";

/** Two sets of facts as one: of a method or a name, the added ones prevail. */
export function mergeFacts(
  known: ExtensionFacts,
  added: ExtensionFacts | undefined,
): ExtensionFacts {
  if (added === undefined) return known;
  const methods = { ...known.methods };
  for (const [method, fact] of Object.entries(added.methods ?? {}))
    methods[method] = { ...methods[method], ...fact };
  return {
    ...known,
    ...added,
    ...both("methods", methods),
    ...both("results", { ...known.results, ...added.results }),
    ...both("widens", { ...known.widens, ...added.widens }),
    ...both("subscriptions", {
      ...known.subscriptions,
      ...added.subscriptions,
    }),
    ...both("descriptions", { ...known.descriptions, ...added.descriptions }),
  };
}

/** A table with something in it. */
function both<Name extends string, Value extends object>(
  name: Name,
  value: Value,
): Partial<Record<Name, Value>> {
  if (Object.keys(value).length === 0) return {};
  return { [name]: value } as Record<Name, Value>;
}
