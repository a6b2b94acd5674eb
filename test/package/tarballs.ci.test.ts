import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { ts } from "ts-morph";
import { afterAll, describe, expect, test } from "vitest";
import { filesOf, type PackedFile } from "../support/installed.ts";
import { createProject } from "./installed.ts";

const packages = join(import.meta.dirname, "../../dist/packages");
const modules = join(import.meta.dirname, "../../node_modules");
const projects = (["mcp-gen", "@mcp-gen/runtime"] as const).map((name) =>
  createProject(name, { packed: true }),
);
afterAll(() => {
  for (const { folder } of projects)
    rmSync(folder, { recursive: true, force: true });
});

function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(modules, program), ...args],
    { encoding: "utf8" },
  );
  return { status, output: stdout + stderr };
}

describe.each(projects)(
  "the tarball of $name",
  ({ name, folder, place, files }) => {
    const tarball = join(
      folder,
      readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "",
    );
    const texts = (ending: string): [string, string][] =>
      files
        .filter(({ path }) => path.endsWith(ending))
        .map(({ path }) => [path, readFileSync(join(place, path), "utf8")]);

    test("has all that is laid out, which other tests install", () => {
      const laidOut = join(packages, name === "mcp-gen" ? name : "runtime");
      const paths = (all: readonly PackedFile[]) =>
        all.map(({ path }) => path).sort();
      expect(paths(files)).toEqual(paths(filesOf(laidOut)));
    });

    test("has nothing that publint finds", () => {
      const { status, output } = run(
        "publint/src/cli.js",
        ...["run", tarball, "--strict"],
      );
      expect(output).toContain("All good!");
      expect(status).toBe(0);
    });

    test("has types that are right wherever ES modules are imported", () => {
      const { status, output } = run(
        "@arethetypeswrong/cli/dist/index.js",
        ...[tarball, "--profile", "esm-only", "--no-color"],
      );
      expect(status, output.slice(0, 2_000)).toBe(0);
      expect(output).not.toMatch(/❌|🚭|👺|🎭/u);
    });

    test("runs nothing where it is installed", () => {
      const [, text = ""] = texts("package.json").at(-1) ?? [];
      const manifest = JSON.parse(text) as object;
      expect(manifest).not.toHaveProperty("scripts");
      expect(manifest).not.toHaveProperty("devDependencies");
      expect(files.map(({ path }) => path)).not.toContain("binding.gyp");
    });

    test("has no page with a link that leads nowhere", () => {
      const links = texts(".md").flatMap(([page, text]) =>
        [...text.matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)/g)].map(
          ([, to = ""]) => {
            return { page, to };
          },
        ),
      );
      const dead = links.filter(
        ({ page, to }) => !existsSync(join(place, dirname(page), to)),
      );
      expect(dead).toEqual([]);
    });

    test("has declarations that import what is there, and maps to sources that are", () => {
      const dead = texts(".d.ts").flatMap(([file, text]) => {
        const at = join(place, dirname(file));
        const imported = ts
          .preProcessFile(text)
          .importedFiles.filter(({ fileName }) => fileName.startsWith("."))
          .map(({ fileName }) => fileName.replace(/\.js$/, ".d.ts"));
        const [, data = ""] =
          /sourceMappingURL=data:[^,]*base64,(.*)$/m.exec(text) ?? [];
        const map: unknown =
          data === "" ? {} : JSON.parse(Buffer.from(data, "base64").toString());
        const { sources = [] } = map as { readonly sources?: string[] };
        expect(text.replace(/sourceMappingURL=data:/, "")).not.toContain(
          "sourceMappingURL=",
        );
        return [...imported, ...sources]
          .filter((to) => !existsSync(join(at, to)))
          .map((to) => `${file}: ${to}`);
      });
      expect(dead).toEqual([]);
    });
  },
);
