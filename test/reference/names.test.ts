import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { entries } from "../../templates/build/reference/entries.ts";
import { createAnchors } from "../../templates/build/reference/markdown.ts";
import { exportedNames } from "../support/exports.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const folder = path.join(repository, "docs/reference");
const pages = readdirSync(path.join(folder, "api")).map(
  (name) => `api/${name}`,
);
const read = (page: string): string =>
  readFileSync(path.join(folder, page), "utf8").replaceAll("\r\n", "\n");

/** What an entry exports, in the repository. */
function namesOf(module: string): readonly string[] {
  return [...exportedNames(path.join(repository, module))].sort();
}

/** The names that pages tell of, as coming from an entry. */
function toldOf(specifier: string): readonly string[] {
  return pages
    .flatMap((page) => [...read(page).matchAll(/^### (\w+)\n\nFrom (.*)\.$/gm)])
    .filter(([, , from = ""]) => from.split(", ").includes(`\`${specifier}\``))
    .map(([, name = ""]) => name)
    .sort();
}

describe("the API reference", () => {
  it.each(entries)(
    "tells of every name of $specifier, and of no other",
    (entry) => {
      // The types of the newest revision have a page of their own.
      const names = namesOf(entry.module).filter((name) => name !== "types");
      expect(toldOf(entry.specifier)).toEqual(names);
    },
  );

  it("tells of each name once", () => {
    const told = pages.flatMap((page) =>
      [...read(page).matchAll(/^### (\w+)\n\nFrom (.*)\.$/gm)].map(
        ([, name, from]) => `${name} of ${from}`,
      ),
    );
    expect(told.filter((one, at) => told.indexOf(one) !== at)).toEqual([]);
  });

  it("knows every entry of the package that exports something", () => {
    const known = new Set(entries.map(({ module }) => module));
    const all = new Set(
      ["src/runtime/index.ts", "generated/extensions/tasks.ts"].flatMap(
        namesOf,
      ),
    );
    const modules = packageModules().filter((module) => !known.has(module));
    for (const module of modules) {
      const isOfRevision = /^generated\/(?:[\d-]+|draft)\//.test(module);
      if (isOfRevision) continue;
      // Another way to names that are told of.
      expect(namesOf(module).filter((name) => !all.has(name))).toEqual([]);
    }
  });

  it("lists the types, guards and tables of every revision", () => {
    const page = read("api/protocol.md");
    const listed = new Set(
      [...page.matchAll(/`([A-Za-z_]\w*)`/g)].map(([, name]) => name),
    );
    const inAll = new Set(namesOf("generated/index.ts"));
    const revisions = packageModules().filter((module) =>
      /^generated\/\d{4}-\d\d-\d\d\/index\.ts$/.test(module),
    );
    expect(revisions).toHaveLength(5);
    for (const module of revisions) {
      const names = namesOf(module).filter((name) => !inAll.has(name));
      expect(names.length).toBeGreaterThan(100);
      expect(names.filter((name) => !listed.has(name))).toEqual([]);
    }
  });
});

describe("links of the generated reference", () => {
  it.each([...pages, "options.md", "index.md"])(
    "lead somewhere: %s",
    (page) => {
      const links = [...read(page).matchAll(/\]\(([^)\s]*)\)/g)]
        .map(([, target = ""]) => target)
        .filter((target) => !/^https?:/.test(target));
      const lost = [...new Set(links)].filter((target) => {
        const [file = "", anchor] = target.split("#");
        const own = path.posix.join(path.posix.dirname(page), file);
        const to = file === "" ? page : own;
        // Pages of others are looked at with the site.
        if (!pages.includes(to) && to !== "options.md") return false;
        return anchor !== undefined && !anchorsOf(to).has(anchor);
      });
      expect(lost).toEqual([]);
    },
  );
});

function anchorsOf(page: string): ReadonlySet<string> {
  const next = createAnchors();
  const text = read(page).replace(/^(`{3,})[^]*?^\1$/gm, "");
  return new Set(
    [...text.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = ""]) =>
      next(heading),
    ),
  );
}

/** The modules of the repository that package.json lets programs import. */
function packageModules(): string[] {
  // The manifest of this package.
  const { exports } = JSON.parse(
    readFileSync(path.join(repository, "package.json"), "utf8"),
  ) as { exports: Record<string, string | { types: string }> };
  const types = Object.values(exports).flatMap((target) =>
    typeof target === "object" ? [target.types] : [],
  );
  const modules = types
    .filter((name) => !name.includes("*") && !name.includes("/draft/"))
    .map((name) => name.replace("./dist/", "").replace(/\.d\.ts$/, ".ts"))
    .map((name) => (name.startsWith("generated/") ? name : `src/${name}`));
  return [...new Set(modules)];
}
