export { accepts } from "./accepts/accepts.ts";
export { isMultipleOf } from "./accepts/multiple.ts";
export { canonicalText } from "./canonical.ts";
export { SchemaError, type SchemaErrorCode, type SchemaPath } from "./error.ts";
export {
  mapSubschemas,
  schemaKeyword,
  subschemasOf,
  type Subschema,
} from "./keywords.ts";
export { defaultLimits, type SchemaLimits } from "./limits.ts";
export { createPatternJudge, type PatternJudge } from "./patterns/judge.ts";
export { patternLengths } from "./patterns/pattern-lengths.ts";
export { patternProblem } from "./patterns/pattern-problem.ts";
export { readSchema, type ReadSchemaOptions } from "./read/read-schema.ts";
export { nameOfReference, referenceTo, resolve } from "./resolve.ts";
export { walk, type Visited } from "./walk.ts";
