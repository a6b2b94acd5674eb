import { readFileSync, readdirSync, existsSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { versions } from "../../../src/cli/init/versions.ts";
import { run } from "../../../src/cli/commands/run.ts";
import type { Prompter } from "../../../src/cli/terminal/index.ts";
import { temporaryFolder, writeTree } from "../../emit/output/folder.ts";
import { scriptedTerminal } from "../terminal/terminal.ts";

type Manifest = Record<string, Record<string, string>>;

async function init(
  cwd: string,
  args: readonly string[] = [],
  prompter?: Prompter,
): Promise<{ code: number; stdout: string; stderr: string }> {
  let stdout = "";
  let stderr = "";
  const code = await run(["init", ...args], {
    cwd,
    isTerminal: prompter !== undefined,
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
    readStdin: () => Promise.reject(new Error("Nothing is read")),
    stdin: () => {
      throw new Error("Nothing is read");
    },
    drained: async () => true,
    ...(prompter ? { prompter } : {}),
  });
  return { code, stdout, stderr };
}

const read = (folder: string, path: string): string =>
  readFileSync(join(folder, path), "utf8");
const manifestOf = (folder: string): Manifest =>
  JSON.parse(read(folder, "package.json")) as Manifest;
/** Every file of a folder, with its text. */
const filesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(folder.length + 1), readFileSync(path, "utf8")];
      }),
  );

test("an empty folder becomes a server with one tool, a test and an entry", async () => {
  const folder = temporaryFolder();
  const { code, stdout, stderr } = await init(folder);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(Object.keys(filesOf(folder)).sort()).toEqual([
    ".gitignore",
    "mcp.json",
    "package.json",
    "src/server.test.ts",
    "src/server.ts",
    "src/stdio.ts",
    "tsconfig.json",
  ]);
  const { scripts, dependencies, type } = manifestOf(folder);
  expect(type).toBe("module");
  expect(scripts).toEqual({
    build: "tsc",
    start: "node dist/stdio.js",
    dev: "mcp-gen dev src/stdio.ts",
    inspect: "mcp-gen dev src/stdio.ts --inspector",
    test: "node --import mcp-gen/typescript --test src/server.test.ts",
  });
  expect(dependencies).toHaveProperty("zod", versions["zod"]);
  const name = Object.keys(
    (JSON.parse(read(folder, "mcp.json")) as Manifest)["mcpServers"] ?? {},
  )[0];
  const next = stdout.slice(stdout.indexOf("Next:")).trim().split("\n");
  expect(next).toEqual([
    "Next:",
    "  npm install",
    `  npx mcp-gen call ${name} greet --arg name=Ada`,
    "  npm run test",
  ]);
});

test("a folder that is not there is made, and the way there is said", async () => {
  const folder = temporaryFolder();
  const { stdout } = await init(folder, ["My Server"]);
  expect(stdout).toContain('  cd "My Server" && npm install\n');
  expect(manifestOf(join(folder, "My Server"))["name"]).toBe("my-server");
});

test("run again, it changes nothing", async () => {
  const folder = temporaryFolder();
  await init(folder, ["--role", "both", "--transport", "stdio,http"]);
  const before = filesOf(folder);
  const { code, stdout } = await init(folder, [
    ...["--role", "both", "--transport", "stdio,http"],
  ]);
  expect(code).toBe(0);
  expect(stdout).not.toMatch(/wrote|added/);
  expect(stdout).toContain("kept src/server.ts, which was there");
  expect(filesOf(folder)).toEqual(before);
});

test("what a project has is kept, in its order and its style", async () => {
  const folder = temporaryFolder();
  const own = {
    name: "@acme/shop",
    type: "commonjs",
    scripts: { test: "jest", build: "webpack" },
    dependencies: { express: "^5.0.0", valibot: "^1.0.0" },
    devDependencies: { jest: "^30.0.0", typescript: "~5.8.0" },
  };
  writeTree(folder, {
    "package.json": `${JSON.stringify(own, null, "\t")}\n`,
    "src/server.ts": "export const shop = 1;\n",
    "src/server.mts": "export const shop = 1;\n",
    ".mcp.json": '{"mcpServers":{"other":{"command":"x"}},"inputs":[]}',
    "pnpm-lock.yaml": "",
    ".gitignore": "*.log\n",
  });
  const before = filesOf(folder);
  const { code, stdout } = await init(folder);
  expect(code).toBe(0);
  const after = filesOf(folder);
  for (const path of ["src/server.ts", "src/server.mts", ".gitignore"])
    expect(after[path]).toBe(before[path]);
  const manifest = manifestOf(folder);
  expect(manifest).toMatchObject(own);
  expect(Object.keys(manifest).slice(0, 5)).toEqual(Object.keys(own));
  expect(after["package.json"]).toContain('\n\t"scripts": {\n\t\t"test"');
  expect(manifest["scripts"]).toMatchObject({
    "test:mcp":
      "node --import mcp-gen/typescript --test src/mcp/server.node-test.mts",
    "build:mcp": "tsc",
    start: "node dist/mcp/stdio.mjs",
  });
  expect(after["src/mcp/server.mts"]).toContain("v.object({ name: v.string()");
  expect(after["src/mcp/stdio.mts"]).toContain('from "./server.mjs"');
  expect(JSON.parse(after[".mcp.json"] ?? "")).toEqual({
    mcpServers: {
      other: { command: "x" },
      shop: {
        command: "pnpm",
        args: ["exec", "mcp-gen", "dev", "src/mcp/stdio.mts"],
      },
    },
    inputs: [],
  });
  expect(after).not.toHaveProperty("mcp.json");
  expect(stdout).toContain("  pnpm install\n");
});

