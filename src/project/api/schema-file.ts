import {
  readSchema,
  type LoadedSchema,
  type SchemaSource,
} from "../../revisions/source.ts";
import type { Memory } from "./memory.ts";

/**
 * Reads a schema and makes something of it, `what` by name, of the files of the schema and of
 * `of`; what was made the last time, where all of these are the same. An address is fetched
 * once. Throws what `make` throws, and an `InputError` where there is no such schema.
 */
export async function madeOfSchema<Value>(
  memory: Memory,
  what: string,
  schema: SchemaSource,
  of: readonly unknown[],
  make: (loaded: LoadedSchema) => Promise<Value>,
): Promise<Value> {
  const loaded = await readOnce(schema, memory);
  const { path, source, readSibling } = loaded;
  const name = `${what} of ${path}`;
  // What the schema has imported the last time.
  const imported = memory.recall<[specifier: string, from: string][]>(
    `imports of ${name}`,
    [],
    () => [],
  );
  const texts = imported.map((one) => readSibling(...one)?.text);
  return memory.recall(name, [source.sha256, ...of, ...texts], () => {
    imported.length = 0;
    return make({
      ...loaded,
      readSibling(specifier, from) {
        imported.push([specifier, from]);
        return readSibling(specifier, from);
      },
    });
  });
}

function readOnce(schema: SchemaSource, memory: Memory): Promise<LoadedSchema> {
  const read = (): Promise<LoadedSchema> => readSchema(schema, memory.looked);
  return "url" in schema
    ? memory.recall(`schema at ${schema.url}`, [], read)
    : read();
}
