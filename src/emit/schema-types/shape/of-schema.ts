import type {
  NormalSchema,
  SchemaDocument,
} from "../../../schema/model/json-schema.ts";
import {
  complementOfSchema,
  dependentShapes,
  shapeOfChoice,
} from "./conditional.ts";
import {
  shapeOfArrays,
  shapeOfNames,
  shapeOfObjects,
  shapeOfTypes,
  shapeOfValues,
} from "./keywords.ts";
import { exactlyOne } from "./exactly-one.ts";
import { boundedParts } from "./limits.ts";
import { findRounds, referenceOf } from "./references.ts";
import { anything, everyPart, loosened, nothing, type Shape } from "./shape.ts";
import { unevaluatedShapes } from "./unevaluated.ts";
import { uniteShapes } from "./unite.ts";
import { bothShapes, type Working } from "./working.ts";

/** Gives what a value may be that fits all schemas. */
export type ShapeOfAll = (schemas: readonly NormalSchema[]) => Shape;

/** More steps than these are not taken for one document. */
const mostSteps = 100_000;

/** Works out the shapes of a document, each when it is first asked for. */
export function createShapes(document: SchemaDocument): ShapeOfAll {
  const working: Working = {
    document,
    known: new Map(),
    comesRound: findRounds(document),
    shapeOf: (schema) => shapeOf(schema, working),
    done: { steps: 0 },
  };
  return (schemas) =>
    schemas
      .map(working.shapeOf)
      .reduce((a, b) => bothShapes(a, b, working), anything);
}

function shapeOf(schema: NormalSchema, working: Working): Shape {
  const { known } = working;
  const shape = known.get(schema) ?? workOut(schema, working);
  known.set(schema, shape);
  return shape;
}

function workOut(schema: NormalSchema, working: Working): Shape {
  if (working.done.steps > mostSteps)
    return loosened(anything, everyPart, "the schema is too large");
  let shape: Shape = anything;
  for (const part of partsOf(schema, working))
    shape = bothShapes(shape, part, working);
  return loosened(shape, boundedParts(schema));
}

/** What each word of a schema says. */
function* partsOf(schema: NormalSchema, working: Working): Generator<Shape> {
  const { shapeOf } = working;
  if (schema.type !== undefined) yield shapeOfTypes([schema.type].flat());
  if ("const" in schema) yield shapeOfValues([schema.const], working);
  if (schema.enum !== undefined) yield shapeOfValues(schema.enum, working);
  yield shapeOfObjects(schema);
  yield shapeOfArrays(schema);
  if (schema.propertyNames !== undefined)
    yield shapeOfNames(schema.propertyNames, working);
  const name = referenceOf(schema);
  if (name !== undefined) yield shapeOfReference(name, working);
  for (const inner of schema.allOf ?? []) yield shapeOf(inner);
  if (schema.anyOf !== undefined) yield uniteShapes(schema.anyOf.map(shapeOf));
  if (schema.oneOf !== undefined)
    yield exactlyOne(schema.oneOf.map(shapeOf), working);
  if (schema.not !== undefined) yield complementOfSchema(schema.not, working);
  if (schema.if !== undefined) yield shapeOfChoice(schema.if, schema, working);
  yield* dependentShapes(schema, working);
  yield* unevaluatedShapes(schema, working);
}

function shapeOfReference(name: string, { comesRound }: Working): Shape {
  return comesRound(name)
    ? loosened(anything, everyPart, "it refers to itself in place")
    : { ...nothing, names: [name] };
}
