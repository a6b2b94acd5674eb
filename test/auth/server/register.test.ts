import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { generate } from "../../../src/index.ts";
import { compile, folderOf, withPackages } from "../../support/typescript.ts";
import { program } from "./registered.ts";

const runtime = fileURLToPath(new URL("../../../src/runtime", import.meta.url));

// With a copied runtime it is in the long part.
test("what handlers read as auth is what a program registers, where the runtime is a package's", async () => {
  const { files } = await generate({
    revisions: ["2025-11-25", "2026-07-28"],
    runtime: "mcp-gen/runtime",
  });
  const generated = files.map(({ path, text = "" }) => ({
    path: `mcp/${path}`,
    text,
  }));
  const text = program("mcp-gen/runtime");
  const folder = folderOf([...generated, { path: "program.ts", text }]);
  const paths = {
    ...(withPackages["paths"] as object),
    "mcp-gen/runtime": [`${runtime}/index.ts`],
    "mcp-gen/runtime/*": [`${runtime}/*.ts`],
  };
  const options = {
    paths,
    rootDir: "/",
    allowImportingTsExtensions: true,
    noEmit: true,
    emitDeclarationOnly: false,
  };
  expect(await compile(folder, options)).toEqual([]);
});
