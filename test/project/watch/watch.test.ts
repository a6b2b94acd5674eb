import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { printLock } from "../../../src/project/config/print-lock.ts";
import { lockPath, type Lock } from "../../../src/project/config/lock.ts";
import { sha256 } from "../../../src/base/digest.ts";
import { packageVersion } from "../../../src/base/package.ts";
import { mcpGen, schema } from "../../cli/command-line.ts";
import { readTree, temporaryFolder } from "../../emit/output/folder.ts";
import { expectFresh, startWatch, usual } from "./run.ts";

const withWord = schema.replace("text: string }", "text: string; word: 1 }");
const broken = schema.replace("{ text: string }", "{ text: Nothing }");

test("generates, and again when the schema has changed, and says so in a line", async () => {
  const { folder, said, told, stop } = startWatch();
  expect(await said("Watching schema.ts\n")).toMatch(
    /^Wrote \d+ files, \d+ lines to out, of next \(\d+ ms\)\nWatching/m,
  );
  const before = told();
  writeFileSync(join(folder, "schema.ts"), withWord);
  await said("\n");
  expect(told().slice(before.length)).toMatch(
    /^Wrote \d files in out: now \d+ files, \d+ lines, of next(; \d findings? as before)? \(schema\.ts has changed, \d+ ms\)\n$/,
  );
  expect(readFileSync(join(folder, "out/next/types.ts"), "utf8")).toContain(
    "word: 1",
  );
  await expectFresh(folder);
  expect(await stop()).toBe(0);
});

test("a broken schema leaves the output as it is, to the byte, until it is mended", async () => {
  const { folder, said } = startWatch();
  await said("Watching");
  const good = readTree(join(folder, "out"));
  writeFileSync(join(folder, "schema.ts"), broken);
  const text = await said(/stays as it was.*\n/);
  expect(text).toContain("error unknown-type: the schema does not declare");
  expect(text).toContain("error invalid-schema: The schema has 1 error");
  expect(text).toMatch(
    /out stays as it was \(schema\.ts has changed, \d+ ms\)/,
  );
  expect(readTree(join(folder, "out"))).toEqual(good);
  writeFileSync(join(folder, "schema.ts"), withWord);
  await said(/Wrote.*\n/);
  await expectFresh(folder);
});

test("a schema that is broken at the start, or not there, is waited for", async () => {
  const { folder, said } = startWatch(usual, { "schema.ts": broken });
  await said("out stays as it was");
  await said("Watching schema.ts");
  rmSync(join(folder, "schema.ts"));
  await said("error unreadable");
  writeFileSync(join(folder, "schema.ts"), schema);
  await said("to out, of next (schema.ts has changed");
  await expectFresh(folder);
});

describe("a file is seen", () => {
  test("that another takes the place of", async () => {
    const { folder, said, told } = startWatch();
    await said("Watching");
    for (const text of [withWord, schema, withWord]) {
      writeFileSync(join(folder, "schema.ts~"), text);
      renameSync(join(folder, "schema.ts~"), join(folder, "schema.ts"));
      await said("(schema.ts has changed");
    }
    // Editors remove it for a moment, too.
    renameSync(join(folder, "schema.ts"), join(folder, "schema.ts~"));
    await new Promise((resolve) => setImmediate(resolve));
    writeFileSync(join(folder, "schema.ts"), schema);
    await said("(schema.ts has changed");
    expect(told()).not.toContain("error");
    await expectFresh(folder);
  });

  test("whose folder goes, and comes back", async () => {
    const args = usual.map((arg) => (arg === "schema.ts" ? "in/s.ts" : arg));
    const { folder, said } = startWatch(args, { "in/s.ts": schema });
    await said("Watching in/s.ts");
    rmSync(join(folder, "in"), { recursive: true });
    await said("error unreadable");
    mkdirSync(join(folder, "in"));
    writeFileSync(join(folder, "in/s.ts"), withWord);
    await said(/Wrote.*\n/);
    writeFileSync(join(folder, "in/s.ts"), schema);
    await said(/Wrote.*\n/);
    await expectFresh(folder, args);
  });

  test("that the schema imports, also when it comes later", async () => {
    const imports = `import type { Word } from "./parts/word.ts";\n${schema.replace("text: string }", "text: Word }")}`;
    const { folder, said } = startWatch(usual, { "schema.ts": imports });
    await said("error import-not-found");
    await said("Watching");
    mkdirSync(join(folder, "parts"));
    const word = join(folder, "parts/word.ts");
    writeFileSync(word, "export type Word = string;\n");
    await said(/Wrote.*\n/);
    writeFileSync(word, "export type Word = number;\n");
    await said("(parts/word.ts has changed");
    const types = readFileSync(join(folder, "out/next/types.ts"), "utf8");
    expect(types).toContain("type Word = number");
    await expectFresh(folder);
  });

  test("of facts, of an extension, and of the facts of that", async () => {
    const widget = `
import type { Request, Result } from "./core.ts";
/** Lists. */
export interface ListRequest extends Request { method: "widgets/list" }
export interface ListResult extends Result { widgets: string[] }
`;
    const args = [
      ...usual,
      ...["--facts", "facts.json"],
      ...["--extension", "com.example/widgets=widgets.ts"],
      ...["--extension-facts", "com.example/widgets=more.json"],
    ];
    const facts = (text: string): string =>
      JSON.stringify({
        descriptions: [{ of: "EchoRequest", text, reason: "x", page: "x" }],
      });
    const { folder, said } = startWatch(args, {
      "facts.json": facts("One."),
      "widgets.ts": widget,
      "more.json": "{}",
    });
    expect(await said(/Watching.*\n/)).toContain(
      "Watching facts.json, more.json, schema.ts, widgets.ts\n",
    );
    writeFileSync(join(folder, "facts.json"), facts("Two."));
    await said("(facts.json has changed");
    writeFileSync(
      join(folder, "widgets.ts"),
      widget.replace("string[]", "number[]"),
    );
    await said("(widgets.ts has changed");
    const added = { descriptions: { ListResult: "What there is." } };
    writeFileSync(join(folder, "more.json"), JSON.stringify(added));
    await said("(more.json has changed");
    await expectFresh(folder, args);
    writeFileSync(join(folder, "facts.json"), "{");
    await said("error invalid-facts");
    writeFileSync(join(folder, "facts.json"), facts("Two."));
    await said("is up to date");
  });
});

