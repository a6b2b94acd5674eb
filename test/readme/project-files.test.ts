import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { bundledRevisions } from "../../src/revisions/revisions.ts";
import { codeBlocks } from "./blocks.ts";

const root = join(import.meta.dirname, "../..");

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

const manifest = JSON.parse(read("package.json")) as {
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
};

const forms = [
  ".github/ISSUE_TEMPLATE/bug.yml",
  ".github/ISSUE_TEMPLATE/feature.yml",
];

test.each([
  ...["AGENTS.md", "CODE_OF_CONDUCT.md", "ROADMAP.md", "VERSIONING.md"],
  ".github/pull_request_template.md",
  ...forms,
])("%s is short", (file) => {
  const lines = read(file).trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.length).toBeLessThan(60);
});

describe.each(forms)("the issue form %s", (file) => {
  const form = parse(read(file)) as {
    readonly name?: string;
    readonly description?: string;
    readonly body: readonly {
      readonly type: string;
      readonly id?: string;
      readonly attributes: Readonly<Record<string, unknown>>;
    }[];
  };

  test("has the fields that GitHub requires", () => {
    expect(form.name).toMatch(/\S/);
    expect(form.description).toMatch(/\S/);
    for (const { type, attributes } of form.body) {
      expect(["dropdown", "input", "markdown", "textarea"]).toContain(type);
      const text =
        type === "markdown" ? attributes["value"] : attributes["label"];
      expect(text).toEqual(expect.stringMatching(/\S/));
    }
  });

  test("has an id of its own for each answer", () => {
    const ids = form.body
      .filter(({ type }) => type !== "markdown")
      .map(({ id }) => id);
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

/** Names of the npm scripts that a text runs. */
function scriptsIn(text: string): string[] {
  return [...text.matchAll(/\bnpm (?:run )?([\w:-]+)/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !["ci", "and"].includes(name));
}

test.each(["AGENTS.md", ".github/pull_request_template.md"])(
  "%s names npm scripts that exist",
  (file) => {
    const names = scriptsIn(read(file));
    expect(names.length).toBeGreaterThan(4);
    expect(
      names.filter((name) => manifest.scripts[name] === undefined),
    ).toEqual([]);
  },
);

test("AGENTS.md has the commands of a clone", () => {
  const commands = codeBlocks(read("AGENTS.md"))
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.trim().split("\n"));
  expect(commands).toEqual(
    expect.arrayContaining(["npm run example", "npm test", "npm run build"]),
  );
});

test("VERSIONING.md names the supported revisions and the oldest Node", () => {
  const page = read("VERSIONING.md");
  const [, section = ""] = page.split("## Supported revisions of MCP\n");
  const named = section.split("\n## ")[0]?.match(/\d{4}-\d\d-\d\d/g);
  const released = bundledRevisions().filter(({ id }) => id !== "draft");
  expect(named).toEqual(released.map(({ id }) => id));
  expect(page).toContain(
    `| ${manifest.engines.node.replace(">=", "")} and later`,
  );
});
