import type { Protocol, Type } from "../../schema/model/index.ts";
import { messageTypes } from "./references.ts";

/** The params and results that stand inline in the schema, by generated name. */
export function inlineTypes(protocol: Protocol): ReadonlyMap<string, Type> {
  const types = new Map<string, Type>();
  for (const { name, type } of messageTypes(protocol))
    if (type !== undefined) types.set(name, type);
  return types;
}

/** Paths of the inline params and results: the message, or its property `params`. */
export function inlinePaths({
  requests,
  notifications,
}: Protocol): ReadonlyMap<string, string> {
  return new Map([
    ...[...requests, ...notifications].map(
      ({ type, params }) => [params.name, `${type}.params`] as const,
    ),
    ...requests.flatMap(({ type, results }) =>
      results.map(({ name }) => [name, type] as const),
    ),
  ]);
}
