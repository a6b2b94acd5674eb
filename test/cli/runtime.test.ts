import { execFile } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
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

  test("has what imports other packages only when it is asked for", async () => {
    const alone = await runtimePaths({});
    expect(alone).toContain("runtime/auth/server.ts");
    expect(alone).not.toContain("runtime/auth/jwt.ts");
    expect(alone).not.toContain("runtime/auth/node.ts");
    const whole = await runtimePaths({ with: ["auth"] });
    expect(whole).toEqual(expect.arrayContaining(alone));
    expect(whole).toEqual(
      expect.arrayContaining(
        ["index", "introspection", "jwt", "node"].map(
          (name) => `runtime/auth/${name}.ts`,
        ),
      ),
    );
  });

  test("tells which packages, and which versions of them", async () => {
    const { packages } = await generate({ schemas, with: ["auth"] });
    const { peerDependencies } = JSON.parse(
      readFileSync("package.json", "utf8"),
    ) as { peerDependencies: Record<string, string> };
    const { prettier: _, ...imported } = peerDependencies;
    expect(
      Object.fromEntries(packages.map(({ name, range }) => [name, range])),
    ).toEqual(imported);
    expect((await generate({ schemas })).packages).toEqual([]);
  });

  const layouts: readonly Required<
    Pick<GenerateOptions, "target" | "importExtension" | "with">
  >[] = [
    { target: "ts", importExtension: ".js", with: [] },
    { target: "ts", importExtension: ".ts", with: ["auth"] },
    { target: "ts", importExtension: "none", with: ["auth"] },
    { target: "js", importExtension: "none", with: ["auth"] },
  ];

  test.each(layouts)(
    "compiles with what is generated: %j",
    async ({ target, importExtension, ...options }) => {
      const folder = temporaryFolder();
      await generate({
        ...options,
        schemas,
        target,
        importExtension,
        out: join(folder, "out"),
      });
      symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
      const compilerOptions = {
        strict: true,
        noEmit: true,
        // The declarations of JavaScript are ours.
        skipLibCheck: target === "ts",
        target: "ES2022",
        // As a browser has it: with other types of requests than Node's.
        lib: ["ES2022", "DOM"],
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
