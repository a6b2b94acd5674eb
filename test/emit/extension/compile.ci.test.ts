import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emitRevisions } from "../../../src/emit/index.ts";
import { load } from "../../../src/revisions/load.ts";
import {
  emitEntryFiles,
  everything,
  runtimeSources,
} from "../../support/emitted.ts";
import { emitExtensionFiles, extendAll } from "../../support/extensions.ts";
import { compile, lastingFolderOf, runNode } from "../../support/typescript.ts";
import { gated, tenLines } from "./programs.ts";
import { greetings, rooms } from "./sources.ts";

describe("extensions that were generated", () => {
  let folder: string;
  let problems: readonly string[];
  beforeAll(async () => {
    const protocols = [await load("2025-11-25"), await load("2026-07-28")];
    const extended = extendAll(protocols, [greetings, rooms]);
    const models = extended.flatMap(({ parts }) =>
      parts.map(({ model }) => model),
    );
    const { revisions, shared } = emitRevisions(protocols, everything);
    folder = lastingFolderOf([
      ...revisions.flatMap(({ files }) => files),
      ...shared,
      ...emitEntryFiles(protocols),
      ...emitExtensionFiles(extended),
      ...runtimeSources(".js", [], models),
      { path: "ten-lines.ts", text: tenLines },
      { path: "gated.ts", text: gated },
    ]);
    const building = { emitDeclarationOnly: false, outDir: "." };
    problems = await compile(folder, building);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("compile with every flag, on both sides", () => {
    expect(problems).toEqual([]);
  });

  test.each([
    ["a method of ten lines", "ten-lines.js"],
    ["requests in both directions behind a gate", "gated.js"],
  ])(
    "serve %s, in both lifecycles, in memory and over HTTP",
    async (_, program) => {
      const run = await runNode([program], folder);
      expect(run).toEqual({ code: 0, output: "done\n" });
    },
  );
});
