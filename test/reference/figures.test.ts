import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder, writeTree } from "../emit/output/folder.ts";
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
    path.join(repository, "test/lab/bench/main.ts"),
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

it("name versions that took part, and say which aims are missed", () => {
  const figures = kept.get("size");
  if (!figures) throw new Error("the sizes were not kept");
  const folder = temporaryFolder();
  const rows = [
    { name: "small", median: 1_000, aim: 2_000 },
    { name: "large", median: 3_000, aim: 2_000 },
  ];
  const tables = [{ title: "made up", unit: "bytes", judged: "value", rows }];
  writeTree(folder, {
    "test/lab/bench/figures/size.json": JSON.stringify({ ...figures, tables }),
  });
  const [page = { text: "" }] = figuresPages(folder);
  const server = "@modelcontextprotocol/server";
  expect(page.text).toContain(`${server} ${figures.versions[server]}`);
  expect(page.text).toContain("| small | 1,000 | ≤ 2,000 |\n");
  expect(page.text).toContain("| large | 3,000 | ≤ 2,000, missed |");
  expect(page.text).toMatch(/^Not measured yet: `http-load`, /m);
});