test("what npm init wrote stays as it is", async () => {
  const folder = temporaryFolder();
  const script = 'echo "Error: no test specified" && exit 1';
  const own = { name: "a", main: "index.js", scripts: { test: script } };
  writeTree(folder, { "package.json": JSON.stringify(own, null, 2) });
  const { stdout } = await init(folder);
  expect(manifestOf(folder)).toMatchObject({ ...own, type: "module" });
  expect(stdout).toContain("npm run test:mcp");
});

test.each([
  ["nodenext", { module: "nodenext", rootDir: "src", outDir: "lib" }, "src"],
  ["a bundler", { module: "esnext", moduleResolution: "bundler" }, "mcp"],
  ["CommonJS", { module: "commonjs", outDir: "out" }, "mcp"],
])("a tsconfig for %s is kept", async (_, options, place) => {
  const folder = temporaryFolder();
  const text = `// mine\n${JSON.stringify({ compilerOptions: options })}`;
  writeTree(folder, { "package.json": "{}", "tsconfig.json": text });
  const { stdout } = await init(folder);
  expect(read(folder, "tsconfig.json")).toBe(text);
  expect(existsSync(join(folder, place, "stdio.ts"))).toBe(true);
  const { scripts = {} } = manifestOf(folder);
  if (place === "src") expect(scripts["start"]).toBe("node lib/stdio.js");
  else expect(scripts["build"]).toBe("tsc -p mcp");
  expect(stdout.includes('add "exclude": ["mcp"]')).toBe(
    options.module === "commonjs",
  );
});

test.each([
  ["3.25.76", '"zod/v4"', true],
  ["~4.1.0", '"zod"', true],
  ["^4.2.0", '"zod"', false],
])("zod %s is used as it is", async (version, specifier, needsOption) => {
  const folder = temporaryFolder();
  const text = JSON.stringify({ dependencies: { zod: version } });
  writeTree(folder, { "package.json": text });
  await init(folder);
  expect(manifestOf(folder)["dependencies"]?.["zod"]).toBe(version);
  const server = read(folder, "src/server.ts");
  expect(server).toContain(`import * as z from ${specifier}`);
  expect(server.includes("toJSONSchema: z.toJSONSchema")).toBe(needsOption);
});

test("a project with mcp-gen, and with vitest, uses both", async () => {
  const folder = temporaryFolder();
  const own = {
    type: "module",
    dependencies: { "mcp-gen": "^0.1.0" },
    devDependencies: { vitest: "^4.0.0" },
  };
  writeTree(folder, { "package.json": JSON.stringify(own) });
  await init(folder, ["--revision", "2025-11-25"]);
  const { dependencies, scripts } = manifestOf(folder);
  expect(dependencies).not.toHaveProperty("@mcp-gen/runtime");
  expect(scripts?.["test"]).toBe("vitest run");
  const server = read(folder, "src/server.ts");
  expect(server).toContain('from "mcp-gen/runtime"');
  expect(server).toContain('revisions: ["2025-11-25"],');
  expect(read(folder, "src/stdio.ts")).toContain(
    '"mcp-gen/runtime/serve-stdio"',
  );
  expect(read(folder, "src/server.test.ts")).toContain('from "vitest"');
});

test("at a terminal it asks for what was not said", async () => {
  const folder = temporaryFolder();
  const { prompter, type, shown } = scriptedTerminal();
  type("weather\nboth\n1,2\n2025-11-25,1\n");
  const { code } = await init(
    folder,
    ["--schema-library", "arktype"],
    prompter,
  );
  expect(code).toBe(0);
  expect(shown()).toContain("What shall it be?");
  expect(shown()).not.toContain("describes the arguments");
  expect(manifestOf(folder)["name"]).toBe("weather");
  const files = filesOf(folder);
  expect(Object.keys(files)).toContain("src/http.ts");
  expect(Object.keys(files)).toContain("src/list-tools.ts");
  expect(files["src/server.ts"]).toMatch(
    /revisions: \["[\d-]+", "2025-11-25"\]/,
  );
});

