import { describe, expect, test } from "vitest";
import { runtimeParts } from "../../src/index.ts";
import { emitFiles, runtimeSources } from "../support/emitted.ts";
import {
  compile,
  folderOf,
  withPackages,
  type Compiler,
} from "../support/typescript.ts";
import { emitAll, protocols } from "./everything.ts";
import { expectNamed } from "./wrong-returns.ts";

/** What users may have; compile.test.ts has the newest. */
const older: readonly Compiler[] = ["typescript-6", "typescript-5.9"];

describe.each(older)("%s", (compiler) => {
  test("compiles TypeScript", async () => {
    const runtime = runtimeSources(".js", runtimeParts);
    const folder = folderOf([...emitAll(), ...runtime]);
    expect(await compile(folder, withPackages, compiler)).toEqual([]);
  });

  test("tells a wrong return of a handler in few lines", () =>
    expectNamed(compiler));
});

test.each<Compiler>(["typescript", ...older])(
  "%s compiles the declarations of JavaScript",
  async (compiler) => {
    const files = emitAll({ target: "js" });
    const folder = folderOf([...files, ...runtimeSources()]);
    // It also makes JavaScript of the runtime, which older ones need not.
    const building = { emitDeclarationOnly: false };
    const options = compiler === "typescript" ? building : {};
    expect(await compile(folder, options, compiler)).toEqual([]);
  },
);

describe("TypeScript", () => {
  test("compiles with what the runtime has only when asked", async () => {
    const files = emitFiles(protocols.slice(0, 1));
    const runtime = runtimeSources(".js", runtimeParts);
    const folder = folderOf([...files, ...runtime]);
    expect(await compile(folder, withPackages)).toEqual([]);
  });

  test("compiles without prose", async () => {
    const files = emitAll({ docs: false });
    const folder = folderOf([...files, ...runtimeSources()]);
    expect(await compile(folder)).toEqual([]);
  });

  test.each([
    {
      importExtension: ".ts",
      options: {
        allowImportingTsExtensions: true,
        rewriteRelativeImportExtensions: true,
      },
    },
    {
      importExtension: "none",
      options: { module: "ESNext", moduleResolution: "bundler" },
    },
  ] as const)(
    "compiles with import extension $importExtension",
    async ({ importExtension, options }) => {
      const files = emitAll({ importExtension });
      const runtime = runtimeSources(importExtension, runtimeParts);
      const folder = folderOf([...files, ...runtime]);
      expect(await compile(folder, { ...options, ...withPackages })).toEqual(
        [],
      );
    },
  );
});
