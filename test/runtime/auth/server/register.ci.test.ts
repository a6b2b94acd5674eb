import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { generate } from "../../../../src/index.ts";
import {
  compile,
  folderOf,
  withPackages,
} from "../../../support/typescript.ts";
import { program } from "./registered.ts";

const repository = fileURLToPath(new URL("../../../..", import.meta.url));

test.each([
  ["mcp-gen/runtime", "mcp-gen/runtime"],
  ["mcp-gen/runtime/core", "mcp-gen/runtime"],
  ["mcp-gen/runtime/core", "./mcp/index.js"],
  ["mcp-gen/runtime/core", "./mcp/2025-11-25/index.js"],
  ["./mcp/index.js", "./mcp/index.js"],
])(
  "handlers read as auth what a program registers in %s, with stubs of %s",
  async (module, stubs) => {
    const { files } = await generate({
      revisions: ["2025-11-25", "2026-07-28"],
      runtime: "mcp-gen/runtime",
    });
    const generated = files.map(({ path, text = "" }) => ({
      path: `mcp/${path}`,
      text,
    }));
    const text = program("mcp-gen/runtime", module, stubs);
    const folder = folderOf([...generated, { path: "program.ts", text }]);
    const paths = {
      ...(withPackages["paths"] as object),
      "mcp-gen/runtime": [`${repository}generated/index.ts`],
      "mcp-gen/runtime/core": [`${repository}src/runtime/index.ts`],
      "mcp-gen/runtime/*": [`${repository}src/runtime/*.ts`],
    };
    const options = {
      paths,
      rootDir: "/",
      allowImportingTsExtensions: true,
      noEmit: true,
      emitDeclarationOnly: false,
    };
    expect(await compile(folder, options)).toEqual([]);
  },
);

test.each(["./mcp/index.js", "./mcp/runtime/index.js"])(
  "handlers read as auth what a program registers in %s, with a copied runtime",
  async (module) => {
    const { files } = await generate({
      revisions: ["2025-11-25", "2026-07-28"],
      runtime: "copy",
    });
    const copied = files.map(({ path, text = "" }) => ({
      path: `mcp/${path}`,
      text,
    }));
    const text = program("./mcp/runtime", module);
    const folder = folderOf([...copied, { path: "program.ts", text }]);
    expect(await compile(folder, withPackages)).toEqual([]);
  },
);
