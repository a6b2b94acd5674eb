import type { Protocol, ResultCondition } from "../../../schema/model/index.ts";
import { heirsByBase } from "../reach/heirs.ts";
import type { Shape } from "./shape.ts";

type Named = ReadonlyMap<string, Shape>;
type Conditions = readonly (ResultCondition | undefined)[];

/** Tells results, and what they extend, which field of theirs a receiver can do without. */
export function withResultTypes(named: Named, protocol: Protocol): Named {
  const assumedOf = createAssumed(protocol);
  return new Map(
    [...named].map(([name, shape]) => {
      const assumed = shape.kind === "object" ? assumedOf(name) : undefined;
      return [name, assumed === undefined ? shape : { ...shape, assumed }];
    }),
  );
}

function createAssumed({
  declarations,
  requests,
}: Protocol): (name: string) => string | undefined {
  const heirs = heirsByBase(declarations);
  const results = requests.flatMap((request) => request.results);

  function conditionsOf(name: string): Conditions {
    const own = results.filter((result) => result.name === name);
    return own.length > 0
      ? own.map(({ when }) => when)
      : (heirs.get(name) ?? []).flatMap(conditionsOf);
  }

  return (name) => {
    const conditions = conditionsOf(name);
    const isResult = results.some((result) => result.name === name);
    const property = conditions[0]?.property;
    const isTold = conditions.every((when) => when?.property === property);
    const isMain = (when: Conditions[number]): boolean =>
      when?.orAbsent === true;
    // Of a base, the result that is never meant by absence tells that itself.
    const isAssumed = isResult
      ? conditions.every(isMain)
      : conditions.some(isMain);
    return isTold && isAssumed ? property : undefined;
  };
}
