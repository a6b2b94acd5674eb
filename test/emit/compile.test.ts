import { describe, expect, test } from "vitest";
import {
  emitEntryFiles,
  emitFiles,
  runtimeSources,
} from "../support/emitted.ts";
import { compile, folderOf } from "../support/typescript.ts";
import { revisionProtocols } from "../support/protocols.ts";

// A smoke test: every revision, option and compiler is in the CI tier.
describe("TypeScript", () => {
  test("compiles", async () => {
    const newest = (await revisionProtocols()).slice(-1);
    const files = [...emitFiles(newest), ...emitEntryFiles(newest)];
    const folder = folderOf([...files, ...runtimeSources()]);
    expect(await compile(folder)).toEqual([]);
  });

  test("does not compile when a line is wrong", async () => {
    const [types] = emitFiles((await revisionProtocols()).slice(0, 1), {
      emit: ["types"],
    });
    const { path = "", text = "" } = types ?? {};
    const wrong = { path, text: `${text}const unused = 1;\n` };
    const problems = await compile(folderOf([wrong]));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain("'unused' is declared but its value");
  });
});
