import { expect, test } from "vitest";
import { generate } from "../../../src/index.ts";
import { compile, folderOf, withPackages } from "../../support/typescript.ts";
import { program } from "./registered.ts";

test("what handlers read as auth is what a program registers, with a copied runtime", async () => {
  const { files } = await generate({
    revisions: ["2025-11-25", "2026-07-28"],
    runtime: "copy",
  });
  const copied = files.map(({ path, text = "" }) => ({
    path: `mcp/${path}`,
    text,
  }));
  const text = program("./mcp/runtime");
  const folder = folderOf([...copied, { path: "program.ts", text }]);
  expect(await compile(folder, withPackages)).toEqual([]);
});
