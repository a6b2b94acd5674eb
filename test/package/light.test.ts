import {
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import { spawnStdio } from "../../src/runtime/spawn-stdio.ts";
import { createClient } from "../../generated/index.ts";
import { readFigures } from "../../templates/build/reference/figures/data.ts";
import { pageBlocks } from "../readme/blocks.ts";
import {
  createBareProject,
  createProject,
  entriesOf,
  modulesOf,
  onDisk,
  type Project,
} from "./installed.ts";

const repository = join(import.meta.dirname, "../..");
let light: Project;
beforeAll(() => {
  light = createProject("@mcp-gen/runtime");
});
afterAll(() => rmSync(light.folder, { recursive: true, force: true }));

/** As the package's own page says it, and the page of packages. */
const server = `import { createServer, tool } from "@mcp-gen/runtime";
import { serveStdio } from "@mcp-gen/runtime/serve-stdio";

const greet = tool("greet", {}, () => "Hello!");
const info = { name: "greeter", version: "1.0.0" };
await serveStdio(createServer({ info, features: [greet] }));
`;

describe("the light package", () => {
  test("runs the server of its page where nothing else is installed", async () => {
    const readme = readFileSync(join(light.place, "README.md"), "utf8");
    expect(readme).toContain(server);
    expect(pageBlocks("docs/guides/packages.md")).toEqual([server]);
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

  test("has the runtime and the revisions of the other, to the byte", async () => {
    const own = new Map(modulesOf(light).map((one) => [one.specifier, one]));
    const entries = entriesOf(repository, "mcp-gen");
    // Node's loader needs the compiler, which the generator alone has; what tests of
    // stores import is no part of a server.
    const left = [
      "mcp-gen",
      "mcp-gen/typescript",
      "mcp-gen/cluster/testing",
      "mcp-gen/runtime/cluster-testing",
      "mcp-gen/runtime/cluster-testing.js",
    ];
    const modules = modulesOf({ entries }).filter(
      ({ specifier }) => !left.includes(specifier),
    );
    const text = (place: string, file: string): string =>
      readFileSync(join(place, file), "utf8");
    for (const { specifier, file } of modules) {
      const found = own.get(lightName(specifier))?.file ?? "none";
      const other = `./dist/${found}`;
      expect.soft(text(light.place, found)).toBe(text(repository, other));
      // Modules of a revision may be one in the light package.
      if (join(repository, other) === join(repository, file)) continue;
      // What begins with `$` is for the other files of a package alone.
      const names = Object.keys(await import(join(repository, file))).filter(
        (name) => !name.startsWith("$"),
      );
      const all = Object.keys(await import(join(light.place, found)));
      expect.soft(all, specifier).toEqual(expect.arrayContaining(names));
    }
    const names = new Set(modules.map((one) => lightName(one.specifier)));
    expect([...own.keys()].sort()).toEqual([...names].sort());
  });

  test("declares once what is alike in several revisions", () => {
    const text = (file: string): string =>
      readFileSync(join(light.place, "generated", file), "utf8");
    const revisions = readdirSync(join(light.place, "generated")).filter(
      (name) => existsSync(join(light.place, "generated", name, "types.d.ts")),
    );
    expect(revisions.length).toBeGreaterThan(5);
    // Annotations have not changed since they are there.
    const having = revisions.filter((name) =>
      text(`${name}/types.d.ts`).includes("interface ToolAnnotations {"),
    );
    expect(having).toEqual(["2026-07-28"]);
    for (const name of ["types", "guards"])
      expect(text(`draft/${name}.d.ts`)).toBe(
        `export * from "../2026-07-28/${name}.js";\n`,
      );
    // No declarations lead there but those that the manifest names.
    const { exports } = JSON.parse(
      readFileSync(join(light.place, "package.json"), "utf8"),
    ) as { exports: { [name: string]: { types: string } } };
    expect(exports["./draft/standard"]?.types).toBe(
      "./generated/2026-07-28/standard.d.ts",
    );
  });

  test("weighs what the page of figures says, as the other does: npm run bench -- weight --write", () => {
    const whole = createProject();
    onTestFinished(() =>
      rmSync(whole.folder, { recursive: true, force: true }),
    );
    const [table] = readFigures(repository).get("weight")?.tables ?? [];
    for (const { name, files } of [light, whole]) {
      const row = table?.rows.find((one) => one.name.split(",")[0] === name);
      const share = (row?.median ?? NaN) / (onDisk(files) / 1024);
      expect.soft(Math.abs(share - 1), name).toBeLessThan(0.02);
    }
  });

  test("has the licence and the changelog, and so has the generator", () => {
    for (const folder of ["runtime", "mcp-gen"])
      for (const name of ["LICENSE", "CHANGELOG.md"])
        expect(
          readFileSync(join(repository, "dist/packages", folder, name), "utf8"),
        ).toBe(readFileSync(join(repository, name), "utf8"));
  });

  // Two were the aim, and reached until servers shared sessions by Redis, and told
  // telemetry: modules of their own, which others do not load. A line for each statement
  // took 0.35 MB.
  test("is less than 2.7 MB on a disk, and depends on nothing", () => {
    expect(onDisk(light.files)).toBeLessThan(2_700_000);
    const text = readFileSync(join(light.place, "package.json"), "utf8");
    const manifest = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const { version } = JSON.parse(
      readFileSync(join(repository, "package.json"), "utf8"),
    ) as { readonly version: string };
    expect(manifest).toMatchObject({ version });
    expect(manifest).not.toHaveProperty("dependencies");
    expect(manifest).not.toHaveProperty("scripts");
  });
});

/** By what is imported from `mcp-gen`, what is imported from the light package. */
function lightName(specifier: string): string {
  return specifier
    .replace(/^mcp-gen\/runtime(?=\/|$)/, "mcp-gen")
    .replace(/^mcp-gen/, light.name);
}
