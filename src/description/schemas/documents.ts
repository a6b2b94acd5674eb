import { GeneratorError } from "../../diagnostics/error.ts";
import {
  createPatternJudge,
  readSchema,
  SchemaError,
} from "../../json-schema/index.ts";
import type { SchemaDocument } from "../../model/json-schema.ts";
import { excerpt } from "../excerpt.ts";
import type { PlainNamedSchema } from "./read.ts";

/** A schema that has been understood. */
export interface ReadNamedSchema extends PlainNamedSchema {
  readonly document: SchemaDocument;
}

/** So many of the schemas that cannot be read are told of. */
const maxTold = 10;

/**
 * Reads all schemas of a file. Throws an error that tells of all that cannot be read, with the
 * code of the first.
 */
export function readDocuments(
  schemas: readonly PlainNamedSchema[],
  file: string,
): ReadNamedSchema[] {
  const read: ReadNamedSchema[] = [];
  const judgePattern = createPatternJudge();
  const problems: { readonly name: string; readonly error: SchemaError }[] = [];
  for (const { name, type, schema } of schemas)
    try {
      const document = readSchema(schema, { judgePattern });
      read.push({ name, type, schema, document });
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error;
      problems.push({ name, error });
    }
  const [first] = problems;
  if (first === undefined) return read;
  const told = problems
    .slice(0, maxTold)
    .map(({ name, error }) => `${excerpt(name)} ${error.message}`);
  const rest = problems.length - told.length;
  if (rest > 0) told.push(`and ${rest} more`);
  const { code, hint } = first.error;
  throw new GeneratorError(
    code,
    `${file}: ${problems.length} of ${schemas.length} schemas cannot be compiled: ${told.join("; ")}`,
    { hint, cause: first.error },
  );
}
