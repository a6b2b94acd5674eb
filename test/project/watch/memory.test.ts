import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { remember } from "../../../src/emit/remember.ts";
import { generate, regenerate } from "../../../src/project/api/generate.ts";
import { createMemory, type Memory } from "../../../src/project/api/memory.ts";
import type { GenerateOptions } from "../../../src/project/api/options.ts";
import { schema } from "../../cli/command-line.ts";
import { temporaryFolder, writeTree } from "../../emit/output/folder.ts";

/** A memory that says what is made, by name. */
function spied(): { memory: Memory; made(): string[] } {
  const memory = createMemory(() => undefined);
  let names: string[] = [];
  return {
    memory: {
      ...memory,
      recall: (name, of, make) =>
        memory.recall(name, of, () => {
          names.push(name);
          return make();
        }),
    },
    made() {
      const made = names.sort();
      names = [];
      return made;
    },
  };
}

/** Two schemas, the first of which imports a file. */
function project(): { at(name: string): string; options: GenerateOptions } {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  writeTree(folder, {
    "a.ts": `import type { Word } from "./word.ts";\n${schema.replace("text: string }", "text: Word }")}`,
    "b.ts": schema,
    "word.ts": "export type Word = string;",
  });
  const schemas = ["a", "b"].map((revision) => ({
    revision,
    path: at(`${revision}.ts`),
  }));
  return { at, options: { schemas, emit: ["types"], out: at("out") } };
}

test("only what has changed is read and made again, and to the same", async () => {
  const { at, options } = project();
  const all: GenerateOptions = {
    ...options,
    revisions: ["2026-07-28"],
    extensions: [{ extension: "tasks" }],
  };
  const { memory, made } = spied();
  await regenerate(all, memory);
  expect(made()).toContain("model 2026-07-28");
  // What it imports is known from now on.
  await regenerate(all, memory);
  made();
  await regenerate(all, memory);
  expect(made()).toEqual([]);
  writeFileSync(at("word.ts"), "export type Word = number;");
  const { files } = await regenerate(all, memory);
  expect(made()).toEqual([
    "extended a",
    "placeless a",
    `revision a of ${at("a.ts")}`,
  ]);
  const { out: _, ...elsewhere } = all;
  const alone = await generate(elsewhere);
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  expect(alone.files.length).toBeGreaterThan(8);
  for (const { path, text } of alone.files) expect(texts.get(path)).toBe(text);
});

test("only what has changed is formatted again, or all in another way", async () => {
  const { at, options } = project();
  const formatted: GenerateOptions = { ...options, prettier: true };
  writeFileSync(at(".prettierrc"), "{}");
  const { memory, made } = spied();
  await regenerate(formatted, memory);
  made();
  writeFileSync(at("b.ts"), schema.replace("text: string", "text: boolean"));
  await regenerate(formatted, memory);
  expect(made()).toContain(`formatted ${at("out/b/types.ts")}`);
  await regenerate(formatted, memory);
  expect(made()).toEqual([]);
  writeFileSync(at(".prettierrc"), '{ "tabWidth": 4 }');
  const { files } = await regenerate(formatted, memory);
  const types = files.find(({ path }) => path === "a/types.ts");
  expect(types?.text).toContain("\n    method: string;");
});

test("a promise that is broken is forgotten", async () => {
  const { recall } = createMemory(() => undefined);
  const make = vi
    .fn<() => Promise<number>>()
    .mockRejectedValueOnce(new Error("no"))
    .mockResolvedValue(1);
  await expect(recall("name", [], make)).rejects.toThrow("no");
  expect(await recall("name", [], make)).toBe(1);
  expect(await recall("name", [], make)).toBe(1);
  expect(make).toHaveBeenCalledTimes(2);
});

test("what is printed of an object is printed once for each way to print it", () => {
  const make = vi.fn((one: { text: string }, times: number) =>
    one.text.repeat(times),
  );
  const print = remember(make, String);
  const [one, other] = [{ text: "a" }, { text: "a" }];
  const printed = [
    print(one, 1),
    print(one, 1),
    print(one, 2),
    print(other, 1),
  ];
  expect(printed).toEqual(["a", "a", "aa", "a"]);
  expect(make).toHaveBeenCalledTimes(3);
});
