import { describe, expect, test } from "vitest";
import {
  emitEntryFiles,
  emitFiles,
  runtimeSources,
} from "../support/emitted.ts";
import {
  caseProtocols,
  protocolOf,
  revisionProtocols,
} from "../support/protocols.ts";
import type { EmitOptions, EmittedFile } from "../../src/emit/index.ts";
import {
  compile,
  folderOf,
  runNode,
  type Compiler,
} from "../support/typescript.ts";

const time = 120_000;
const request = `
  export interface Request { method: string }
  export interface DoRequest extends Request { method: "do"`;

/** Schemas that leave something out, so that what it needs must be left out too. */
const sparse = [
  "export const A = 1;",
  "export type A = unknown;",
  `${request} }`,
  `${request} } export type ClientRequest = DoRequest;`,
  `${request} } export type ServerRequest = DoRequest;`,
  `${request}; params: { a: typeof A; b: B.C } } export type ClientRequest = DoRequest;
  export const A = 1; export enum B { C = "c" }`,
].map((text, index) => protocolOf(text, `sparse-${index}`));

const revisions = await revisionProtocols();
const protocols = [...revisions, ...caseProtocols(), ...sparse];

/** Every revision's folder, and the stubs beside them: of the revisions, and of what leaves something out. */
function emitAll(options: Partial<EmitOptions> = {}): EmittedFile[] {
  return [
    ...emitFiles(protocols, options),
    ...emitEntryFiles(revisions, options),
    ...emitEntryFiles(sparse, options).map((file) => inFolder("sparse", file)),
  ];
}

/** The same file one folder deeper, where its imports lead out of again. */
function inFolder(folder: string, { path, text }: EmittedFile): EmittedFile {
  const moved = text.replaceAll(/from "\.\/(?=sparse-|runtime)/g, 'from "../');
  return { path: `${folder}/${path}`, text: moved };
}

describe("TypeScript", () => {
  test.each<Compiler>(["typescript", "typescript-6", "typescript-5.9"])(
    "compiles with %s",
    async (compiler) => {
      const folder = folderOf([...emitAll(), ...runtimeSources()]);
      expect(await compile(folder, {}, compiler)).toEqual([]);
    },
    time,
  );

  test(
    "compiles without prose",
    async () => {
      const files = emitAll({ docs: false });
      const folder = folderOf([...files, ...runtimeSources()]);
      expect(await compile(folder)).toEqual([]);
    },
    time,
  );

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
      const folder = folderOf([...files, ...runtimeSources(importExtension)]);
      expect(await compile(folder, options)).toEqual([]);
    },
    time,
  );

  test(
    "does not compile when a line is wrong",
    async () => {
      const files = emitFiles(protocols.slice(0, 1)).map(({ path, text }) => ({
        path,
        text: path.endsWith("types.ts") ? `${text}const unused = 1;\n` : text,
      }));
      const problems = await compile(folderOf([...files, ...runtimeSources()]));
      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain("'unused' is declared but its value");
    },
    time,
  );
});

describe("JavaScript", () => {
  test.each<Compiler>(["typescript", "typescript-6", "typescript-5.9"])(
    "its declarations compile with %s",
    async (compiler) => {
      const files = emitAll({ target: "js" });
      const folder = folderOf([...files, ...runtimeSources()]);
      expect(await compile(folder, {}, compiler)).toEqual([]);
    },
    time,
  );

  test(
    "runs in Node.js, and exports what its declarations say",
    async () => {
      const folder = folderOf([
        ...emitAll({ target: "js" }),
        ...runtimeSources(),
        { path: "run.js", text: importAll },
      ]);
      const building = { emitDeclarationOnly: false, outDir: "." };
      expect(await compile(folder, building)).toEqual([]);
      const revisions = protocols.map(({ revision }) => revision);
      const run = await runNode(["run.js", ...revisions], folder);
      expect(run).toEqual({ code: 0, output: "" });
    },
    time,
  );
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
    const wanted = [...own, ...passedOn].sort();
    if (actual.join() !== wanted.join())
      console.log(revision, name, actual, wanted);
  }
}
`;
