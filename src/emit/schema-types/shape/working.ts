import type {
  NormalSchema,
  SchemaDocument,
} from "../../../schema/model/json-schema.ts";
import { intersectShapes, withoutNames } from "./intersect.ts";
import { anything, type Shape } from "./shape.ts";

/** What the shapes of a document's schemas are worked out with. */
export interface Working {
  readonly document: SchemaDocument;
  /** Those that are worked out already. */
  readonly known: Map<NormalSchema, Shape>;
  /** Whether a definition leads back to itself in place. */
  comesRound(name: string): boolean;
  shapeOf(schema: NormalSchema): Shape;
  /** What has been done for the document so far. */
  readonly done: { steps: number };
}

/** What both shapes take. */
export function bothShapes(a: Shape, b: Shape, working: Working): Shape {
  working.done.steps += 1 + a.objects.length * b.objects.length;
  return intersectShapes(a, b, (name) => definitionShape(name, working));
}

/** The shape with what its definitions take in their place. */
export function expanded(shape: Shape, working: Working): Shape {
  return withoutNames(shape, (name) => definitionShape(name, working));
}

function definitionShape(name: string, { document, shapeOf }: Working): Shape {
  const schema = document.definitions.get(name);
  return schema === undefined ? anything : shapeOf(schema);
}
