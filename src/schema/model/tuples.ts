import type { Resolved, ResolveOptions } from "./resolved.ts";
import type { TupleElement, TupleType, Type } from "./type.ts";
import { unite } from "./unite.ts";

type Resolve = (type: Type) => Resolved;

/** A tuple with the elements of the tuples that it spreads; one for each, where it spreads a union. */
export function spreadTuples(
  type: TupleType,
  resolve: Resolve,
  options: ResolveOptions,
): Resolved {
  const choices = type.elements.map((element) => spread(element, resolve));
  const isPlain = choices.every(
    ([first, second]) => first?.length === 1 && second === undefined,
  );
  // The very expression: what leads back to it is known by that.
  if (isPlain && choices.flat(2).every((one, at) => one === type.elements[at]))
    return type;
  const combinations = choices.reduce<TupleElement[][]>(
    (combined, choice) =>
      combined.flatMap((before) => choice.map((one) => [...before, ...one])),
    [[]],
  );
  return unite(
    combinations.map((elements) => ({ ...type, elements })),
    options,
  );
}

/** What an element may stand for: itself, or where it spreads tuples the elements of each. */
function spread(element: TupleElement, resolve: Resolve): TupleElement[][] {
  if (element.rest !== true) return [[element]];
  const resolved = resolve(element.type);
  if (resolved.kind === "tuple") return [resolved.elements];
  if (resolved.kind !== "union") return [[element]];
  return resolved.members.map((member) => {
    if (member.kind === "tuple") return member.elements;
    return member.kind === "array" ? [{ ...element, type: member }] : [element];
  });
}
