import { beforeAll, describe, expect, test } from "vitest";
import { needs } from "../../support/official-files.ts";
import { officialSchema } from "../../support/spec.ts";
import { readTree, without, type SchemaTree } from "./edit.ts";
import { complaints, generated, type Outcome } from "./judge.ts";
import { changes } from "./variants.ts";

/** A piece that stubs, registry or tables name, and what is done to it. */
const pieces: readonly (readonly [
  change: string,
  piece: string,
  revision: string,
])[] = [
  ["no property", "CallToolResult.content", "2024-11-05"],
  ["a property required or optional", "CallToolResult.content", "draft"],
  ["another type", "CallToolResult.isError: {}", "2025-06-18"],
  ["a text", "CallToolResult.content: string", "2025-03-26"],
  ["no property", "Tool.inputSchema", "2025-11-25"],
  ["another type", "Tool.name: number", "2024-11-05"],
  ["a declaration with what refers to it", "Tool", "draft"],
  ["another name", "Tool", "2025-06-18"],
  ["a declaration with what refers to it", "TextContent", "2025-11-25"],
  ["a declaration with what refers to it", "ContentBlock", "draft"],
  [
    "a declaration with what refers to it",
    "BlobResourceContents",
    "2025-03-26",
  ],
  ["a declaration with what refers to it", "PromptArgument", "2025-03-26"],
  ["a declaration with what refers to it", "PromptMessage", "2024-11-05"],
  ["a text", "ReadResourceResult.contents: string", "2026-07-28"],
  ["anything", "ResourceTemplate.mimeType: unknown", "2025-11-25"],
  ["a declaration with what refers to it", "Implementation", "2025-11-25"],
  ["another name", "ServerCapabilities", "2024-11-05"],
  ["a declaration with what refers to it", "ServerCapabilities", "draft"],
  ["a declaration with what refers to it", "ProgressToken", "2025-06-18"],
  ["a declaration with what refers to it", "InitializeRequest", "2025-11-25"],
  ["a declaration with what refers to it", "DiscoverRequest", "2026-07-28"],
  ["a declaration with what refers to it", "JSONRPCMessage", "2025-03-26"],
  ["a declaration with what refers to it", "Result", "2024-11-05"],
  ["a declaration with what refers to it", "ResultType", "draft"],
  ["a declaration with what refers to it", "ElicitRequestParams", "draft"],
  ["no property", "ElicitRequest.params", "2025-11-25"],
  ["no property", "ListRootsRequest.params", "2026-07-28"],
  ["a text", "ElicitResult.content: string", "2025-11-25"],
  ["another method", 'CallToolRequest.method: "x/tools/call"', "2025-06-18"],
  ["a declaration alone", "ClientRequest", "2024-11-05"],
  ["a type that may be null", "Notification.params", "2024-11-05"],
];

/** Ids before all others, behind all others, and without a date. */
const ids = ["1999-01-01", "2099-01-01", "word"];

describe("without a piece", needs("schemas"), () => {
  const outcomes: Outcome[] = [];
  let told: readonly (readonly string[])[] = [];
  beforeAll(async () => {
    const trees = new Map<string, SchemaTree>();
    for (const [index, [change, piece, revision]] of pieces.entries()) {
      const tree = trees.get(revision) ?? readTree(officialSchema(revision));
      trees.set(revision, tree);
      const variants = changes[change]?.(tree);
      const variant = variants?.find(
        ({ name }) => name === piece || name.startsWith(`${piece}: `),
      );
      if (variant === undefined) throw new Error(`no ${piece} in ${revision}`);
      const id = ids[index % 4] ?? revision;
      outcomes.push(await generated(variant.text(), { revision: id }));
    }
    told = await complaints(outcomes);
  });

  test.each(pieces.map((piece, index) => ({ piece, index })))(
    "$piece.1 of $piece.2: $piece.0",
    ({ index }) => {
      expect(told[index]).toEqual([]);
      expect(outcomes[index]?.isRefused).toBe(false);
    },
  );

  test("what fits nothing is left out with a note", () => {
    const leftOut = outcomes.map(({ diagnostics }) =>
      diagnostics.flatMap(({ code, message }) =>
        code === "factory-left-out"
          ? (/no factory "(\w+)"/.exec(message)?.[1] ?? [])
          : [],
      ),
    );
    expect(
      pieces.flatMap(([, piece], index) =>
        (leftOut[index] ?? []).length === 0
          ? []
          : [[piece, ...(leftOut[index] ?? [])]],
      ),
    ).toEqual([
      ["Tool.name: number", "tool"],
      ["Tool", "tool"],
      ["ReadResourceResult.contents: string", "resource", "resourceTemplate"],
      ["ResourceTemplate.mimeType: unknown", "resourceTemplate"],
      ['CallToolRequest.method: "x/tools/call"', "tool"],
    ]);
  });
});

describe("what is said of a tool", needs("schemas"), () => {
  test.each([
    ["another name", "Tool", "the result has `isError` then, and"],
    [
      "no property",
      "CallToolResult.isError",
      "which\n * this revision does not declare",
    ],
    ["another type", "CallToolResult.isError: {}", "so catch it"],
    ["a text", "CallToolResult.content: string", "It returns a whole result."],
  ])("is true of %s: %s", async (change, piece, said) => {
    const revision = "2025-06-18";
    const variant = changes[change]?.(readTree(officialSchema(revision))).find(
      ({ name }) => name === piece,
    );
    const { files } = await generated(
      variant?.text() ?? "",
      { revision },
      { docs: true },
    );
    const registry = files.find(({ path }) => path.endsWith("/registry.ts"));
    const text = registry?.text ?? "";
    expect(text.slice(0, text.indexOf("defineTool;"))).toContain(said);
  });
});

describe("what extends another", needs("schemas"), () => {
  test("is refused where two bases disagree on what is optional", async () => {
    const tree = readTree(officialSchema("2025-11-25"));
    const variant = changes["a property required or optional"]?.(tree).find(
      ({ name }) => name === "Result._meta",
    );
    const { isRefused, diagnostics } = await generated(variant?.text() ?? "", {
      revision: "2025-11-25",
    });
    expect(isRefused).toBe(true);
    expect(diagnostics.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/"_meta" of CreateMessageResult is one thing in/),
    );
  });

  test("is refused where it does not fit in a field of a field", async () => {
    const tree = readTree(officialSchema("draft"));
    const { isRefused, diagnostics } = await generated(
      without(tree, new Set(["CacheableResult"])),
      { revision: "draft" },
    );
    expect(isRefused).toBe(true);
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(
      new Set(["incompatible-property"]),
    );
  });
});
