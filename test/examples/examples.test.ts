import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { examples } from "../../templates/build/examples/examples.ts";
import { describeGenerated } from "../../templates/build/examples/generated.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "templates/examples");
const names = Object.keys(examples);

function read(...path: string[]): string {
  return readFileSync(join(root, ...path), "utf8");
}

test("every folder is an example that runs, and every example has its folder", () => {
  const folders = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .map(({ name }) => name);
  expect(folders.sort()).toEqual([...names].sort());
});

describe.each(names)("the example %s", (name) => {
  test("says on a short page what it shows, and how it runs here and elsewhere", () => {
    const page = read("templates/examples", name, "README.md");
    expect(page.trimEnd().split("\n").length).toBeLessThanOrEqual(25);
    const command = name === "pair" ? "" : ` -- ${name}`;
    expect(page).toMatch(new RegExp(`^npm run example${command}\\b`, "m"));
    expect(page).toContain("## Use it in your project");
    expect(page).toMatch(/\.\.\/\.\.\/\.\.\/docs\/guides\/[\w-]+\.md/);
  });

  test("asks to install every package that its programs import", () => {
    const page = read("templates/examples", name, "README.md");
    const installed = [...page.matchAll(/^npm install (.*)$/gm)].flatMap(
      ([, words = ""]) => words.split(" "),
    );
    const imported = programsOf(name)
      // What wrangler does in a project.
      .filter((file) => file !== "local.ts")
      .flatMap((file) => packagesOf(read("templates/examples", name, file)));
    expect(imported.length).toBeGreaterThan(0);
    expect(installed).toEqual(expect.arrayContaining(imported));
  });

  test("stands in the list, with its command and a link", () => {
    const list = read("docs/guides/examples.md");
    const command = name === "pair" ? "" : ` -- ${name}`;
    expect(list).toMatch(new RegExp(`npm run example${command}\`? *[|\\n]`));
    expect(list).toContain(`](../../templates/examples/${name})`);
  });
});

function programsOf(name: string): string[] {
  return readdirSync(join(folder, name)).filter((file) => file.endsWith(".ts"));
}

/** The packages that a program imports, without Node's modules. */
function packagesOf(text: string): string[] {
  return [...text.matchAll(/(?:from|^import) "([^."][^"]*)"/gm)]
    .map(([, specifier = ""]) => specifier)
    .filter((specifier) => !specifier.startsWith("node:"))
    .map((specifier) => {
      const [scope = "", name = ""] = specifier.split("/");
      return scope.startsWith("@") ? `${scope}/${name}` : scope;
    });
}

test("the applications differ in their framework alone", () => {
  const [first, ...others] = ["express", "fastify", "hono"].map((name) =>
    read("templates/examples", name, "server.ts"),
  );
  for (const other of others) expect(other).toBe(first);
});

test("a name that is none is told, with those that are", () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["templates/build/examples/index.js", "expres"],
    { cwd: root, encoding: "utf8" },
  );
  expect(status).toBe(2);
  expect(stderr).toContain("There is no example expres");
  for (const name of names) expect(stderr).toContain(`\n  ${name} `);
});

test("generated code is described by its folder, and by the files and lines in it", ({
  onTestFinished,
}) => {
  const out = mkdtempSync(join(tmpdir(), "mcp-gen-generated-"));
  onTestFinished(() => rmSync(out, { recursive: true }));
  for (const name of [
    "2026-07-28/types.ts",
    "2026-07-28/guards.ts",
    "all.ts",
  ]) {
    mkdirSync(join(out, name, ".."), { recursive: true });
    writeFileSync(join(out, name), "// a\n// b\n");
  }
  writeFileSync(join(out, "manifest.json"), "{}\n");
  expect(describeGenerated(out)).toBe(
    [
      `Generated 3 files with 6 lines in ${relative(process.cwd(), out)}:`,
      "  2026-07-28/  guards.ts, types.ts",
      "  ./           all.ts",
    ].join("\n"),
  );
});
