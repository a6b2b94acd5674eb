import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { request } from "node:http";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { call } from "../cli/call/terminal-call.ts";
import { temporaryFolder, writeTree } from "../emit/output/folder.ts";
import { codeBlocks, namedBlock, readPage } from "./blocks.ts";
import { firstServer } from "./first-server.ts";

const page = "docs/guides/publishing.md";

/** The JSON of the page that has a field. */
function jsonWith(field: string): { readonly [name: string]: unknown } {
  const texts = codeBlocks(readPage(page))
    .filter(({ language, text }) => language === "json" && text.includes(field))
    .map(({ text }) => text);
  expect(texts).toHaveLength(1);
  return JSON.parse(texts[0] ?? "") as { readonly [name: string]: unknown };
}

const manifest = jsonWith('"bin"');

/** The project of the page, with what `npm install` would give it. */
function createProject(): string {
  const folder = temporaryFolder();
  writeTree(folder, {
    ...firstServer(),
    "src/stdio.ts": namedBlock(page, "stdio.ts"),
    "src/http.ts": namedBlock(page, "http.ts"),
    "package.json": JSON.stringify(manifest),
  });
  const modules = join(folder, "node_modules");
  for (const scope of ["@mcp-gen", ".bin"])
    mkdirSync(join(modules, scope), { recursive: true });
  // What `npm run build` lays out stands in for what npm would install.
  const runtime = resolve("dist/packages/runtime");
  symlinkSync(runtime, join(modules, "@mcp-gen/runtime"));
  for (const name of ["zod", "esbuild"])
    symlinkSync(resolve("node_modules", name), join(modules, name));
  const bin = resolve("node_modules/esbuild/bin/esbuild");
  symlinkSync(bin, join(modules, ".bin/esbuild"));
  return folder;
}

function npm(cwd: string, ...args: string[]): string {
  const all = ["--offline", "--no-audit", "--no-fund", ...args];
  const run = spawnSync("npm", all, { cwd, encoding: "utf8" });
  expect({ args, status: run.status, stderr: run.stderr }).toMatchObject({
    status: 0,
  });
  return run.stdout;
}

const forecast = ["forecast", "--arg", "city=Oslo"];
const answer = '{"sky":"snow","celsius":-4}\n';

describe("a published server", () => {
  test("is one file, which is packed, installed, and run by its name", async () => {
    const folder = createProject();
    npm(folder, "pack");
    const file = readFileSync(join(folder, "dist/stdio.js"), "utf8");
    expect(file.startsWith("#!/usr/bin/env node\n")).toBe(true);
    expect(file).not.toMatch(/from "(?!node:)/);
    const tarball = join(folder, "weather-mcp-server-1.0.0.tgz");
    const listed = execFileSync("tar", ["tzf", tarball], { encoding: "utf8" });
    expect(listed.trim().split("\n").sort()).toEqual([
      "package/dist/stdio.js",
      "package/package.json",
    ]);
    const prefix = temporaryFolder();
    npm(prefix, "install", "--global", "--prefix", prefix, tarball);
    const command = join(prefix, "bin/weather-mcp-server");
    const { code, stdout } = await call([command, ...forecast]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: answer });
  });

  test("is a bundle whose manifest starts it", async () => {
    const folder = createProject();
    npm(folder, "run", "build");
    const { server } = jsonWith('"manifest_version"') as {
      readonly server: {
        readonly entry_point: string;
        readonly mcp_config: { readonly args: readonly string[] };
      };
    };
    const bundle = temporaryFolder();
    cpSync(join(folder, "dist"), join(bundle, "dist"), { recursive: true });
    cpSync(join(folder, "package.json"), join(bundle, "package.json"));
    expect(readFileSync(join(bundle, server.entry_point), "utf8")).not.toBe("");
    const args = server.mcp_config.args.map((one) =>
      one.replace("${__dirname}", bundle),
    );
    const { stdout } = await call([...forecast, "--", "node", ...args]);
    expect(stdout).toBe(answer);
  });

  test("has one name and one version, wherever they are said", () => {
    const entry = jsonWith('"registryType"');
    const { name, version, mcpName } = manifest;
    expect(entry).toMatchObject({
      name: mcpName,
      version,
      packages: [{ identifier: name, version }],
    });
    expect(jsonWith('"manifest_version"')["version"]).toBe(version);
    // What the registry allows.
    expect(String(entry["name"])).toMatch(/^[\w.-]+\/[\w.-]+$/);
    expect(String(entry["description"]).length).toBeLessThanOrEqual(100);
  });

  test("over HTTP says that it is well, and ends in peace", async () => {
    const folder = createProject();
    const line = String(
      (manifest["scripts"] as { readonly build: string }).build,
    ).replaceAll("stdio", "http");
    execFileSync("sh", ["-c", `node_modules/.bin/${line}`], {
      cwd: folder,
      stdio: "ignore",
    });
    const child = spawn(process.execPath, ["dist/http.js"], {
      cwd: folder,
      env: { ...process.env, PORT: "0" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [said] = (await once(child.stdout, "data")) as [Buffer];
    const [, port] = /:(\d+)\/mcp/.exec(String(said)) ?? [];
    const statusFor = async (path: string, host: string): Promise<number> => {
      const asked = request({ port, path, headers: { host } }).end();
      const [response] = (await once(asked, "response")) as [
        { readonly statusCode?: number; resume(): void },
      ];
      response.resume();
      return response.statusCode ?? 0;
    };
    expect(await statusFor("/health", "10.0.0.7")).toBe(200);
    expect(await statusFor("/mcp", "evil.example")).toBe(403);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});

test("the light package's page has a server and a client that find each other", async () => {
  const programs = codeBlocks(readPage("templates/light/README.md"))
    .filter(({ language }) => language === "js")
    .map(({ text }) => text);
  expect(programs).toHaveLength(3);
  const folder = createProject();
  const [, server = "", client = ""] = programs;
  const address = "http://localhost:3000/mcp";
  expect(client).toContain(address);
  writeTree(folder, { "server.js": server.replace("3000", "0") });
  const child = spawn(process.execPath, ["server.js"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [said] = (await once(child.stderr, "data")) as [Buffer];
  const [url = ""] = /http:\S+/.exec(String(said)) ?? [];
  writeTree(folder, { "client.js": client.replace(address, url) });
  const printed = execFileSync("node", ["client.js"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(printed).toContain("{ name: 'greeter', version: '1.0.0' }");
  expect(printed).toContain("{ type: 'text', text: 'Hello!' }");
});
