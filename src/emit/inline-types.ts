import type { Protocol, Type } from "../model/index.ts";

/** The params and results that stand inline in the schema, by generated name. */
export function inlineTypes(protocol: Protocol): ReadonlyMap<string, Type> {
  const types = new Map<string, Type>();
  const add = ({ name, type }: { name: string; type?: Type }): void => {
    if (type !== undefined) types.set(name, type);
  };
  for (const { params, results } of protocol.requests)
    [params, ...results].forEach(add);
  for (const { params } of protocol.notifications) add(params);
  return types;
}
