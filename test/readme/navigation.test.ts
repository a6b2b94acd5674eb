import { expect, test } from "vitest";
import { navigation } from "../../docs/.vitepress/navigation.ts";
import { readPage } from "./blocks.ts";
import { allPages } from "./pages.ts";

const entries = navigation.flatMap((group) => group.entries);
const listed = entries.map(([, page]) => `docs/${page}.md`);

test("the navigation of the site has each page once", () => {
  const pages = allPages().filter((page) => page.startsWith("docs/"));
  expect(listed.filter((page, at) => listed.indexOf(page) !== at)).toEqual([]);
  expect(listed.filter((page) => !pages.includes(page))).toEqual([]);
  // Its logo leads home.
  expect(pages.filter((page) => !listed.includes(page))).toEqual([
    "docs/index.md",
  ]);
});

test("no two entries of a group look alike", () => {
  const alike = navigation.filter(({ entries: own }) => {
    const texts = own.map(([text]) => text);
    return new Set(texts).size < texts.length;
  });
  expect(alike).toEqual([]);
});

test("a page is called in the navigation as its title begins", () => {
  const others = navigation.flatMap(({ text: group, entries: own }) =>
    own.flatMap(([name, page]) => {
      const [, title = ""] =
        /^# (.+)$/m.exec(readPage(`docs/${page}.md`)) ?? [];
      // "Requirements: lifecycle" is "Lifecycle" in the group of requirements.
      const short = title.replace(`${group}: `, "").toLowerCase();
      return `${short} `.startsWith(name.toLowerCase())
        ? []
        : [`${page}: ${name}, but ${title}`];
    }),
  );
  expect(others).toEqual([]);
});
