import { typesOf, type ValueType } from "../facts/types.ts";
import { valuesOf } from "../facts/values.ts";
import type { Prover } from "../prover.ts";
import type { Term } from "../term.ts";
import { hasNoList } from "./arrays.ts";
import { hasNoNumber } from "./numbers.ts";
import { hasNoObject } from "./objects.ts";
import { countsOf } from "./scalars.ts";

/** Whether flat terms leave no value, which can be told of each type by itself. */
export function isImpossible(flat: readonly Term[], prover: Prover): boolean {
  const values = valuesOf(flat);
  if (values !== undefined) return values.length === 0;
  return [...typesOf(flat)].every((type) => hasNone(type, flat, prover));
}

function hasNone(
  type: ValueType,
  flat: readonly Term[],
  prover: Prover,
): boolean {
  switch (type) {
    case "null":
    case "boolean":
      return false;
    case "number":
      return hasNoNumber(flat);
    case "string": {
      const { least, most } = countsOf(flat, ["minLength", "maxLength"]);
      return least > most;
    }
    case "array":
      return hasNoList(flat, prover);
    case "object":
      return hasNoObject(flat, prover);
    default:
      return type satisfies never;
  }
}
