import { describe, expect, test } from "vitest";
import { extensionErrata } from "../../../src/revisions/extension-overrides/errata.ts";
import { errata } from "../../../src/revisions/overrides/errata.ts";
import { holds } from "../../../src/revisions/overrides/index.ts";
import { load } from "../../../src/revisions/load.ts";
import { emitExtensionFiles, extendAll } from "../../support/extensions.ts";
import { needs } from "../../support/official-files.ts";
import { officialExtension } from "../../support/spec.ts";
import { canonical, type Definitions } from "./canonical.ts";

/** What is published of an extension, by its identifier. */
const published = [
  {
    id: "io.modelcontextprotocol/tasks",
    files: officialExtension("tasks/draft"),
    // Whose core the published file has copied.
    core: "2026-07-28",
  },
];

describe.each(published)(
  "the JSON Schema of $id",
  needs("extensions"),
  async ({ id, files, core }) => {
    // The body of a group runs even if its tests are skipped.
    const { text, json } = files ?? {
      text: "export type Missing = string;",
      json: '{ "$defs": {} }',
    };
    const facts = { integers: true } as const;
    const extended = extendAll([await load(core)], [{ id, text, facts }]);
    const [file] = emitExtensionFiles(extended, { emit: ["json-schema"] });
    const ours = definitionsIn(file?.text ?? "{}");
    const theirs = definitionsIn(json);
    const own = new Set(
      extended.flatMap(({ parts }) =>
        parts.flatMap((part) => part.declarations.map(({ name }) => name)),
      ),
    );
    const known = extensionErrata.filter((one) => one.extension === id);

    /** One form of both, without what the errata say. */
    const formOf = (definitions: Definitions, all = known): object =>
      Object.fromEntries(
        Object.keys(definitions)
          .filter((name) => !wrongInCore(name, core))
          .sort()
          .map((name) => [
            name,
            canonical(definitions[name] ?? {}, {
              definitions,
              follow: (other) => own.has(other),
              omit: (keyword, value) =>
                all.some((one) => one.keyword === keyword && same(one, value)),
            }),
          ]),
      );

    test("has the definitions of the published one", () => {
      expect(own.size).toBeGreaterThan(10);
      expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs).sort());
    });

    test("says what the published one says, but for the errata", () => {
      expect(formOf(ours)).toEqual(formOf(theirs));
    });

    test.each(known)("differs by $name: $keyword", (erratum) => {
      const others = known.filter((one) => one !== erratum);
      expect(formOf(ours, others)).not.toEqual(formOf(theirs, others));
    });
  },
);

test("a schema of an extension refers to nothing outside of it", async () => {
  const source = {
    id: "com.example/a",
    text: `import type { CallToolResult } from "x";
export interface RunRequest { method: "a/run" }
export interface RunResult { of: CallToolResult }`,
  };
  const extended = extendAll([await load("2026-07-28")], [source]);
  const [file] = emitExtensionFiles(extended, { emit: ["json-schema"] });
  const definitions = definitionsIn(file?.text ?? "{}");
  const refs = [...(file?.text ?? "").matchAll(/"\$ref": "#\/\$defs\/(\w+)"/g)];
  expect(refs.length).toBeGreaterThan(10);
  for (const [, name = ""] of refs) expect(definitions).toHaveProperty([name]);
  expect(file?.text).toContain('"title": "com.example/a draft, for Model');
});

/** What the core's errata say of it stands there. */
function wrongInCore(name: string, revision: string): boolean {
  return errata
    .filter((one) => holds(one, revision))
    .some(({ pointers }) =>
      pointers.some((pointer) => pointer.startsWith(`/$defs/${name}/`)),
    );
}

function same({ value }: { readonly value: unknown }, other: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(other);
}

function definitionsIn(text: string): Definitions {
  return (JSON.parse(text) as { $defs: Definitions }).$defs;
}
