import { describe, expect, test } from "vitest";
import type {
  Annotated,
  Declaration,
} from "../../../src/schema/model/index.ts";
import { parseSchema } from "../../../src/schema/parse/index.ts";
import { needs } from "../../support/official-files.ts";
import { officialRevisions, officialSchema } from "../../support/spec.ts";

/** What each official file holds, counted by hand and by other tools. */
interface Counts {
  interfaces: number;
  aliases: number;
  constants: number;
  /** Interfaces by the number of their bases: none, one, two. */
  heritage: [number, number, number];
  properties: number;
  optional: number;
  indexSignatures: number;
}

const newest: Counts = {
  interfaces: 128,
  aliases: 27,
  constants: 10,
  heritage: [48, 70, 10],
  properties: 340,
  optional: 165,
  indexSignatures: 18,
};

const expected: Record<string, Counts> = {
  "2024-11-05": {
    interfaces: 66,
    aliases: 13,
    constants: 7,
    heritage: [20, 45, 1],
    properties: 177,
    optional: 62,
    indexSignatures: 10,
  },
  "2025-03-26": {
    interfaces: 68,
    aliases: 15,
    constants: 7,
    heritage: [27, 40, 1],
    properties: 193,
    optional: 75,
    indexSignatures: 10,
  },
  "2025-06-18": {
    interfaces: 76,
    aliases: 15,
    constants: 7,
    heritage: [25, 50, 1],
    properties: 237,
    optional: 111,
    indexSignatures: 26,
  },
  "2025-11-25": {
    interfaces: 120,
    aliases: 25,
    constants: 8,
    heritage: [41, 73, 6],
    properties: 357,
    optional: 181,
    indexSignatures: 33,
  },
  "2026-07-28": newest,
  draft: newest,
};

describe("the official schema files", needs("schemas"), () => {
  test("all known ones are there", () => {
    expect(officialRevisions()).toEqual(Object.keys(expected).sort());
  });

  test.each(Object.keys(expected))("%s parses in full", (revision) => {
    const text = officialSchema(revision);
    const parsed = parseSchema({ path: "schema.ts", text });
    expect(parsed.diagnostics).toEqual([]);
    expect(count(parsed.declarations)).toEqual(expected[revision]);
  });

  test.each(Object.keys(expected))("%s keeps every constraint", (revision) => {
    const text = officialSchema(revision);
    const parsed = parseSchema({ path: "schema.ts", text });
    const found = [...nodesOf(parsed.declarations)].flatMap(({ constraints }) =>
      Object.keys(constraints ?? {}),
    );
    const lines = text.split("\n").map((line) => line.trim());
    const written = lines.filter((line) =>
      constraintTags.some((tag) => line.startsWith(`* @${tag}`)),
    );
    expect(found.length).toBe(written.length);
    expect(found.length).toBeGreaterThan(20);
  });
});

const constraintTags = [
  "format",
  "minimum",
  "maximum",
  "maxItems",
  "nullable",
  "TJS-type",
];

function count(declarations: readonly Declaration[]): Counts {
  const ofKind = <Kind extends Declaration["kind"]>(
    kind: Kind,
  ): Extract<Declaration, { kind: Kind }>[] =>
    declarations.filter(
      (one): one is Extract<Declaration, { kind: Kind }> => one.kind === kind,
    );
  const bases = (wanted: number): number =>
    ofKind("interface").filter((one) => one.extends.length === wanted).length;
  const properties = [...nodesOf(declarations)].flatMap(
    (node) => node.properties ?? [],
  );
  const indexes = [...nodesOf(declarations)].filter(
    ({ parameter }) => parameter !== undefined,
  );
  return {
    interfaces: ofKind("interface").length,
    aliases: ofKind("alias").length,
    constants: ofKind("constant").length,
    heritage: [bases(0), bases(1), bases(2)],
    properties: properties.length,
    optional: properties.filter(({ optional }) => optional === true).length,
    indexSignatures: indexes.length,
  };
}

interface Node extends Annotated {
  properties?: { optional?: true }[];
  parameter?: string;
}

/** Every object in the tree, whatever it stands for. */
function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const child of Object.values(value)) yield* nodesOf(child);
}
