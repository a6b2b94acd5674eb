import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  connect,
  createClient,
  type Feature,
  type Server,
} from "../../generated/index.ts";
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
  const pages = [
    ...["tools", "resources", "context", "handlers", "http", "frameworks"],
    ...["visibility", "client", "answering", "results"],
  ].map((page) => pageBlocks(`docs/guides/${page}.md`));
  const programs = [...blocks("Ten minutes"), ...pages.flat()];
  expect(programs.length).toBeGreaterThan(16);
  programs.forEach((text, index) => write(`program-${index}.ts`, text));
  // The programs of a chapter import its server.
  const [server = ""] = pageBlocks("docs/guides/http.md");
  write("server.ts", server);
  check(folder);
});

test("and so is every one of the pages of authorization, schemas and what is done once", () => {
  const [, , ...programs] = pageBlocks("docs/guides/authorization.md");
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
    pageBlocks(`docs/guides/${page}.md`).forEach((text, index) =>
      write(`${page}-${index}.ts`, text),
    );
  const workers = pageBlocks("docs/guides/generate.md").filter((text) =>
    text.includes("createHttpHandler"),
  );
  expect(workers.length).toBeGreaterThan(1);
  workers.forEach((text, index) => write(`worker-${index}.ts`, text));
  check(own);
});

test("and so are those of the page of questions, whose answers are what it says", async () => {
  const programs = pageBlocks("docs/guides/questions.md");
  expect(programs.length).toBeGreaterThan(3);
  const own = join(folder, "questions");
  mkdirSync(own);
  const file = (index: number): string => join(own, `program-${index}.ts`);
  programs.forEach((text, index) => writeExample(file(index), text));
  check(own);
  const { server } = (await import(file(0))) as { server: Server };
  const { plan } = (await import(file(1))) as { plan: Feature };
  server.add(plan);
  const content = { date: "2026-08-01", meal: "rice" };
  const client = createClient({
    info: { name: "client", version: "1" },
    handlers: { elicit: () => ({ action: "accept", content }) },
  });
  await connect(server, client);
  const told = async (name: string): Promise<unknown> =>
    (await client.callTool({ name })).content;
  const text = (words: string): object[] => [{ type: "text", text: words }];
  expect(await told("book")).toEqual(text("Booked for 2026-08-01, 2 nights."));
  expect(await told("plan")).toEqual(text("2026-08-01, with rice"));
  await client.close();
  const log = vi.spyOn(console, "log").mockReturnValue();
  await import(file(2));
  expect(
    readFileSync(join(root, "docs/guides/questions.md"), "utf8"),
  ).toContain(`It prints \`${String(log.mock.calls[0])}\`.`);
});

test("programs of the first hour compile as CommonJS", () => {
  const own = join(folder, "commonjs");
  mkdirSync(own);
  writeFileSync(join(own, "package.json"), "{}");
  const names = ["server", "stdio", "http"];
  const programs = pageBlocks("docs/guides/start.md");
  expect(programs).toHaveLength(names.length);
  programs.forEach((text, index) =>
    writeExample(join(own, `${names[index]}.ts`), text),
  );
  check(own, {
    verbatimModuleSyntax: false,
    rewriteRelativeImportExtensions: false,
  });
});

function check(place: string, more: object = {}): void {
  const config = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: { lib: ["ES2023", "DOM"], ...more },
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
