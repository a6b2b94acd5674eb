import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../../src/project/config/index.ts";
import { temporaryFolder, writeTree } from "../../emit/output/folder.ts";

/** A folder with a configuration in it. */
function folderWith(files: Record<string, string>): string {
  const folder = temporaryFolder();
  writeTree(folder, files);
  return folder;
}

const wish = '{ out: "src/mcp", revisions: ["draft"] }';
const json = '{ "out": "src/mcp", "revisions": ["draft"] }';
const wanted = { out: "src/mcp", revisions: ["draft"] };
const typed = `import { defineConfig } from "mcp-gen";
export default defineConfig(${wish});
`;

describe("a configuration is read", () => {
  test.each([
    ["mcp-gen.config.ts", typed],
    ["mcp-gen.config.mts", typed],
    ["mcp-gen.config.js", typed],
    ["mcp-gen.config.mjs", `export default ${wish};`],
    ["mcp-gen.config.cjs", `module.exports = ${wish};`],
    ["mcp-gen.config.js", `module.exports = ${wish};`],
    ["mcp-gen.config.json", json],
    ["mcp-gen.config.json", `\u{feff}{ "$schema": "x", ${json.slice(1)}`],
    ["mcp-gen.config.ts", `export default Promise.resolve(${wish});`],
    [
      "mcp-gen.config.ts",
      `const found = await Promise.resolve(${wish}); export default found;`,
    ],
    [
      "mcp-gen.config.ts",
      `export default { ...${wish}, prettier: undefined, outputs: undefined };`,
    ],
  ])("from %s: %j", async (name, text) => {
    for (const type of ["module", "commonjs"]) {
      if (name.endsWith(".js") && text.startsWith("module"))
        if (type === "module") continue;
      const manifest = JSON.stringify({ type });
      const folder = folderWith({ [name]: text, "package.json": manifest });
      const read = await readConfig(folder);
      expect(read).toMatchObject({ name, folder, path: join(folder, name) });
      expect(read?.config).toEqual(wanted);
      expect(read?.outputs).toEqual([wanted]);
    }
  });

  test("from another folder, from which its paths count", async () => {
    const folder = folderWith({ "sub/own.ts": typed });
    expect(await readConfig(folder)).toBeUndefined();
    const read = await readConfig(folder, "sub/own.ts");
    expect(read).toMatchObject({
      name: "sub/own.ts",
      folder: join(folder, "sub"),
    });
  });

  test("with what it imports, anew each time", async () => {
    const folder = folderWith({
      "mcp-gen.config.ts": `import { ids } from "./lib/ids";
import more from "./more.json";
export default { out: "a", revisions: [...ids as string[], ...more] };`,
      "lib/ids.ts": 'export const ids: string[] = ["draft"];',
      "more.json": '["1"]',
    });
    const read = await readConfig(folder);
    expect(read?.outputs[0]?.revisions).toEqual(["draft", "1"]);
    expect([...(read?.files ?? [])].sort()).toEqual(
      ["lib/ids.ts", "mcp-gen.config.ts", "more.json"].map((path) =>
        join(folder, path),
      ),
    );
    writeTree(folder, {
      "lib/ids.ts": 'export const ids = ["next"];',
      "more.json": '["2"]',
    });
    const again = await readConfig(folder);
    expect(again?.outputs[0]?.revisions).toEqual(["next", "2"]);
  });

  test("with several outputs", async () => {
    const outputs = [wanted, { out: "src/old", revisions: ["2024-11-05"] }];
    const text = JSON.stringify({ from: "a/b", outputs });
    const folder = folderWith({ "mcp-gen.config.json": text });
    const read = await readConfig(folder);
    expect(read?.outputs).toEqual(outputs);
    expect(read?.config.from).toBe("a/b");
  });
});

test("two configurations in a folder are an error that names both", async () => {
  const folder = folderWith({
    "mcp-gen.config.ts": typed,
    "mcp-gen.config.json": json,
  });
  await expect(readConfig(folder)).rejects.toMatchObject({
    code: "invalid-config",
    message:
      "There are two configurations: mcp-gen.config.ts and mcp-gen.config.json",
    hint: expect.stringContaining("--config") as string,
  });
  const read = await readConfig(folder, "mcp-gen.config.json");
  expect(read?.config).toEqual(wanted);
});

