/** How large a schema may be. */
export interface SchemaLimits {
  /** How many objects and lists may be within each other. */
  readonly depth: number;
  /** How many values there may be in all: objects, lists, texts, numbers. */
  readonly values: number;
  /** How many characters its keys and texts may have together. */
  readonly characters: number;
  /** How many schemas may apply to one value, each by way of the last: references, `allOf` and their like. */
  readonly nesting: number;
  /** How many schemas may apply to one value in all, each as often as a reference leads to it. */
  readonly applied: number;
}

/** What is taken unless limits are given: several times what published servers list. */
export const defaultLimits: SchemaLimits = {
  depth: 128,
  values: 20_000,
  characters: 2_000_000,
  nesting: 512,
  applied: 20_000,
};
