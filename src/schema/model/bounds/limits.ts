/** Keywords of JSON Schema that a larger bound makes stricter. */
export const lowerBounds = [
  "minimum",
  "exclusiveMinimum",
  "minLength",
  "minItems",
  "minProperties",
] as const;

/** Those that a smaller bound makes stricter. */
export const upperBounds = [
  "maximum",
  "exclusiveMaximum",
  "maxLength",
  "maxItems",
  "maxProperties",
] as const;

/** Those of which one value is no stricter than another. */
export const exactLimits = ["pattern", "multipleOf", "uniqueItems"] as const;