test("a burst of saves ends with what was saved last", async () => {
  const { folder, said, told } = startWatch();
  await said("Watching");
  for (let count = 1; count <= 30; count += 1) {
    writeFileSync(
      join(folder, "schema.ts"),
      `${schema}export interface Last { count: ${count} }\n`,
    );
    if (count % 10 === 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await said("(schema.ts has changed");
  const types = join(folder, "out/next/types.ts");
  while (!readFileSync(types, "utf8").includes("count: 30"))
    await said("(schema.ts has changed");
  expect(told().split("has changed").length).toBeLessThan(15);
  await expectFresh(folder);
});

test("an output that someone has edited stays so, until it is as it was", async () => {
  const { folder, said } = startWatch();
  await said("Watching");
  const types = join(folder, "out/next/types.ts");
  const text = readFileSync(types, "utf8");
  writeFileSync(types, `// Mine.\n${text}`);
  writeFileSync(join(folder, "schema.ts"), withWord);
  const told = await said(/stays as it was.*\n/);
  expect(told).toContain("error edited: Edited since they were generated");
  expect(readFileSync(types, "utf8")).toBe(`// Mine.\n${text}`);
  writeFileSync(types, text);
  await said("(out/next/types.ts has changed");
  await expectFresh(folder);
  rmSync(join(folder, "out"), { recursive: true });
  writeFileSync(join(folder, "schema.ts"), schema);
  await said(/lines to out, of next.*\(schema\.ts has changed/);
  await expectFresh(folder);
});

test("two of them may write to one folder", async () => {
  const one = startWatch();
  await one.said("Watching");
  const other = startWatch(usual, {}, one.folder);
  await other.said("Watching");
  writeFileSync(join(one.folder, "schema.ts"), withWord);
  await Promise.all([
    one.said("(schema.ts has changed"),
    other.said("(schema.ts has changed"),
  ]);
  expect(one.told() + other.told()).not.toContain("error");
  await expectFresh(one.folder);
});

test("what was found before is counted, and not said again", async () => {
  const { folder, said, told } = startWatch();
  const first = await said("Watching");
  expect(first).toContain("note facts-inherited");
  writeFileSync(join(folder, "schema.ts"), withWord);
  await said("; 1 finding as before (schema.ts has changed");
  expect(told().split("note facts-inherited")).toHaveLength(2);
});

test("with --format json each turn is a line", async () => {
  const { folder, reported, said } = startWatch([...usual, "--format", "json"]);
  expect(await reported()).toMatchObject({
    status: "done",
    out: "out",
    changed: [],
    revisions: ["next"],
  });
  await said("Watching");
  writeFileSync(join(folder, "schema.ts"), broken);
  expect(await reported()).toMatchObject({
    status: "error",
    out: "out",
    changed: ["schema.ts"],
    error: { code: "invalid-schema" },
    diagnostics: [{ code: "unknown-type" }],
  });
  writeFileSync(join(folder, "schema.ts"), withWord);
  const { files } = (await reported()) as { files: { path: string }[] };
  expect(files.map(({ path }) => path)).toContain("next/types.ts");
  expect(files.every(({ path }) => !path.startsWith("runtime/"))).toBe(true);
});

test.each([
  ["standard input", ["--schema", "-", "--revision", "next"], "read once"],
  ["nothing but what is bundled", ["all"], "There is no file to watch"],
  ["an unknown revision", ["2011-11-11", ...usual], "Unknown revision"],
])("%s is refused at once", async (_, args, message) => {
  const cwd = temporaryFolder();
  const { code, stderr } = await mcpGen(["watch", ...args, "--out", "out"], {
    cwd,
  });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining(message) as string,
  });
});

describe("of a configuration", () => {
  const config = (out: string, ...ids: string[]): string =>
    JSON.stringify({
      out,
      emit: ["types"],
      schemas: ids.map((revision) => ({ revision, path: "schema.ts" })),
    });

  test("each output is generated, and anew when it says something else", async () => {
    const { folder, said } = startWatch([], {
      "mcp-gen.config.json": config("one", "next"),
    });
    expect(await said(/Watching.*\n/)).toContain("mcp-gen.config.json");
    writeFileSync(
      join(folder, "mcp-gen.config.json"),
      config("two", "next", "later"),
    );
    await said(/Wrote .* to two, of later, next.*config\.json has changed/);
    writeFileSync(join(folder, "schema.ts"), withWord);
    await said(/in two.*\(schema\.ts has changed/);
    await expectFresh(folder, []);
  });

  test("that is wrong, nothing is lost, and it may be mended", async () => {
    const { folder, said } = startWatch([], {
      "mcp-gen.config.json": '{ "outt": "one" }',
    });
    await said("error invalid-config");
    await said("What was generated stays as it was");
    await said("Watching mcp-gen.config.json");
    writeFileSync(join(folder, "mcp-gen.config.json"), config("one", "next"));
    await said(/Wrote.*\n/);
    writeFileSync(join(folder, "mcp-gen.config.json"), "{");
    await said("What was generated stays as it was");
    expect(readTree(join(folder, "one"))).toHaveProperty("next/types.ts");
  });

  test("an output that cannot be generated keeps none from the others", async () => {
    const output = (out: string): object => ({
      ...(JSON.parse(config(out, out)) as object),
      schemas: [{ revision: out, path: `${out}.ts` }],
    });
    const { folder, said, told } = startWatch([], {
      "one.ts": schema,
      "two.ts": schema,
      "mcp-gen.config.json": JSON.stringify({
        outputs: [output("one"), output("two")],
      }),
    });
    await said("Watching");
    const before = told().length;
    writeFileSync(join(folder, "one.ts"), broken);
    writeFileSync(join(folder, "two.ts"), withWord);
    await said("one stays as it was (one.ts and two.ts have changed");
    await said(/in two.*\(one\.ts and two\.ts have changed/);
    writeFileSync(join(folder, "two.ts"), schema);
    await said(/in two.*\(two\.ts has changed/);
    expect(told().slice(before).split("\none ")).toHaveLength(2);
  });
});

test("a lock says what to generate, and is told what the project's own file is now", async () => {
  const lock: Lock = {
    formatVersion: 1,
    from: "example/protocol",
    outputs: [
      {
        out: "out",
        generator: packageVersion(),
        options: { emit: ["types"] },
        inputs: [
          {
            kind: "revision",
            id: "next",
            path: "schema.ts",
            sha256: sha256(schema),
          },
        ],
      },
    ],
  };
  const { folder, said, told } = startWatch([], {
    [lockPath]: printLock(lock),
  });
  await said(/Watching .*\n/);
  const before = told().length;
  writeFileSync(join(folder, "schema.ts"), withWord);
  await said(/\(schema\.ts has changed.*\n/);
  expect(readFileSync(join(folder, lockPath), "utf8")).toContain(
    sha256(withWord),
  );
  await expectFresh(folder, []);
  writeFileSync(join(folder, "schema.ts"), schema);
  await said(/\(schema\.ts has changed.*\n/);
  // What it has written into the lock is no change.
  expect(told().slice(before)).not.toContain(lockPath);
  writeFileSync(join(folder, lockPath), "{}");
  await said("error invalid-lock");
  await said("What was generated stays as it was");
});
