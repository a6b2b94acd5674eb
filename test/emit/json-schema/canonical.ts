/** A JSON Schema, as far as canonical form looks into it. */
interface Node {
  readonly $ref?: string;
  readonly type?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Node[];
  readonly allOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Node | boolean;
  readonly [keyword: string]: unknown;
}

export type Definitions = Readonly<Record<string, Node>>;

/** How the canonical form is made. */
export interface CanonicalOptions {
  readonly definitions: Definitions;
  /** Whether a reference to a definition is followed. */
  follow(name: string): boolean;
  /** Whether a keyword with its value is left out. */
  omit(keyword: string, value: unknown): boolean;
}

/**
 * One form for schemas that say the same in different ways: references are followed, unions
 * stand outside of intersections, objects of an intersection are one, and a list of values
 * is a union. Prose is left out.
 */
export function canonical(
  node: Node,
  { definitions, follow, omit }: CanonicalOptions,
): unknown {
  const form = (one: Node): Node[] => alternatives(one);
  const inside = (one: Node): unknown => joined(form(one));

  function alternatives({ anyOf, allOf, ...own }: Node): Node[] {
    const factors = [
      alone(own),
      ...(allOf ?? []).map(form),
      ...(anyOf ? [anyOf.flatMap(form)] : []),
    ];
    return factors.reduce((all, factor) =>
      all.flatMap((one) => factor.map((other) => merge(one, other))),
    );
  }

  function alone(own: Node): Node[] {
    const name = own.$ref?.slice(own.$ref.lastIndexOf("/") + 1);
    const target = name === undefined ? undefined : definitions[name];
    if (name !== undefined && target && follow(name)) return form(target);
    const { type, enum: listed, ...rest } = kept(own);
    if (listed !== undefined)
      return listed.map((value) => ({ ...rest, const: value }));
    if (rest.const !== undefined || type === undefined) return [rest];
    return [type].flat().map((one) => ({ ...rest, type: one }));
  }

  function kept(own: Node): Node {
    return Object.fromEntries(
      Object.entries(own)
        .filter(([keyword]) => !prose.has(keyword))
        .filter(([keyword, value]) => !omit(keyword, value))
        .map(([keyword, value]) =>
          keyword === "required"
            ? [keyword, [...(own.required ?? [])].sort()]
            : [keyword, value],
        ),
    );
  }

  function merge(one: Node, other: Node): Node {
    const properties: Record<string, Node> = { ...one.properties };
    for (const [name, more] of Object.entries(other.properties ?? {})) {
      const known = properties[name];
      properties[name] = known ? { allOf: [known, more] } : more;
    }
    const required = [...(one.required ?? []), ...(other.required ?? [])];
    const refs = [one.$ref, other.$ref].filter((ref) => ref !== undefined);
    return {
      ...one,
      ...other,
      ...(refs.length > 0 && { $ref: [...new Set(refs)].sort().join(" ") }),
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required: [...new Set(required)].sort() }),
    };
  }

  function joined(all: readonly Node[]): unknown {
    const printed = all.map(({ properties, additionalProperties, ...rest }) =>
      sorted({
        ...rest,
        ...(properties && {
          properties: sorted(
            Object.fromEntries(
              Object.entries(properties).map(([name, one]) => [
                name,
                inside(one),
              ]),
            ),
          ),
        }),
        ...(typeof additionalProperties === "object" && {
          additionalProperties: inside(additionalProperties),
        }),
        ...(typeof rest["items"] === "object" && {
          items: inside(rest["items"] as Node),
        }),
      }),
    );
    const distinct = new Map(
      printed.map((one) => [JSON.stringify(one), one] as const),
    );
    const members = [...distinct].sort(([a], [b]) => (a < b ? -1 : 1));
    return members.length === 1
      ? members[0]?.[1]
      : { anyOf: members.map(([, one]) => one) };
  }

  return inside(node);
}

const prose: ReadonlySet<string> = new Set(["$schema", "description"]);

function sorted(value: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
