import type { NormalSchema } from "../../../schema/model/json-schema.ts";
import { allValues, noValues, type Values } from "./values.ts";

/**
 * The values that a schema takes, apart for each type of JSON: what is known of them is
 * what TypeScript can say. A shape may take more values than its schema, never fewer.
 */
export interface Shape {
  readonly constants: Values<boolean | null>;
  readonly numbers: Values<number>;
  readonly strings: Values<string>;
  /** Each list is one of these. */
  readonly arrays: readonly ArrayShape[];
  /** Each object is one of these. */
  readonly objects: readonly ObjectShape[];
  /** Definitions that stand here whole, each taking values of its own. */
  readonly names: readonly string[];
  /** The parts that take more values than the schema. */
  readonly loose: ReadonlySet<Part>;
  /** Why it takes more, where the schema asks for what is not worked out. */
  readonly reasons: readonly string[];
}

export type Part = "constants" | "numbers" | "strings" | "arrays" | "objects";

/** An object that fits all members. */
export interface ObjectShape {
  readonly members: readonly ObjectRule[];
  readonly required: readonly string[];
  /** The properties that are not there. */
  readonly absent: readonly string[];
}

/** What one schema says of the properties of an object. */
export interface ObjectRule {
  readonly properties: ReadonlyMap<string, NormalSchema>;
  readonly patterns: readonly (readonly [RegExp, NormalSchema])[];
  /** What the properties are that neither of these speaks of; anything where it is absent. */
  readonly others?: NormalSchema;
  /** Whether it only bounds names, and makes none known. */
  readonly isSilent?: true;
}

/** A list that fits all members. */
export interface ArrayShape {
  readonly members: readonly ArrayRule[];
  readonly least: number;
  readonly most: number;
}

/** What one schema says of the items of a list. */
export interface ArrayRule {
  readonly first: readonly NormalSchema[];
  /** What the items are that follow these; anything where it is absent. */
  readonly others?: NormalSchema;
}

export const everyPart: readonly Part[] = [
  "constants",
  "numbers",
  "strings",
  "arrays",
  "objects",
];

export const anyObject: ObjectShape = { members: [], required: [], absent: [] };
export const anyArray: ArrayShape = { members: [], least: 0, most: Infinity };
export const anyConstant: Values<boolean | null> = {
  values: [true, false, null],
  areExcepted: false,
};

const exact = { names: [], loose: new Set<Part>(), reasons: [] };

export const anything: Shape = {
  constants: anyConstant,
  numbers: allValues,
  strings: allValues,
  arrays: [anyArray],
  objects: [anyObject],
  ...exact,
};

export const nothing: Shape = {
  constants: noValues,
  numbers: noValues,
  strings: noValues,
  arrays: [],
  objects: [],
  ...exact,
};

/** A shape that may take more than its schema, for a reason. */
export function loosened(
  shape: Shape,
  parts: readonly Part[],
  ...reasons: string[]
): Shape {
  return {
    ...shape,
    loose: new Set([...shape.loose, ...parts]),
    reasons: [...new Set([...shape.reasons, ...reasons])],
  };
}
