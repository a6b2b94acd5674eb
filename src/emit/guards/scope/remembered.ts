import type { GuardSchema } from "./guard-schema.ts";
import { definitionGroups } from "./recursion.ts";
import { referredName, type GuardDefinitions } from "./schemas.ts";
import { evaluatedIn } from "./subschemas.ts";

/** What is asked of one value, and of the values in it. */
interface Place {
  readonly asked: string[];
  readonly named: Map<string, Place>;
  /** What is asked of values that no name tells. */
  others?: Place;
}

/** A value in a value may be checked so often for the same, and no more. */
const mostTimes = 1000;

/**
 * The definitions that one value may be checked for again and again on the ways through
 * others. Where these lead back to themselves, each level of a value would take twice the
 * time of the next, unless what has been found is kept.
 */
export function rememberedNames(
  definitions: GuardDefinitions,
  recursive: ReadonlySet<string>,
): ReadonlySet<string> {
  const remembered = new Set<string>();
  const times = new Map<string, number>();
  for (const group of definitionGroups(definitions))
    for (const name of group) {
      const place = newPlace();
      visit(definitions.get(name) ?? {}, place);
      const repeated = new Set<string>();
      const most = collect(place, 0, repeated);
      const inside = namesIn(place).map((other) => times.get(other) ?? 1);
      const own = most * Math.max(1, ...inside);
      times.set(name, Math.min(own, mostTimes + 1));
      for (const other of repeated)
        if (own > mostTimes || recursive.has(other)) remembered.add(other);
    }
  return remembered;
}

function namesIn({ asked, named, others }: Place): string[] {
  return [
    ...asked,
    ...[...named.values()].flatMap(namesIn),
    ...(others === undefined ? [] : namesIn(others)),
  ];
}

function newPlace(): Place {
  return { asked: [], named: new Map() };
}

function visit(schema: GuardSchema, place: Place): void {
  const name = referredName(schema);
  if (name !== undefined) place.asked.push(name);
  const { unevaluatedProperties, unevaluatedItems } = schema;
  for (const { schema: one, path, appliesTo } of evaluatedIn(schema)) {
    const [keyword = "", key = ""] = path;
    const isNamed = keyword === "properties" || keyword === "prefixItems";
    if (appliesTo === "value") visit(one, place);
    else if (isNamed) visit(one, placeOf(String(key), place));
    else if (appliesTo === "part") visitOther(one, place);
  }
  for (const unevaluated of [unevaluatedProperties, unevaluatedItems]) {
    if (unevaluated === undefined) continue;
    visitOther(unevaluated.schema, place);
    for (const { ways, contains } of unevaluated.speakers) {
      if (contains !== undefined) visitOther(contains, place);
      for (const { fits, fails } of ways)
        for (const condition of [fits, fails])
          if (condition !== undefined) visit(condition, place);
    }
  }
}

function visitOther(schema: GuardSchema, place: Place): void {
  visit(schema, (place.others ??= newPlace()));
}

function placeOf(key: string, { named }: Place): Place {
  const known = named.get(key) ?? newPlace();
  named.set(key, known);
  return known;
}

/**
 * Takes what is asked more than once of one value, and says how often at most. What is
 * asked of a value by its name adds to what is asked of all values beside it.
 */
function collect(place: Place, before: number, repeated: Set<string>): number {
  const count = before + place.asked.length;
  if (count > 1) for (const name of place.asked) repeated.add(name);
  const inOthers = place.others === undefined ? 0 : countAll(place.others);
  const inNamed = [...place.named.values()].map(countAll);
  const within = [...place.named.values()].map((named) =>
    collect(named, inOthers, repeated),
  );
  if (place.others !== undefined)
    within.push(collect(place.others, Math.max(0, ...inNamed), repeated));
  return Math.max(1, count, ...within);
}

function countAll({ asked, named, others }: Place): number {
  const inside = [...named.values()].map(countAll);
  return (
    asked.length +
    inside.reduce((sum, one) => sum + one, 0) +
    (others === undefined ? 0 : countAll(others))
  );
}
