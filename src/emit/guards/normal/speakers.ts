import type { NormalSchema } from "../../../schema/model/json-schema.ts";
import type {
  GuardSchema,
  Speaker,
  Unevaluated,
  Way,
} from "../scope/guard-schema.ts";
import { acceptsAnything, acceptsNothing } from "../scope/schemas.ts";
import type { Lowering } from "./lowering.ts";
import type { Types } from "./types.ts";

/** What a schema says of properties and items that nothing speaks of. */
export function unevaluatedKeywords(
  schema: NormalSchema,
  types: Types,
  lowering: Lowering,
): GuardSchema {
  const properties =
    types.has("object") && unevaluated(schema, inObject, lowering);
  const items = types.has("array") && unevaluated(schema, inArray, lowering);
  return {
    ...(properties && { unevaluatedProperties: properties }),
    ...(items && { unevaluatedItems: items }),
  };
}

/** What a schema itself speaks of. */
type Spoken = Omit<Speaker, "ways">;

/** Properties, or items. */
interface Kind {
  readonly types: Types;
  readonly keyword: "unevaluatedProperties" | "unevaluatedItems";
  spokenOf(schema: NormalSchema, lowering: Lowering): Spoken;
}

const silent: Spoken = { all: false, names: [], patterns: [], first: 0 };

const inObject: Kind = {
  types: new Set(["object"]),
  keyword: "unevaluatedProperties",
  spokenOf: ({ additionalProperties, properties, patternProperties }) => ({
    ...silent,
    all: additionalProperties !== undefined,
    names: Object.keys(properties ?? {}),
    patterns: Object.keys(patternProperties ?? {}),
  }),
};

const inArray: Kind = {
  types: new Set(["array"]),
  keyword: "unevaluatedItems",
  spokenOf: ({ items, prefixItems = [], contains }, { lower }) => ({
    ...silent,
    all: items !== undefined,
    first: prefixItems.length,
    ...(contains !== undefined && { contains: lower(contains) }),
  }),
};

function unevaluated(
  schema: NormalSchema,
  kind: Kind,
  lowering: Lowering,
): Unevaluated | undefined {
  const asked = schema[kind.keyword];
  if (asked === undefined) return undefined;
  const left = lowering.lower(asked);
  if (acceptsAnything(left)) return undefined;
  const { [kind.keyword]: _, ...root } = schema;
  const speakers = speakersOf(root, kind, lowering);
  return speakers.some(({ all, ways }) => all && ways.length === 0)
    ? undefined
    : { schema: left, speakers };
}

/** A schema that another leads to on the same value, and under which condition. */
interface Edge extends Omit<Way, "from"> {
  readonly to: NormalSchema;
}

/** The schemas that speak of what is in a value, behind those that lead to them. */
function speakersOf(
  root: NormalSchema,
  kind: Kind,
  lowering: Lowering,
): Speaker[] {
  const order: NormalSchema[] = [];
  const edges = new Map<NormalSchema, readonly Edge[]>();
  const spoken = new Map<NormalSchema, Spoken>();
  /** Whether there is a word in it, or in what it leads to. */
  const speaks = new Map<NormalSchema, boolean>();
  visit(root);
  return withWays(order.reverse());

  function visit(node: NormalSchema): boolean {
    const known = speaks.get(node);
    if (known !== undefined) return known;
    speaks.set(node, false);
    const said = spokenIn(node, kind, lowering);
    const leading = edgesOf(node, kind, lowering).filter(({ to }) => visit(to));
    spoken.set(node, said);
    edges.set(node, leading);
    const speaksUp = isSaid(said) || leading.length > 0;
    speaks.set(node, speaksUp);
    if (speaksUp) order.push(node);
    return speaksUp;
  }

  function withWays(nodes: readonly NormalSchema[]): Speaker[] {
    const places = new Map(nodes.map((node, place) => [node, place]));
    const ways = nodes.map((): Way[] => []);
    const always = new Set([root]);
    for (const [from, node] of nodes.entries())
      for (const { to, ...condition } of edges.get(node) ?? []) {
        const isSure = Object.keys(condition).length === 0 && always.has(node);
        if (isSure) always.add(to);
        const way = { from, ...condition };
        ways[places.get(to) ?? 0]?.push(way);
      }
    return nodes.map((node, place) => ({
      ...(spoken.get(node) ?? silent),
      ways: always.has(node) ? [] : (ways[place] ?? []),
    }));
  }
}

function isSaid({ all, names, patterns, first, contains }: Spoken): boolean {
  return (
    all || names.length + patterns.length + first > 0 || contains !== undefined
  );
}

function spokenIn(node: NormalSchema, kind: Kind, lowering: Lowering): Spoken {
  const said = kind.spokenOf(node, lowering);
  return node[kind.keyword] === undefined ? said : { ...said, all: true };
}

/** What a schema leads to on the same value: what fails is not heard. */
function edgesOf(
  node: NormalSchema,
  { types }: Kind,
  { lower, resolve }: Lowering,
): Edge[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = node;
  const { if: test, then, else: otherwise } = node;
  // Only objects have properties that others depend on.
  const dependent = types.has("object") ? (node.dependentSchemas ?? {}) : {};
  const edges: Edge[] = [];
  if ($ref !== undefined) edges.push({ to: resolve($ref) });
  for (const to of allOf) edges.push({ to });
  for (const to of [...anyOf, ...oneOf]) push(to, { fits: lower(to, types) });
  if (test !== undefined) {
    const fits = lower(test, types);
    push(test, { fits });
    if (then !== undefined) push(then, { fits });
    if (otherwise !== undefined) push(otherwise, { fails: fits });
  }
  for (const [has, to] of Object.entries(dependent)) push(to, { has });
  return edges;

  function push(to: NormalSchema, condition: Omit<Edge, "to">): void {
    const { fits, fails } = condition;
    const isNever =
      (fits && acceptsNothing(fits)) ?? (fails && acceptsAnything(fails));
    const isAlways =
      (fits && acceptsAnything(fits)) ?? (fails && acceptsNothing(fails));
    if (isNever !== true) edges.push({ to, ...(isAlways ? {} : condition) });
  }
}
