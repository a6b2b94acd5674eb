import type { Protocol, Type } from "../../schema/model/index.ts";
import { definitionPlace } from "./write/naming.ts";
import type { JsonSchema, SchemaOptions } from "./schema/schema.ts";
import { createWriterState } from "./state.ts";

/** The schemas of one protocol. */
export interface SchemaWriter {
  /**
   * The declared types by name, and types such as `Partial<Tool>` that several
   * schemas may refer to. `schemaOf` adds those that it is the first to meet.
   */
  definitions: ReadonlyMap<string, JsonSchema>;
  /**
   * Returns the schema of a type expression; names in it are references to definitions.
   *
   * @param path - The declaration that the type is part of, and the properties that lead to it.
   */
  schemaOf(type: Type, path?: string): JsonSchema;
}

/**
 * Writes the definitions of every declared type, in the order of the schema.
 *
 * Like the published files, it refers to a type by name wherever it can, and to
 * a named array or object literal only where that contains itself. So it keeps
 * the names that are being written, and those that something referred to.
 * @throws {ReferenceError} when a name is not declared, which parsing rules out.
 */
export function createSchemas(
  protocol: Protocol,
  options: SchemaOptions,
): SchemaWriter {
  const state = createWriterState(protocol, options);
  const { scope, resolve, write, writeType, definitions, referred } = state;
  const { corrected } = state;
  for (const declaration of scope.types.values()) {
    const { name } = declaration;
    const type = resolve({ kind: "reference", name });
    const schema = write(type, definitionPlace(declaration, type, corrected));
    if (!referred.has(name)) definitions.set(name, schema);
  }
  return {
    definitions,
    schemaOf: (type, path = "") => writeType(type, { path }),
  };
}
