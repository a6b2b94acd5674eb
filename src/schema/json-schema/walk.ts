import type { NormalSchema, SchemaDocument } from "../model/json-schema.ts";
import type { SchemaPath } from "./error.ts";
import { subschemasOf, type SchemaSubject } from "./keywords.ts";

/** A schema of a document, and where it is in the normal form. */
export interface Visited {
  readonly schema: NormalSchema;
  /** The definition that it is in; undefined within the root. */
  readonly definition: string | undefined;
  /** The keys that lead to it from there. */
  readonly path: SchemaPath;
  /** What it is applied to, as seen from what it is in; undefined for what is in nothing. */
  readonly appliesTo: SchemaSubject | undefined;
}

/** Every schema of a document, once: the root and what is in it, then each definition. */
export function* walk(document: SchemaDocument): Generator<Visited, void> {
  yield* within(document.root, undefined);
  for (const [name, schema] of document.definitions)
    if (schema !== document.root) yield* within(schema, name);
}

/** Without recursion: generators within generators are slow. */
function* within(
  root: NormalSchema,
  definition: string | undefined,
): Generator<Visited, void> {
  const rest: Visited[] = [
    { schema: root, definition, path: [], appliesTo: undefined },
  ];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    yield next;
    const { path } = next;
    const children = subschemasOf(next.schema).map((child) => ({
      schema: child.schema,
      definition,
      path: [...path, ...child.path],
      appliesTo: child.appliesTo,
    }));
    rest.push(...children.reverse());
  }
}
