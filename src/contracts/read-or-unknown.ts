import {
  readSchema,
  SchemaError,
  type PatternJudge,
} from "../schema/json-schema/index.ts";
import type { SchemaDocument } from "../schema/model/json-schema.ts";
import { describeUnchecked } from "./schemas/unchecked.ts";

/** How many parts of one schema that go unchecked are told. */
const maxParts = 3;

/** A schema that was read, or why it cannot be; notes are a line each. */
export interface ReadOrUnknown {
  /** Undefined where it cannot be read. */
  readonly document: SchemaDocument | undefined;
  readonly notes: readonly string[];
}

/**
 * Reads a schema that someone else wrote: one that cannot be read spoils no other.
 *
 * @param judgePattern - One for all schemas of a server, so that all of its patterns
 * together are judged in bounded time.
 */
export function readOrUnknown(
  schema: unknown,
  kind: "arguments" | "results",
  judgePattern: PatternJudge,
): ReadOrUnknown {
  try {
    const document = readSchema(schema, { judgePattern });
    const { unchecked } = document;
    const notes = unchecked
      .slice(0, maxParts)
      .map((part) => `${describeUnchecked(part)} goes unchecked`);
    const more = unchecked.length - notes.length;
    if (more > 0) notes.push(`${more} more parts of it go unchecked`);
    return { document, notes };
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return {
      document: undefined,
      notes: [`its ${kind} are unknown and unchecked: ${error.message}`],
    };
  }
}
