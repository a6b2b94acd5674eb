import { expect, test } from "vitest";
import { generate } from "../../../../src/index.ts";
import {
  compile,
  folderOf,
  withPackages,
} from "../../../support/typescript.ts";
import { program } from "./registered.ts";

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
