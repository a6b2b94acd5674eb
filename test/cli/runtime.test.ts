import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  generate,
  runtimeParts,
  type GenerateOptions,
} from "../../src/index.ts";
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
    const { packages } = await generate({ schemas, with: runtimeParts });
    const { peerDependencies } = JSON.parse(
      readFileSync("package.json", "utf8"),
    ) as { peerDependencies: Record<string, string> };
    const { prettier: _, ...imported } = peerDependencies;
    expect(
      Object.fromEntries(packages.map(({ name, range }) => [name, range])),
    ).toEqual(imported);
    expect((await generate({ schemas })).packages).toEqual([]);
  });
});
