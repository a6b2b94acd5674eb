import type { NormalSchema, SchemaDocument } from "../../model/json-schema.ts";
import { SchemaError, type SchemaPath } from "../error.ts";
import { subschemasOf } from "../keywords.ts";
import type { SchemaLimits } from "../limits.ts";
import { nameOfReference } from "../resolve.ts";
import { walk } from "../walk.ts";

/** How much of a document is applied to the same value. */
interface Applied {
  /** How many schemas, one by way of the other. */
  readonly nesting: number;
  /** How many in all, each as often as it is come by. */
  readonly count: number;
}

/** A schema's own part in that, and what it refers to. */
interface Own extends Applied {
  readonly references: readonly { name: string; nesting: number }[];
}

/**
 * Throws a SchemaError for references that lead back to themselves without reaching a
 * part of the value, which would go on for ever, and where more schemas are applied to one
 * value than the limits allow: few references can fan out into millions.
 *
 * @param paths - Where each schema was written.
 */
export function checkNesting(
  document: SchemaDocument,
  paths: ReadonlyMap<NormalSchema, SchemaPath>,
  limits: SchemaLimits,
): void {
  const { definitions } = document;
  const known = new Map<string, Applied>();
  for (const name of definitions.keys()) measureDefinition(name);
  for (const { schema, appliesTo } of walk(document))
    if (appliesTo !== "value") check(wholeOf(ownOf(schema)), schema);

  /** Without recursion: references may lead on as often as there are definitions. */
  function measureDefinition(first: string): void {
    const open = new Map<string, Own>();
    const rest = [first];
    for (let name = rest.at(-1); name !== undefined; name = rest.at(-1)) {
      const own = open.get(name);
      if (known.has(name)) rest.pop();
      else if (own) {
        rest.pop();
        open.delete(name);
        known.set(name, check(wholeOf(own), definitions.get(name)));
      } else {
        const found = ownOf(definitions.get(name) ?? {});
        open.set(name, found);
        for (const next of found.references) {
          if (open.has(next.name)) throw endless(next.name);
          rest.push(next.name);
        }
      }
    }
  }

  function wholeOf(own: Own): Applied {
    let { nesting, count } = own;
    for (const reference of own.references) {
      const target = known.get(reference.name) ?? { nesting: 0, count: 0 };
      nesting = Math.max(nesting, reference.nesting + target.nesting);
      count += target.count;
    }
    return { nesting, count };
  }

  function check(applied: Applied, schema: NormalSchema | undefined): Applied {
    const { nesting, count } = applied;
    if (nesting > limits.nesting)
      throw tooLarge(
        schema,
        `it leads by way of more than ${limits.nesting} schemas to what it asks of a value`,
      );
    if (count > limits.applied)
      throw tooLarge(
        schema,
        `it applies more than ${limits.applied} schemas to one value`,
      );
    return applied;
  }

  function tooLarge(
    schema: NormalSchema | undefined,
    message: string,
  ): SchemaError {
    return new SchemaError("schema-too-large", whereIs(schema), message);
  }

  function endless(name: string): SchemaError {
    return new SchemaError(
      "endless-reference",
      whereIs(definitions.get(name)),
      "it refers to itself for the same value, which never ends",
      "a reference to what it is in has to be under properties, items or their like",
    );
  }

  function whereIs(schema: NormalSchema | undefined): SchemaPath {
    return (schema && paths.get(schema)) ?? [];
  }
}

/** What is applied to the same value, references not followed. */
function ownOf(schema: NormalSchema): Own {
  const references: { name: string; nesting: number }[] = [];
  const whole = measure(schema, 1);
  return { ...whole, references };

  function measure(one: NormalSchema, nesting: number): Applied {
    if (one.$ref !== undefined)
      references.push({ name: nameOfReference(one.$ref), nesting });
    const all = { nesting, count: 1 };
    for (const { schema: child, appliesTo } of subschemasOf(one)) {
      if (appliesTo !== "value") continue;
      const found = measure(child, nesting + 1);
      all.nesting = Math.max(all.nesting, found.nesting);
      all.count += found.count;
    }
    return all;
  }
}
