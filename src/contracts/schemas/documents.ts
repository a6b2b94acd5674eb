import { GeneratorError } from "../../base/diagnostics/error.ts";
import {
  createPatternJudge,
  readSchema,
  SchemaError,
  type SchemaErrorCode,
} from "../../schema/json-schema/index.ts";
import type { SchemaDocument } from "../../schema/model/json-schema.ts";
import { excerpt } from "../excerpt.ts";
import type { PlainNamedSchema } from "./read.ts";

/** A schema that has been understood. */
export interface ReadNamedSchema extends PlainNamedSchema {
  readonly document: SchemaDocument;
}

/** A schema of a server that cannot be compiled. */
export interface RefusedSchema {
  /** What messages call it. */
  name: string;
  /** Why, for programs. */
  code: SchemaErrorCode;
  /** Where, and why. */
  message: string;
}

/** The schemas of a file. */
export interface Documents {
  readonly read: ReadNamedSchema[];
  /** Those that spoil no other: a server lists them. */
  readonly refused: RefusedSchema[];
}

/** So many of the schemas that cannot be read are told of. */
const maxTold = 10;

/**
 * Reads all schemas of a file. Throws an error that tells of all that cannot be read, with the
 * code of the first: where a server lists them, only if that leaves nothing.
 */
export function readDocuments(
  schemas: readonly PlainNamedSchema[],
  file: string,
): Documents {
  const read: ReadNamedSchema[] = [];
  const judgePattern = createPatternJudge();
  const refused: RefusedSchema[] = [];
  let first: SchemaError | undefined;
  for (const schema of schemas)
    try {
      const document = readSchema(schema.schema, { judgePattern });
      read.push({ ...schema, document });
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error;
      first ??= error;
      const { code, message } = error;
      refused.push({ name: schema.name, code, message });
    }
  const isSpoilt = read.length === 0 || schemas.some((one) => !one.isListed);
  if (first === undefined || !isSpoilt) return { read, refused };
  const told = refused
    .slice(0, maxTold)
    .map(({ name, message }) => `${excerpt(name)} ${message}`);
  const rest = refused.length - told.length;
  if (rest > 0) told.push(`and ${rest} more`);
  throw new GeneratorError(
    first.code,
    `${file}: ${refused.length} of ${schemas.length} schemas cannot be compiled: ${told.join("; ")}`,
    { hint: first.hint, cause: first },
  );
}
