import type { NormalSchema } from "../../../schema/model/json-schema.ts";
import { isFalse } from "./never.ts";
import { patternsOf } from "./keywords.ts";
import {
  anyArray,
  anyObject,
  anything,
  loosened,
  type Shape,
} from "./shape.ts";
import { spokenOf, type Spoken } from "./spoken.ts";
import type { Working } from "./working.ts";

/** What is said of the properties and items that nothing else speaks of. */
export function* unevaluatedShapes(
  schema: NormalSchema,
  working: Working,
): Generator<Shape> {
  const { unevaluatedProperties, unevaluatedItems } = schema;
  if ((unevaluatedProperties ?? unevaluatedItems) === undefined) return;
  const spoken = spokenOf(schema, working.document);
  if (unevaluatedProperties !== undefined)
    yield otherProperties(unevaluatedProperties, spoken);
  if (unevaluatedItems !== undefined)
    yield otherItems(unevaluatedItems, spoken);
}

function otherProperties(others: NormalSchema, spoken: Spoken): Shape {
  const isLoose = spoken.isConditional || spoken.hasOtherNames;
  const isKnown = !spoken.hasOtherNames && isSure(others, spoken);
  if (!isKnown) return loosened(anything, isLoose ? ["objects"] : []);
  const member = {
    properties: new Map([...spoken.names].map(saysNothing)),
    patterns: patternsOf(
      Object.fromEntries([...spoken.patterns].map(saysNothing)),
    ),
    others,
    isSilent: true as const,
  };
  const shape = { ...anyObject, members: [member] };
  const objects = { ...anything, objects: [shape] };
  return loosened(objects, isLoose ? ["objects"] : []);
}

function otherItems(others: NormalSchema, spoken: Spoken): Shape {
  const isLoose = spoken.isConditional || spoken.hasOtherItems;
  const isKnown = !spoken.hasOtherItems && isSure(others, spoken);
  if (!isKnown) return loosened(anything, isLoose ? ["arrays"] : []);
  const first = Array.from({ length: spoken.items }, () => ({}));
  const member = { first, others };
  const arrays = { ...anything, arrays: [{ ...anyArray, members: [member] }] };
  return loosened(arrays, isLoose ? ["arrays"] : []);
}

/**
 * Whether what nothing speaks of is surely as it should: where it depends on the value what
 * is spoken of, one that is not there in any case is what no alternative speaks of.
 */
function isSure(others: NormalSchema, { isConditional }: Spoken): boolean {
  return !isConditional || isFalse(others);
}

function saysNothing(word: string): [string, NormalSchema] {
  return [word, {}];
}