test("Ctrl-C at a question leaves everything as it was", async () => {
  const folder = temporaryFolder();
  const { prompter, type } = scriptedTerminal();
  type("weather\n\u0003");
  const { code, stdout } = await init(folder, [], prompter);
  expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  [["--transport", "tcp"], '"tcp" is none of stdio, http'],
  [["--revision", "2025-11-24"], 'did you mean "2025-11-25"?'],
  [["--role", "host"], "Allowed choices are server, client, both"],
  [["--name", "Ünï"], "small letters"],
])("%j is told, and nothing is written", async (args, message) => {
  const folder = temporaryFolder();
  const { code, stderr } = await init(folder, args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(readdirSync(folder)).toEqual([]);
});

test("a manifest that is broken is told, and nothing is written", async () => {
  const folder = temporaryFolder();
  writeTree(folder, { "package.json": "{,}" });
  const { code, stderr } = await init(folder);
  expect(code).toBe(2);
  expect(stderr).toContain("package.json is no JSON");
  expect(readdirSync(folder)).toEqual(["package.json"]);
});

test("a list of servers with comments is left, and the entry is said", async () => {
  const folder = temporaryFolder();
  const text = '{ // mine\n "mcpServers": {} }';
  writeTree(folder, { "mcp.json": text });
  const { stdout } = await init(folder);
  expect(read(folder, "mcp.json")).toBe(text);
  expect(stdout).toContain(`"${basename(folder).toLowerCase()}":{"command"`);
  expect(stdout).toContain(
    "line 1 has a comment, which would be lost (// mine)",
  );
  expect(stdout).toContain(
    'npx mcp-gen call "npx mcp-gen dev src/stdio.ts" greet --arg name=Ada',
  );
  expect(stdout).toContain(
    "Next:\n  paste the entry above into mcpServers of mcp.json\n  npm install\n",
  );
});

test("a list of servers keeps its form", async () => {
  const folder = temporaryFolder();
  const text = `{ "mcpServers": { "a": { "command": "a", "args": ["{"] },
   "b": { "url": "http://b" } }, "x": [1, 2] }\n`;
  writeTree(folder, { "mcp.json": text, "package.json": '{"name":"own"}' });
  await init(folder);
  const after = read(folder, "mcp.json");
  expect(after.startsWith(text.slice(0, text.indexOf(' }, "x"')))).toBe(true);
  expect(after.endsWith(' }, "x": [1, 2] }\n')).toBe(true);
  const { mcpServers } = JSON.parse(after) as { mcpServers: object };
  expect(Object.keys(mcpServers)).toEqual(["a", "b", "own"]);
  expect((await init(folder)).stdout).toContain("nothing was changed\n");
  expect(read(folder, "mcp.json")).toBe(after);
});

test("a CommonJS application keeps its place, its order and its port", async () => {
  const folder = temporaryFolder();
  const own = {
    version: "1.4.0",
    dependencies: { express: "5", zod: "4" },
    devDependencies: { typescript: "5.8", "@types/node": "20" },
  };
  writeTree(folder, {
    "package.json": JSON.stringify(own),
    "src/server.ts": 'import { tool } from "@mcp-gen/runtime";\n',
  });
  const { stdout } = await init(folder, ["--transport", "http"]);
  expect(existsSync(join(folder, "src/server.mts"))).toBe(false);
  expect(read(folder, "src/mcp/server.mts")).toContain('version: "1.4.0"');
  expect(
    Object.keys(manifestOf(folder)["devDependencies"] ?? {}).slice(0, 2),
  ).toEqual(["typescript", "@types/node"]);
  expect(stdout).toContain(
    "in your express application, mount createNodeHandler(server) at /mcp",
  );
  expect(stdout).toContain("whose port PORT says");
  const [, guide = ""] = /(docs\/\S+\.md) of mcp-gen/.exec(stdout) ?? [];
  expect(readFileSync(guide, "utf8")).toContain("createNodeHandler(server)");
});

test("a file that is called src stays, and the server stands beside it", async () => {
  const folder = temporaryFolder();
  writeTree(folder, { src: "mine" });
  const { code, stderr } = await init(folder);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(Object.keys(filesOf(folder))).toContain("mcp/server.ts");
  expect(read(folder, "src")).toBe("mine");
});

test("the page says which files there are, and what comes next", async () => {
  const page = readFileSync("docs/guides/start.md", "utf8");
  const [, table = ""] = page.split("## Files of init");
  const named = [
    ...(table.split("\nA client")[0] ?? "").matchAll(/^\| `([^`]+)`/gm),
  ];
  const folder = temporaryFolder();
  const { stdout } = await init(folder, ["--name", "hello"]);
  expect(named.map(([, name]) => name).sort()).toEqual(
    Object.keys(filesOf(folder))
      .filter((name) => name !== "src/http.ts")
      .sort(),
  );
  const [, next = ""] = stdout.split("\nNext:\n");
  const [install = "", call = ""] = next.split("\n");
  expect(call).toContain("mcp-gen call hello");
  expect(page).toContain(`\n${install.trim()}\n${call.trim()}\n`);
});

test("versions for packages are those that are tested here", () => {
  const { devDependencies, dependencies } = JSON.parse(
    readFileSync("package.json", "utf8"),
  ) as Manifest;
  const tested = { ...dependencies, ...devDependencies };
  for (const [name, version] of Object.entries(versions))
    expect(`${name} ${tested[name]}`).toBe(`${name} ${version}`);
});
