import type {
  NormalSchema,
  SchemaDocument,
  Unchecked,
} from "../../model/json-schema.ts";
import type { SchemaPath } from "../error.ts";
import { subschemasOf } from "../keywords.ts";
import { resolve } from "../resolve.ts";
import { walk } from "../walk.ts";

/** The schemas that do less than was written. */
export interface Loosened {
  /** Those that accept more, or have a part that does. */
  readonly loose: Set<NormalSchema>;
  /** Those that speak of fewer properties or items, so that more is left unevaluated. */
  readonly silent: Set<NormalSchema>;
}

const reason = "it would refuse more, as a part of it is not checked";

/**
 * Takes out what refuses where a part of it accepts: what is looser under `not`, say,
 * would make that one stricter. What is left accepts all that the whole schema accepts.
 *
 * @param paths - Where each schema was written.
 */
export function spreadLooseness(
  { loose, silent }: Loosened,
  document: SchemaDocument,
  paths: ReadonlyMap<NormalSchema, SchemaPath>,
  tell: (part: Unchecked) => void,
): void {
  if (loose.size === 0) return;
  const holders = holdersOf(document);
  const rest = [...loose];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    mend(next);
    for (const { holder, speaksFor } of holders.get(next) ?? []) {
      const before = stateOf(holder);
      loose.add(holder);
      if (speaksFor && silent.has(next)) silent.add(holder);
      mend(holder);
      if (stateOf(holder) !== before) rest.push(holder);
    }
  }

  function stateOf(schema: NormalSchema): number {
    return Number(loose.has(schema)) + Number(silent.has(schema));
  }

  function mend(schema: NormalSchema): void {
    if (schema.not && loose.has(schema.not)) takeOut(schema, "not");
    if (schema.if && loose.has(schema.if)) {
      takeOut(schema, "if");
      delete schema.then;
      delete schema.else;
      silent.add(schema);
    }
    if (schema.maxContains !== undefined && isLoose(schema.contains))
      takeOut(schema, "maxContains");
    if (schema.oneOf?.some(isLoose)) {
      // At least one still holds.
      schema.allOf = [...(schema.allOf ?? []), { anyOf: schema.oneOf }];
      takeOut(schema, "oneOf");
    }
    if (!silent.has(schema)) return;
    takeOut(schema, "unevaluatedProperties");
    takeOut(schema, "unevaluatedItems");
  }

  function isLoose(schema: NormalSchema | undefined): boolean {
    return schema !== undefined && loose.has(schema);
  }

  function takeOut(schema: NormalSchema, keyword: keyof NormalSchema): void {
    if (schema[keyword] === undefined) return;
    delete schema[keyword];
    const path = [...(paths.get(schema) ?? []), keyword];
    tell({ path, part: keyword, reason });
  }
}

/** A schema that has another within it, or refers to it. */
interface Holder {
  readonly holder: NormalSchema;
  /** Whether what the other speaks of, it speaks of, too. */
  readonly speaksFor: boolean;
}

function holdersOf(document: SchemaDocument): Map<NormalSchema, Holder[]> {
  const holders = new Map<NormalSchema, Holder[]>();
  const add = (held: NormalSchema, holder: Holder) => {
    const known = holders.get(held);
    if (known) known.push(holder);
    else holders.set(held, [holder]);
  };
  for (const { schema: holder } of walk(document)) {
    for (const { schema, appliesTo } of subschemasOf(holder))
      add(schema, {
        holder,
        speaksFor: appliesTo === "value" && schema !== holder.not,
      });
    const { $ref } = holder;
    if ($ref !== undefined)
      add(resolve(document, $ref), { holder, speaksFor: true });
  }
  return holders;
}