test.each([
  ["mcp-gen.config.ts", 'throw new Error("no\\nluck");', ": no luck$"],
  ["mcp-gen.config.ts", "throw undefined;", "undefined"],
  ["mcp-gen.config.ts", 'export default { out: "a" ;', "mcp-gen.config.ts:1:"],
  ["mcp-gen.config.ts", 'import "./nope";', "nope"],
  ["mcp-gen.config.ts", `export const config = ${wish};`, "no default export"],
  ["mcp-gen.config.ts", `export default () => (${wish});`, "is a function"],
  ["mcp-gen.config.ts", "export default 1;", "has to be an object, and is 1"],
  ["mcp-gen.config.json", '{ "out": ', "Cannot read .*mcp-gen.config.json"],
  ["mcp-gen.config.json", "[]", "it has to be an object, and is a list"],
])("%s that is %j is refused", async (name, text, message) => {
  const folder = folderWith({ [name]: text });
  await expect(readConfig(folder)).rejects.toMatchObject({
    name: "InputError",
    code: "invalid-config",
    message: expect.stringMatching(message) as string,
  });
});

const out = { out: "a", revisions: ["draft"] };

test.each<[object, string]>([
  [{ ...out, revision: ["draft"] }, '"revision": did you mean "revisions"?'],
  [{ ...out, frm: "a/b" }, 'unknown field "frm": did you mean "from"?'],
  [{ revisions: ["draft"] }, "out is missing"],
  [{ out: "" }, "out must not be empty"],
  [{ out: 1, revisions: ["draft"] }, "out has to be a text, and is 1"],
  [{ out: "a" }, "revisions is missing"],
  [{ out: "a", revisions: [] }, "revisions is missing"],
  [{ ...out, revisions: "draft" }, 'a list, and is "draft"'],
  [{ ...out, revisions: ["draft", "draft"] }, 'has "draft" twice'],
  [{ ...out, revisions: ["draft", 1] }, "revisions[1] has to be a text"],
  [
    { ...out, emit: ["gards"] },
    'emit[0] must not be "gards": did you mean "gu',
  ],
  [{ ...out, emit: [] }, "emit must not be empty"],
  [{ ...out, target: "jsx" }, "target must not be"],
  [{ ...out, docs: "yes" }, 'docs has to be true or false, and is "yes"'],
  [{ ...out, schemas: [{ revision: "x" }] }, "schemas[0] has to have a path"],
  [
    { ...out, schemas: [{ revision: "x", path: "a", url: "b" }] },
    "schemas[0] has to have a path or a url, and not both",
  ],
  [{ ...out, extensions: [1] }, "extensions[0] has to be a text or an object"],
  [{ ...out, extensions: [{ id: "a/b" }] }, "extensions[0] has the unknown"],
  [
    { ...out, extensions: [{ extension: "a/b", from: "c/d" }] },
    'extensions[0] has to say what of "c/d"',
  ],
  [
    { ...out, extensions: [{ extension: "a/b", from: "c/d", url: "e" }] },
    "extensions[0] has a url",
  ],
  [{ outputs: [] }, "outputs must not be empty"],
  [{ out: "a", outputs: [out] }, '"out" stands beside "outputs"'],
  [{ outputs: [out, { ...out, out: "./a/" }] }, '"./a/" is given twice'],
  [{ outputs: [out, { ...out, out: "A" }] }, '"A" is given twice'],
  [{ outputs: [{ ...out, out: "a/b" }, out] }, '"a/b" lies in the output "a"'],
  [{ outputs: [out, { ...out, outt: 1 }] }, "outputs[1] has the unknown"],
])("%j is refused: %s", async (config, message) => {
  const text = JSON.stringify(config);
  const folder = folderWith({ "mcp-gen.config.json": text });
  await expect(readConfig(folder)).rejects.toMatchObject({
    code: "invalid-config",
    message: expect.stringContaining(message) as string,
  });
});

test("outputs beside each other are fine, also above the folder", async () => {
  const outputs = ["a", "ab", "../a", "../c"].map((one) => ({
    ...out,
    out: one,
  }));
  const text = JSON.stringify({ outputs });
  const folder = folderWith({ "mcp-gen.config.json": text });
  expect((await readConfig(folder))?.outputs).toHaveLength(4);
});

test("a named configuration that is not there, or none, is told", async () => {
  const folder = folderWith({ "own.yaml": "", "x/mcp-gen.config.ts": typed });
  await expect(readConfig(folder, "own.ts")).rejects.toMatchObject({
    code: "unreadable",
  });
  await expect(readConfig(folder, "own.yaml")).rejects.toMatchObject({
    code: "invalid-config",
    hint: "name a file that ends in .ts, .js or .json",
  });
  await expect(readConfig(folder, "x")).rejects.toMatchObject({
    code: "invalid-config",
  });
});
