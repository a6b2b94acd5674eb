import { describe, expect, test } from "vitest";
import { readPage } from "./blocks.ts";
import { anchorsOf, linkIssue, linksOf } from "./links.ts";
import { allPages } from "./pages.ts";

const pages = allPages();
const known = new Map<string, ReadonlySet<string>>();

function anchors(page: string): ReadonlySet<string> {
  const found = known.get(page) ?? anchorsOf(readPage(page));
  known.set(page, found);
  return found;
}

test("the pages link each other", () => {
  const links = pages.flatMap((page) => linksOf(readPage(page)));
  expect(links.length).toBeGreaterThan(200);
});

test.each(pages)("%s links to what is there", (page) => {
  const issues = linksOf(readPage(page)).flatMap(({ target, line }) => {
    const issue = linkIssue(page, target, anchors);
    return issue === undefined ? [] : [`${page}:${line}: ${target}: ${issue}`];
  });
  expect(issues).toEqual([]);
});

describe("a link", () => {
  const text = [
    "# A `Map<K>` & more",
    "## More",
    "### More",
    "[a](x.md), [`b](c`](y.md#z) and `[no](n.md)`",
    "![c](<d.png>) [e](https://example.com)",
    "```md",
    "[no](n.md)",
    "```",
    "[f]: g.md#h",
    "[i](j(k).md 'title')",
  ].join("\n");

  test("is found where it is no code", () => {
    expect(linksOf(text)).toEqual([
      { target: "x.md", line: 4 },
      { target: "y.md#z", line: 4 },
      { target: "d.png", line: 5 },
      { target: "g.md#h", line: 9 },
      { target: "j(k).md", line: 10 },
    ]);
  });

  test("leads to headings by the anchors that GitHub gives them", () => {
    expect([...anchorsOf(text)]).toEqual(["a-mapk--more", "more", "more-1"]);
  });

  test.each([
    ["tools.md", undefined],
    ["#more", undefined],
    ["../../src/cli.ts#L3", undefined],
    ["#less", "no such heading"],
    ["nothing.md", "no such file"],
    ["../../../x.md", "leaves the repository"],
    ["../../src/cli.ts#main", "no such place"],
    ["", "leads nowhere"],
  ])("to %j", (target, issue) => {
    const found = linkIssue("docs/guides/tools.md", target, () =>
      anchorsOf(text),
    );
    expect(found).toBe(issue);
  });
});
