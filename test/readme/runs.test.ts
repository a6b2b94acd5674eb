import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blocks, pageBlocks } from "./blocks.ts";
import { writeExample } from "./write.ts";

const root = join(import.meta.dirname, "../..");
let folder: string;

// Within the repository, because the examples import what is installed there.
beforeAll(() => {
  folder = mkdtempSync(join(root, ".example-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeExample(file, text);
  return file;
}

test("every program that the README shows is typed as it says", () => {
  const sections = [
    ...["Ten minutes", "A server", "Over HTTP", "A client", "Authorization"],
  ];
  const programs = sections.flatMap(blocks);
  expect(programs.length).toBeGreaterThan(16);
  programs.forEach((text, index) => write(`program-${index}.ts`, text));
  // The programs of a chapter import its server.
  const [server = ""] = blocks("Over HTTP");
  write("server.ts", server);
  check(folder);
});

test("and so is every one of the pages of authorization, schemas and what is done once", () => {
  const programs = pageBlocks("docs/authorization.md");
  expect(programs.length).toBeGreaterThan(14);
  // By themselves: one of them says for all what `context.auth` is.
  const own = join(folder, "authorization");
  mkdirSync(own);
  const [server = ""] = programs;
  const write = (name: string, text: string): void =>
    writeExample(join(own, name), text);
  write("protected.ts", server);
  programs.forEach((text, index) => write(`program-${index}.ts`, text));
  for (const page of ["once", "schemas"])
    pageBlocks(`docs/${page}.md`).forEach((text, index) =>
      write(`${page}-${index}.ts`, text),
    );
  check(own);
});

function check(place: string): void {
  const config = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: { lib: ["ES2023", "DOM"] },
    include: ["*.ts"],
    exclude: [],
  };
  writeFileSync(join(place, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const run = spawnSync(process.execPath, [tsc, "-p", place], {
    encoding: "utf8",
  });
  expect(run.stdout).toBe("");
  expect(run.status).toBe(0);
}

test("the first server and the first client work together", async () => {
  const [server = "", client = ""] = blocks("Ten minutes");
  await build({
    entryPoints: [write("server.ts", server), write("client.ts", client)],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  const program = join(folder, "client.mjs");
  writeFileSync(join(folder, "server.js"), 'import "./server.mjs";\n');
  const printed = execFileSync(process.execPath, [program], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(printed).toContain("[ 'add' ]");
  expect(printed).toContain("{ type: 'text', text: '3' }");
});
