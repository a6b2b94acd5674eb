import type { NormalSchema } from "../../../schema/model/json-schema.ts";
import { complementShape } from "./complement.ts";
import { anyObject, anything, type ObjectShape, type Shape } from "./shape.ts";
import { uniteShapes } from "./unite.ts";
import { bothShapes, expanded, type Working } from "./working.ts";

/** What a schema does not take. */
export function complementOfSchema(
  schema: NormalSchema,
  working: Working,
): Shape {
  return complementShape(expanded(working.shapeOf(schema), working));
}

/** What `if`, `then` and `else` say. */
export function shapeOfChoice(
  condition: NormalSchema,
  schema: NormalSchema,
  working: Working,
): Shape {
  const { then = {}, else: otherwise = {} } = schema;
  const { shapeOf } = working;
  const no = complementOfSchema(condition, working);
  return uniteShapes([
    bothShapes(shapeOf(condition), shapeOf(then), working),
    bothShapes(no, shapeOf(otherwise), working),
  ]);
}

/** What is said of objects that have a property. */
export function* dependentShapes(
  schema: NormalSchema,
  working: Working,
): Generator<Shape> {
  const { dependentRequired = {}, dependentSchemas = {} } = schema;
  for (const [name, others] of Object.entries(dependentRequired)) {
    const required = [...new Set([name, ...others])];
    yield dependent(name, objects({ ...anyObject, required }));
  }
  for (const [name, inner] of Object.entries(dependentSchemas)) {
    const there = objects({ ...anyObject, required: [name] });
    yield dependent(name, bothShapes(there, working.shapeOf(inner), working));
  }
}

/** What a value is that has a property, and any without it. */
function dependent(name: string, shape: Shape): Shape {
  return uniteShapes([objects({ ...anyObject, absent: [name] }), shape]);
}

function objects(shape: ObjectShape): Shape {
  return { ...anything, objects: [shape] };
}
