import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { spawnStdio } from "../../src/runtime/spawn-stdio.ts";
import { createClient } from "../../generated/index.ts";
import {
  createBareProject,
  createProject,
  entriesOf,
  modulesOf,
  type Project,
} from "./installed.ts";

const repository = join(import.meta.dirname, "../..");
let light: Project;
beforeAll(() => {
  light = createProject("@mcp-gen/runtime");
});
afterAll(() => rmSync(light.folder, { recursive: true, force: true }));

/** As the package's own page says it. */
const server = `import { createServer, tool } from "@mcp-gen/runtime/all";
import { serveStdio } from "@mcp-gen/runtime/serve-stdio";

const greet = tool("greet", {}, () => "Hello!");
const info = { name: "greeter", version: "1.0.0" };
await serveStdio(createServer({ info, features: [greet] }));
`;

describe("the light package", () => {
  test("runs the server of its page where nothing else is installed", async () => {
    const readme = readFileSync(join(light.place, "README.md"), "utf8");
    expect(readme).toContain(server);
    const folder = createBareProject(light);
    writeFileSync(join(folder, "server.mjs"), server);
    const client = createClient({ info: { name: "test", version: "1.0.0" } });
    const command = process.execPath;
    await client.connect(
      spawnStdio({ command, args: [join(folder, "server.mjs")] }),
    );
    const { content } = await client.callTool({ name: "greet" });
    expect(content).toEqual([{ type: "text", text: "Hello!" }]);
    await client.close();
  });

  test("has the runtime and the revisions of the other, to the byte", () => {
    const lightName = (specifier: string): string =>
      specifier
        .replace(/^mcp-gen\/runtime(?=\/|$)/, "mcp-gen")
        .replace(/^mcp-gen/, light.name);
    const own = new Map(modulesOf(light).map((one) => [one.specifier, one]));
    const entries = entriesOf(repository, "mcp-gen");
    const modules = modulesOf({ entries }).filter(
      ({ specifier }) => specifier !== "mcp-gen",
    );
    const text = (place: string, file = "none"): string =>
      readFileSync(join(place, file), "utf8");
    for (const { specifier, file } of modules)
      expect
        .soft(text(light.place, own.get(lightName(specifier))?.file), specifier)
        .toBe(text(repository, file));
    const names = new Set(modules.map((one) => lightName(one.specifier)));
    expect([...own.keys()].sort()).toEqual([...names].sort());
  });
});
