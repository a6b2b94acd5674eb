import { execFile } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { generate, type GenerateOptions } from "../../src/index.ts";
import { temporaryFolder, writeTree } from "../output/folder.ts";
import { schema } from "./command-line.ts";

const schemas = [{ text: schema, revision: "next" }];

async function runtimePaths(options: GenerateOptions): Promise<string[]> {
  const { files } = await generate({ schemas, ...options });
  const paths = files.map(({ path }) => path);
  return paths.filter((path) => path.startsWith("runtime/"));
}

describe("the runtime", () => {
  test("comes with the stubs", async () => {
    expect(await runtimePaths({})).toContain("runtime/index.ts");
    expect(await runtimePaths({ emit: ["client"] })).not.toEqual([]);
  });

  test("stays away where nothing imports it, or it is imported from elsewhere", async () => {
    expect(await runtimePaths({ emit: ["types", "guards"] })).toEqual([]);
    expect(await runtimePaths({ runtime: "mcp-gen/runtime" })).toEqual([]);
  });

  test.each([[".js"], [".ts"], ["none"]] as const)(
    "compiles with what is generated, importing with %s",
    async (importExtension) => {
      const folder = temporaryFolder();
      await generate({ schemas, importExtension, out: join(folder, "out") });
      symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
      const compilerOptions = {
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        target: "ES2022",
        module: importExtension === "none" ? "ESNext" : "NodeNext",
        moduleResolution: importExtension === "none" ? "Bundler" : "NodeNext",
        types: ["node"],
        allowImportingTsExtensions: importExtension === ".ts",
      };
      writeTree(folder, {
        "tsconfig.json": JSON.stringify({ compilerOptions }),
        "package.json": `{ "type": "module" }`,
      });
      const tsc = resolve("node_modules/typescript/bin/tsc");
      const result = await promisify(execFile)(process.execPath, [tsc], {
        cwd: folder,
      }).catch((error: unknown) => error);
      expect(result).toMatchObject({ stdout: "" });
    },
  );
});
