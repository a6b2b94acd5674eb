import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { readFigures } from "../../templates/build/reference/figures/data.ts";
import { figuresPages } from "../../templates/build/reference/figures/page.ts";
import {
  readmeLines,
  withFigures,
} from "../../templates/build/reference/figures/readme.ts";
import { sections } from "../../templates/build/reference/figures/sections.ts";

const repository = path.join(import.meta.dirname, "../..");
const kept = readFigures(repository);

it("are in the README's table as the bench kept them: npm run bench -- --write", () => {
  const readme = readFileSync(path.join(repository, "README.md"), "utf8");
  expect(withFigures(readme, repository)).toBe(readme);
  expect(readmeLines.length).toBeGreaterThan(4);
});

it("have a section for each benchmark, which says when and on what it ran", () => {
  const main = readFileSync(
    path.join(repository, "test/bench/main.ts"),
    "utf8",
  );
  const names = [...main.matchAll(/^ {2}\["([\w-]+)", /gm)].map(
    ([, name]) => name,
  );
  expect(names.length).toBeGreaterThan(15);
  expect(sections.map(({ benchmark }) => benchmark).toSorted()).toEqual(
    names.toSorted(),
  );
  const [page = { text: "" }] = figuresPages(repository);
  for (const { benchmark, date, machine } of kept.values()) {
    expect(page.text).toContain(`npm run bench -- ${benchmark}\`; ${date}; `);
    expect(page.text).toContain(machine.processor);
  }
});

it("name versions that took part, and an aim that is missed", () => {
  const figures = kept.get("size");
  const [page = { text: "" }] = figuresPages(repository);
  expect(page.text).toContain(
    `@modelcontextprotocol/server ${figures?.versions["@modelcontextprotocol/server"]}`,
  );
  const rows = figures?.tables.flatMap(({ rows }) => rows) ?? [];
  const missed = rows.find(({ aim = Infinity, median }) => median > aim);
  const line = page.text
    .split("\n")
    .find((one) =>
      one.startsWith(
        `| ${missed?.name} | ${missed?.median.toLocaleString("en-US")}`,
      ),
    );
  expect(line).toContain(", missed");
});
