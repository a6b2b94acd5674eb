import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { bundledRevisions } from "../../src/spec/revisions.ts";
import {
  countRequirements,
  readRequirements,
  requirementIssues,
  type Terms,
} from "./requirements.ts";
import { testsOf, type HasTest } from "./titles.ts";

const tests = path.join(import.meta.dirname, "..");
const page = readFileSync(
  path.join(tests, "../docs/reference/requirements.md"),
  "utf8",
);
const folder = path.join(tests, "../docs/guides");
const guides = readdirSync(folder).map((name) =>
  readFileSync(path.join(folder, name), "utf8"),
);
const rows = readRequirements(page);

const terms: Terms = {
  revisions: bundledRevisions().map(({ id }) => id),
  levels: ["must", "should"],
  sides: ["both", "client", "server", "host", "others"],
  leftTo: ["host", "handler", "outside", "never", "not yet", "not met"],
  headings: guides.flatMap((guide) =>
    [...guide.matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) => text),
  ),
};

const read = new Map<string, HasTest | undefined>();

function testsIn(file: string): HasTest | undefined {
  if (!read.has(file)) {
    const place = path.join(tests, `${file}.test.ts`);
    const isThere = existsSync(place);
    read.set(file, isThere ? testsOf(readFileSync(place, "utf8")) : undefined);
  }
  return read.get(file);
}

test("each requirement names a test that is there, or whom it is left to", () => {
  expect(rows.length).toBeGreaterThan(350);
  expect(requirementIssues(rows, terms, testsIn)).toEqual([]);
}, 30_000);

test("the page counts its rows right", () => {
  const told = [...page.matchAll(/^\| \**([a-z ]+?)\** +\| (\d+) +\|$/gm)].map(
    ([, name = "", count]) => [name, Number(count)],
  );
  expect(Object.fromEntries(told)).toEqual(
    Object.fromEntries(countRequirements(rows)),
  );
});

test("its contents lead to its headings", () => {
  const links = [...page.matchAll(/^- \[(.+)\]\(#(.+)\)$/gm)];
  const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, text]) => text);
  expect(links.map(([, text]) => text)).toEqual(headings);
});

const calls = `
  describe("a call", () => {
    test("ends", () => {});
    test.each(["late", "twice"])("that comes %s is \${what}", () => {});
    test.each([["one", 2]])("of %s has %i", () => {});
    test.skip("is for later", () => {});
    describe.skip("to nobody", () => {
      test("waits", () => {});
    });
    test(title, () => {});
  });
  describe.each\`name\`("a $name", () => {
    it("is short", () => {});
    test(\`of \${size} bytes\`, async () => {});
  });
  test.todo("is still to be written");
  // test("is a comment", () => {});
`;

describe("a file has a test", () => {
  test.each([
    "a call › ends",
    "a call › that comes %s is ${what}",
    "a call › that comes late is ${what}",
    "a call › of one has 2",
    "a call › of one has %i",
    "a $name › is short",
    "a $name › of … bytes",
  ])("%s", (title) => {
    expect(testsOf(calls)(title)).toBe(true);
  });
});

describe("a file has no test", () => {
  test.each([
    "ends",
    "a call",
    "a call › end",
    "a call › ends › ends",
    "a call › is for later",
    "a call › to nobody › waits",
    "a call › title",
    "a call › that comes never is ${what}",
    "a call › that comes  is ${what}",
    "a call › of one has 3",
    "is still to be written",
    "is a comment",
    "",
  ])("%j", (title) => {
    expect(testsOf(calls)(title)).toBe(false);
  });
});

/** A page of one row, which is sound but for what is given. */
function rowOf(cells: Partial<Record<Cell, string>>): string {
  return `| ${Object.values({ ...sound, ...cells }).join(" | ")} |`;
}

type Cell = keyof typeof sound;
const sound = {
  id: "call-1",
  revisions: "all",
  level: "must",
  side: "both",
  text: "A call ends",
  shown: "`calls` a call › ends",
};

function issuesOf(...lines: string[]): string[] {
  const inFile = (file: string): HasTest | undefined =>
    file === "calls" ? testsOf(calls) : undefined;
  const only = { ...terms, revisions: ["2024-11-05", "2025-03-26"] };
  return requirementIssues(readRequirements(lines.join("\n")), only, inFile);
}

describe("a row is sound", () => {
  test.each<Partial<Record<Cell, string>>>([
    {},
    { revisions: "2024-11-05" },
    { revisions: "from 2025-03-26" },
    { revisions: "2024-11-05 to 2025-03-26" },
    { shown: "`calls` a call › ends<br>`calls` a \\$name › of … bytes" },
    { shown: "**docs**: [A client](../guides/client.md#a-client)" },
    { shown: "**host**: it asks | as it likes".replace("|", "\\|") },
  ])("%j", (cells) => {
    expect(issuesOf(rowOf(cells))).toEqual([]);
  });
});

describe("a row is found that", () => {
  test.each<[Partial<Record<Cell, string>>, string]>([
    [{ revisions: "2025-11-25" }, 'no revisions are "2025-11-25"'],
    [{ revisions: "since 2024-11-05" }, 'no revisions are "since 2024-11-05"'],
    [{ revisions: "from all" }, 'no revisions are "from all"'],
    [
      { revisions: "2025-03-26 to 2024-11-05" },
      'no revisions are "2025-03-26 to 2024-11-05"',
    ],
    [{ level: "may" }, 'no level is "may"'],
    [{ side: "somebody" }, 'no side is "somebody"'],
    [{ text: "" }, "nothing is required"],
    [{ shown: "" }, 'neither a test nor whom it is left to: ""'],
    [{ shown: "?" }, 'neither a test nor whom it is left to: "?"'],
    [{ shown: "`calls`" }, 'neither a test nor whom it is left to: "`calls`"'],
    [
      { shown: "**host**:" },
      'neither a test nor whom it is left to: "**host**:"',
    ],
    [{ shown: "**us**: we will" }, 'nobody to leave it to is "us"'],
    [
      { shown: "**docs**: [No such](../guides/client.md#no-such)" },
      'no heading of a guide is "No such"',
    ],
    [{ shown: "`gone` a call › ends" }, 'no file of tests is "gone"'],
    [{ shown: "`calls` ends" }, 'no test of calls is "ends"'],
    [
      { shown: "`calls` a call › ends<br>`calls` a call › is for later" },
      'no test of calls is "a call › is for later"',
    ],
    [
      { shown: "`calls` a call › ends<br>**host**: it asks" },
      "a test shows it, or it is left to somebody: not both",
    ],
  ])("says %j", (cells, issue) => {
    expect(issuesOf(rowOf(cells))).toEqual([`call-1: ${issue}`]);
  });

  test("has another's id", () => {
    expect(issuesOf(rowOf({}), rowOf({ text: "Another" }))).toEqual([
      "call-1: the id is another row's too",
    ]);
  });

  test("has too few cells, or too many", () => {
    expect(() => issuesOf("| call-1 | all | must | both | Ends |")).toThrow(
      "Not a row of six cells",
    );
    expect(() => issuesOf(`${rowOf({})} more |`)).toThrow(
      "Not a row of six cells",
    );
  });
});
