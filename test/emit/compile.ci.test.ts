import { describe, expect, test } from "vitest";
import { runtimeFiles } from "../../src/project/api/runtime.ts";
import { runtimeParts } from "../../src/index.ts";
import { emitFiles, everything, runtimeSources } from "../support/emitted.ts";
import {
  compile,
  folderOf,
  runNode,
  withPackages,
  type Compiler,
} from "../support/typescript.ts";
import { emitAll, protocols } from "./everything.ts";
import { expectNamed } from "./wrong-returns.ts";

/** Older compilers that users may have. */
const older: readonly Compiler[] = ["typescript-6", "typescript-5.9"];

describe.each(older)("%s", (compiler) => {
  test("compiles TypeScript", async () => {
    const runtime = runtimeSources(".js", runtimeParts);
    const folder = folderOf([...emitAll(), ...runtime]);
    expect(await compile(folder, withPackages, compiler)).toEqual([]);
  });
});

test.each<Compiler>(["typescript", ...older])(
  "%s reports a wrong return of a handler in few lines",
  expectNamed,
);

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
  test("compiles", async () => {
    const folder = folderOf([...emitAll(), ...runtimeSources()]);
    expect(await compile(folder)).toEqual([]);
  });

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

test("JavaScript runs in Node.js, and exports what its declarations say", async () => {
  const folder = folderOf([
    ...emitAll({ target: "js" }),
    ...runtimeFiles({ ...everything, target: "js" }),
    { path: "run.js", text: importAll },
  ]);
  const revisions = protocols.map(({ revision }) => revision);
  const run = await runNode(["run.js", ...revisions], folder);
  expect(run).toEqual({ code: 0, output: "" });
});

/** Imports every module, and complains where its `.d.ts` names other values. */
const importAll = `
import fs from "node:fs";
const modules = ["types", "guards", "standard", "dispatch", "server", "client", "registry"];
const declared = /^export declare (?:const|function) ([^\\s:(<]+)/gm;
const reexported = /^export \\{([^}]*)\\} from/gm;
for (const revision of process.argv.slice(2)) {
  await import(\`./\${revision}/index.js\`);
  for (const name of modules) {
    const url = new URL(\`./\${revision}/\${name}.js\`, import.meta.url);
    const actual = Object.keys(await import(url)).sort();
    const text = fs.readFileSync(new URL(\`./\${revision}/\${name}.d.ts\`, import.meta.url), "utf8");
    const passedOn = [...text.matchAll(reexported)].flatMap(([, names]) =>
      names.split(",").map((name) => name.trim()).filter((name) => name !== ""));
    const own = [...text.matchAll(declared)].map(([, name]) => name);
    // A function with overloads is declared more than once.
    const wanted = [...new Set([...own, ...passedOn])].sort();
    if (actual.join() !== wanted.join())
      console.log(revision, name, actual, wanted);
  }
}
`;
