import { expect, test } from "vitest";
import { generate, type GenerateOptions } from "../../../src/index.ts";
import { greetings } from "./sources.ts";

const revisions = ["2025-11-25", "2026-07-28"];
const extensions = [{ extension: greetings.id, text: greetings.text }];

/** The texts of what is generated, by path. */
async function textsOf(
  options: GenerateOptions,
): Promise<ReadonlyMap<string, string>> {
  const { files } = await generate({ revisions, ...options });
  return new Map(files.map(({ path, text = "" }) => [path, text]));
}

/** What says which files there are. */
const lists = [".gitattributes"];

test.each([
  { target: "ts", runtime: "copy" },
  { target: "js", runtime: "@mcp-gen/runtime" },
] as const)(
  "an extension changes no other file by a byte: $target, $runtime",
  async (options) => {
    const without = await textsOf(options);
    const having = await textsOf({ ...options, extensions });
    for (const [path, text] of without)
      if (!lists.includes(path))
        expect([path, having.get(path)]).toEqual([path, text]);
    const added = [...having.keys()].filter((path) => !without.has(path));
    expect(added.length).toBeGreaterThan(10);
    expect(
      added.filter((path) => !/(^|\/)extension(s\/|[/.])/.test(path)),
    ).toEqual([]);
  },
);

test("the runtime is copied with what the extensions need, and nothing else", async () => {
  const roomsIn = async (options: GenerateOptions): Promise<string[]> => {
    const paths = [...(await textsOf(options)).keys()];
    const rooms = ["extension", "tasks"].filter((room) =>
      paths.includes(`runtime/${room}.ts`),
    );
    const files = paths.filter((path) =>
      /^runtime\/(extension|tasks)\//.test(path),
    );
    return [...rooms, ...(files.length > 0 ? ["files"] : [])];
  };
  expect(await roomsIn({})).toEqual([]);
  expect(await roomsIn({ extensions })).toEqual(["extension", "files"]);
});

test("imports begin with the values of extensions", async () => {
  const { imports } = await generate({ revisions, extensions });
  expect(imports.slice(0, 2)).toEqual([
    'import { createServer, createClient, tool } from "./index.js";',
    'import { greetings } from "./extensions/greetings.js";',
  ]);
});

test.each([
  [undefined, "../runtime/extension.js"],
  ["@mcp-gen/runtime", "@mcp-gen/runtime/extension"],
  ["mcp-gen/runtime", "mcp-gen/runtime/extension"],
  ["mcp-gen/runtime/index.js", "mcp-gen/runtime/extension"],
  ["../../lib/runtime/index.ts", "../../lib/runtime/extension.js"],
  ["./rt.js", "./extension.js"],
])("with the runtime %s, the value imports %s", async (runtime, wanted) => {
  const texts = await textsOf({ runtime, extensions, emit: ["server"] });
  expect(texts.get("extensions/greetings.ts")).toContain(
    `import { defineExtension } from "${wanted}";`,
  );
});

test("imports end as they are asked to", async () => {
  const emit = ["server"] as const;
  const options = { extensions, emit, importExtension: ".ts" } as const;
  const text = (await textsOf(options)).get("extensions/greetings.ts") ?? "";
  const from = [...text.matchAll(/ from "([^"]+)";/g)].map(([, path]) => path);
  expect(from.length).toBeGreaterThan(5);
  expect(from.filter((path) => !path?.endsWith(".ts"))).toEqual([]);
});

test("two runs give the same bytes", async () => {
  const [one, other] = [
    await textsOf({ extensions }),
    await textsOf({ extensions }),
  ];
  expect([...one]).toEqual([...other]);
});
