import fc from "fast-check";

/** What random types may name. */
export const named = `
export interface Named { a: string; b?: number }
export interface Empty {}
export type Word = "a" | "b";
export type Pair = [string, number];
export enum Level { Low = 1, High = "a" }
`;

/** A type as text, and whether tags narrow it beyond what TypeScript sees. */
export interface RandomType {
  readonly text: string;
  readonly isTagged: boolean;
}

const names = fc.constantFrom("a", "b", "c");

const tags = fc.constantFrom(
  ...["@nullable", "@minimum 1", "@maximum 1", "@minLength 2", "@maxLength 1"],
  ...["@pattern ^a", "@minItems 2", "@maxItems 1", "@uniqueItems"],
  ...["@TJS-type integer", "@asType string", "@multipleOf 2"],
  ...["@minProperties 2", "@maxProperties 0"],
);

const scalars = fc.constantFrom(
  ...["string", "number", "boolean", "null", '"a"', '"b"', "1", "1.5", "true"],
  ...["Word", "Level", "never", "unknown", "Date"],
);

const { type } = fc.letrec<{ type: string; object: string; list: string }>(
  (tie) => {
    const inner = tie("type");
    const property = fc
      .tuple(
        names,
        fc.boolean(),
        inner,
        fc.option(fc.array(tags, { minLength: 1, maxLength: 2 }), { freq: 4 }),
      )
      .map(([name, isOptional, of, said]) => ({
        name,
        text: `${said === null ? "" : `/** ${said.join("\n * ")} */ `}${name}${isOptional ? "?" : ""}: ${of}`,
      }));
    const literal = fc
      .tuple(
        fc.uniqueArray(property, {
          selector: ({ name }) => name,
          maxLength: 3,
        }),
        fc.option(inner, { freq: 5 }),
      )
      .map(([properties, index]) =>
        brace([
          ...properties.map(({ text }) => text),
          ...(index === null ? [] : [`[key: string]: ${index}`]),
        ]),
      );
    const element = fc
      .tuple(fc.constantFrom("", "?", "..."), inner)
      .map(([mark, of]) =>
        mark === "..." ? `...(${of})[]` : `(${of})${mark}`,
      );
    return {
      type: fc.oneof(
        { maxDepth: 3, depthSize: "small" },
        { weight: 5, arbitrary: scalars },
        { weight: 3, arbitrary: tie("object") },
        { weight: 3, arbitrary: tie("list") },
        fc.tuple(inner, inner).map(([one, other]) => `(${one}) | (${other})`),
        fc.tuple(inner, inner).map(([one, other]) => `(${one}) & (${other})`),
        fc
          .tuple(scalars, tie("object"))
          .map(([one, other]) => `(${one}) & (${other})`),
      ),
      object: fc.oneof(
        { maxDepth: 3, depthSize: "small" },
        fc.constantFrom("Named", "Empty"),
        { weight: 4, arbitrary: literal },
        fc.tuple(keys(), inner).map(([key, of]) => `Record<${key}, ${of}>`),
        fc
          .tuple(
            fc.constantFrom("Partial", "Required", "Readonly"),
            tie("object"),
          )
          .map(([wrap, of]) => `${wrap}<${of}>`),
        fc
          .tuple(fc.constantFrom("Omit", "Pick"), names)
          .map(([select, name]) => `${select}<Named, "a" | "${name}">`),
      ),
      list: fc.oneof(
        { maxDepth: 3, depthSize: "small" },
        fc.constant("Pair"),
        inner.map((of) => `(${of})[]`),
        fc
          .array(element, { maxLength: 3 })
          .map((elements) => `[${elements.join(", ")}]`),
        fc.tuple(tie("list"), inner).map(([list, of]) => `[...${list}, ${of}]`),
      ),
    };
  },
);

function keys(): fc.Arbitrary<string> {
  return fc.constantFrom("string", '"a"', "Word", "never", '"a" | string');
}

function brace(members: readonly string[]): string {
  return members.length === 0 ? "{}" : `{ ${members.join("; ")} }`;
}

/** A type, as the alias or the interface of a schema. */
export const randomTypes: fc.Arbitrary<RandomType> = fc
  .tuple(type, fc.option(tags, { freq: 6 }))
  .map(([text, tag]) => ({
    text: `${tag === null ? "" : `/** ${tag} */ `}export type Random = ${text};`,
    isTagged: /@(?!nullable)/.test(`${tag ?? ""}${text}`),
  }));
