import type {
  NormalSchema,
  SchemaDocument,
} from "../../../schema/model/json-schema.ts";
import { referenceOf } from "./references.ts";

/** What the schemas that hold for a value speak of. */
export interface Spoken {
  readonly names: Set<string>;
  readonly patterns: Set<string>;
  /** How many of the first items. */
  items: number;
  /** Whether all properties are spoken of. */
  hasOtherNames: boolean;
  /** Whether all items are spoken of, or nobody knows which. */
  hasOtherItems: boolean;
  /** Whether it depends on the value what is spoken of. */
  isConditional: boolean;
}

/** What a schema and those that hold with it speak of, apart from its `unevaluated…`. */
export function spokenOf(
  schema: NormalSchema,
  document: SchemaDocument,
): Spoken {
  const spoken: Spoken = {
    names: new Set(),
    patterns: new Set(),
    items: 0,
    hasOtherNames: false,
    hasOtherItems: false,
    isConditional: false,
  };
  const { unevaluatedItems: _, unevaluatedProperties: __, ...own } = schema;
  const seen = new Set<NormalSchema>();
  const left: NormalSchema[] = [own];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    listen(next, spoken);
    const name = referenceOf(next);
    const target =
      name === undefined ? undefined : document.definitions.get(name);
    if (target !== undefined) left.push(target);
    const conditional = conditionalIn(next);
    spoken.isConditional ||= conditional.length > 0;
    left.push(...(next.allOf ?? []), ...conditional);
  }
  return spoken;
}

function listen(schema: NormalSchema, spoken: Spoken): void {
  for (const name of Object.keys(schema.properties ?? {}))
    spoken.names.add(name);
  for (const pattern of Object.keys(schema.patternProperties ?? {}))
    spoken.patterns.add(pattern);
  spoken.items = Math.max(spoken.items, schema.prefixItems?.length ?? 0);
  spoken.hasOtherNames ||=
    (schema.additionalProperties ?? schema.unevaluatedProperties) !== undefined;
  spoken.hasOtherItems ||=
    (schema.items ?? schema.unevaluatedItems ?? schema.contains) !== undefined;
}

/** The schemas that hold for some values. */
function conditionalIn(schema: NormalSchema): NormalSchema[] {
  const { anyOf = [], oneOf = [], dependentSchemas = {} } = schema;
  const choice = [schema.if, schema.then, schema.else];
  return [
    ...anyOf,
    ...oneOf,
    ...choice.filter((part) => part !== undefined),
    ...Object.values(dependentSchemas),
  ];
}
