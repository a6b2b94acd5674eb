import { describe, expect, test } from "vitest";
import type { EmittedFile } from "../../src/emit/index.ts";
import type { Property, Protocol, Type } from "../../src/schema/model/index.ts";
import { withoutDocs } from "../../src/schema/model/without-docs.ts";
import { bundledRevisions } from "../../src/revisions/revisions.ts";
import { emitFiles } from "../support/emitted.ts";
import { exportsOf } from "../support/exports.ts";
import { officialProtocol } from "../support/protocols.ts";
import { needs } from "../support/official-files.ts";
import { officialRevisions, officialSchema } from "../support/spec.ts";
import { compile, folderOf } from "../support/typescript.ts";

describe("the types of the official schema", needs("schemas"), () => {
  const revisions = bundledRevisions().map(({ id }) => id);

  test.each(revisions)("%s has the same names", (revision) => {
    const ours = exportsOf(typesText(officialProtocol(revision)));
    expect(ours).toEqual(exportsOf(officialSchema(revision)));
  });

  test("are equal to the emitted ones, with prose and without", async () => {
    const protocols = revisions.map(officialProtocol);
    const files = protocols.flatMap((protocol) => {
      const { revision } = protocol;
      const lean = withoutDocs(protocol);
      return [
        ...comparison(revision, `${revision}/full`, protocol),
        ...comparison(revision, `${revision}/lean`, lean),
      ];
    });
    expect(await compileTypes(files)).toEqual([]);
  });
});

/** One change of a type, and the types in which it shows. */
interface Change {
  readonly title: string;
  readonly property: readonly [type: string, property: string];
  change(property: Property): Property | undefined;
}

const changes: readonly Change[] = [
  {
    title: "an optional property is removed",
    property: ["Implementation", "websiteUrl"],
    change: () => undefined,
  },
  {
    title: "an optional property becomes required",
    property: ["Annotations", "priority"],
    change: ({ optional: _, ...property }) => property,
  },
  {
    title: "a required property becomes optional",
    property: ["Tool", "inputSchema"],
    change: (property) => ({ ...property, optional: true }),
  },
  {
    title: "a property becomes any",
    property: ["LoggingMessageNotificationParams", "data"],
    change: (property) => ({
      ...property,
      type: { kind: "keyword", name: "any" },
    }),
  },
  {
    title: "a property becomes readonly",
    property: ["ResourceTemplateReference", "uri"],
    change: (property) => ({ ...property, readonly: true }),
  },
  {
    title: "a property of an object inside becomes optional",
    property: ["CompleteResult", "completion"],
    change: (property) => ({ ...property, type: firstOptional(property.type) }),
  },
  {
    title: "a literal becomes wider",
    property: ["TextContent", "type"],
    change: (property) => ({
      ...property,
      type: { kind: "keyword", name: "string" },
    }),
  },
];

describe("the comparison fails where", needs("schemas"), () => {
  const revision = officialRevisions().at(-1) ?? "";

  test.each(changes)("$title", async ({ property, change }) => {
    const [type] = property;
    const changed = changeProperty(
      officialProtocol(revision),
      property,
      change,
    );
    const problems = await compileTypes(
      comparison(revision, "changed", changed),
    );
    expect(problems.join("\n")).toContain(`"${type} differs"`);
  });
});

test(
  "every interface that loses an optional property differs",
  needs("schemas"),
  async () => {
    const revision = officialRevisions().at(-1) ?? "";
    const protocol = officialProtocol(revision);
    const losers: string[] = [];
    const declarations = protocol.declarations.map((declaration) => {
      if (declaration.kind !== "interface") return declaration;
      const { name, properties } = declaration;
      const lost = properties.findLast(({ optional }) => optional === true);
      if (lost === undefined) return declaration;
      losers.push(name);
      const others = properties.filter((property) => property !== lost);
      return { ...declaration, properties: others };
    });
    const files = comparison(revision, "less", { ...protocol, declarations });
    const problems = (await compileTypes(files)).join("\n");
    expect(losers.length).toBeGreaterThan(40);
    expect(
      losers.filter((name) => !problems.includes(`"${name} differs"`)),
    ).toEqual([]);
  },
);

function typesText(protocol: Protocol): string {
  const [file] = emitFiles([protocol], { emit: ["types"] });
  return file?.text ?? "";
}

/** The official types, ours, and a module that compiles when the two are the same. */
function comparison(
  revision: string,
  folder: string,
  protocol: Protocol,
): EmittedFile[] {
  const official = officialSchema(revision);
  const { types, values } = exportsOf(official);
  const text = [
    'import type * as official from "./official.js";',
    'import type * as ours from "./ours.js";',
    sameType,
    ...types.map((name) => same(name, `official.${name}`, `ours.${name}`)),
    ...values.map((name) =>
      same(name, `typeof official.${name}`, `typeof ours.${name}`),
    ),
  ].join("\n");
  return [
    { path: `${folder}/official.ts`, text: official },
    { path: `${folder}/ours.ts`, text: typesText(protocol) },
    { path: `${folder}/same.ts`, text },
  ];
}

/**
 * TypeScript holds two conditional types of this form for the same only when
 * what they compare with is identical: each property of objects, at any depth,
 * its type, and whether it is optional or readonly.
 */
const sameType = `
type Same<A, B, Difference> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2
    ? "same"
    : Difference;
export const results: "same"[] = [];
const check = (result: "same"): void => void results.push(result);
`;

function same(name: string, official: string, ours: string): string {
  return `check("same" as Same<${official}, ${ours}, "${name} differs">);`;
}

async function compileTypes(files: readonly EmittedFile[]): Promise<string[]> {
  return compile(folderOf(files), { noEmit: true, emitDeclarationOnly: false });
}

function changeProperty(
  protocol: Protocol,
  [type, name]: Change["property"],
  change: Change["change"],
): Protocol {
  let changes = 0;
  const declarations = protocol.declarations.map((declaration) => {
    if (declaration.kind !== "interface" || declaration.name !== type)
      return declaration;
    const properties = declaration.properties.flatMap((property) => {
      if (property.name !== name) return [property];
      changes += 1;
      return change(property) ?? [];
    });
    return { ...declaration, properties };
  });
  expect(changes).toBe(1);
  return { ...protocol, declarations };
}

function firstOptional(type: Type): Type {
  if (type.kind !== "object") throw new Error("not an object");
  const [first, ...others] = type.properties;
  if (first === undefined) throw new Error("no property");
  return { ...type, properties: [{ ...first, optional: true }, ...others] };
}
