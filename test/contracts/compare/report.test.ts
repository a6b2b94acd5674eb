import { describe, expect, test } from "vitest";
import {
  driftText,
  type CheckFormat,
} from "../../../src/cli/commands/client/check/index.ts";
import { compareSnapshots } from "../../../src/contracts/compare/index.ts";
import {
  printSnapshot,
  type Snapshot,
} from "../../../src/contracts/snapshot/index.ts";
import { everything } from "./everything.ts";
import { object, snapshotOf, toolOf } from "./snapshots.ts";

const formats = ["text", "markdown", "github", "json"] as const;

function shown(
  [before, after]: readonly [Snapshot, Snapshot],
  format: CheckFormat,
  breaking = false,
): string {
  const kept = {
    text: printSnapshot(before),
    file: "src/weather/snapshot.json",
  };
  return driftText(compareSnapshots(before, after), kept, { format, breaking });
}

test("text says how much, then what breaks callers, then the rest", () => {
  const string = { type: "string" };
  const before = snapshotOf({
    tools: [
      toolOf(object({ city: string, days: { type: "integer" } }, "city"), {
        description: "A forecast",
        annotations: { readOnlyHint: true },
      }),
      { name: "get-sum", inputSchema: { type: "object" } },
    ],
  });
  const after = snapshotOf({
    server: { name: "weather", version: "1.1.0" },
    tools: [
      toolOf(object({ city: string, units: { enum: ["C", "F"] } }, "units"), {
        description: "A forecast of a place",
      }),
      { name: "a", inputSchema: { type: "object" } },
      { name: "b", inputSchema: { type: "object" } },
    ],
    prompts: [{ name: "forecast" }],
  });
  expect(shown([before, after], "text")).toBe(`\
weather 1.0.0 → weather 1.1.0 (2025-11-25)
  callers: 2 break them, 2 may break them, 4 compatible
  documentation: 1 changed

Breaking
  breaks callers: it is not known any more
    - tool get-sum
  breaks callers: it is required, and was not sent before
    + argument forecast arguments.units: "C" | "F"

Perhaps breaking
  may break callers: it is not known any more, and may be ignored
    - argument forecast arguments.days?: integer
  may break callers: callers may rely on it
    ~ annotation forecast readOnlyHint: true → false

Compatible
  what is called is in the lists
    ~ server version: 1.0.0 → 1.1.0
  it may be left out now
    ~ argument forecast arguments.city: string → string | undefined
  nobody calls it yet
    + tool a, b
  nobody asks for it yet
    + prompt forecast

Documentation
    # tool forecast description: A forecast → A forecast of a place
`);
});

test("--breaking leaves out what breaks nobody, and counts what is left", () => {
  const text = shown(everything, "text", true);
  expect(text).toContain("Perhaps breaking");
  expect(text).not.toContain("Compatible");
  expect(text).not.toContain("Documentation");
  const { changes, summary } = JSON.parse(
    shown(everything, "json", true),
  ) as ReturnType<typeof compareSnapshots>;
  expect(changes).toHaveLength(summary.breaking + summary.possible);
});

test("json is the diff itself", () => {
  expect(JSON.parse(shown(everything, "json"))).toEqual(
    compareSnapshots(...everything),
  );
});

test("markdown is a table whose cells hold no bar of their own", () => {
  const rows = shown(everything, "markdown")
    .split("\n")
    .filter((line) => line.startsWith("|"));
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) expect(row.split(/(?<!\\)\|/)).toHaveLength(6);
});

test("github's annotations stand where the kept snapshot names things", () => {
  const lines = printSnapshot(everything[0]).split("\n");
  const lineOf = (text: string): number =>
    lines.findIndex((line) => line.trim().startsWith(text)) + 1;
  const text = shown(everything, "github");
  const at = "file=src/weather/snapshot.json,line=";
  for (const name of [
    "tool removed%3A gone",
    "tool renamed%3A new-name",
    "field removed%3A forecast result.wind",
    "template changed%3A history",
  ])
    expect(text).toMatch(
      new RegExp(`::warning ${at}\\d+,col=1,title=${name}::`),
    );
  expect(text).toContain(
    `${at}${lineOf('"name": "forecast"')},col=1,title=field removed%3A`,
  );
  // What is new is told where its list begins.
  expect(text).toContain(
    `::notice ${at}${lineOf('"tools"')},col=1,title=tool added%3A come::`,
  );
  expect(text.lastIndexOf("::warning")).toBeLessThan(text.indexOf("::notice"));
});

describe("what a server calls things", () => {
  const hostile = [
    "a\n::error::pwned",
    "\u001b[2J",
    "\u202eabc",
    "|`*/<b>@x",
    "x".repeat(5000),
    "__proto__",
  ];
  const named = (name: string) => ({
    ...object(Object.fromEntries([[name, { const: name }]]), name),
    description: name,
  });
  const both: [Snapshot, Snapshot] = [
    snapshotOf({
      tools: hostile.map((name) => toolOf({ type: "object" }, { name })),
    }),
    snapshotOf({
      server: { name: "a\n::error::pwned", version: "\u001b[2J" },
      tools: hostile.map((name) =>
        toolOf(named(name), { name, description: name }),
      ),
    }),
  ];

  test.each(formats)(
    "moves no cursor and begins no command in %s",
    (format) => {
      const text = shown(both, format);
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
      const lines = text.split("\n");
      expect(lines.filter((line) => line.startsWith("::error"))).toEqual([]);
      if (format !== "json")
        for (const line of lines) expect(line.length).toBeLessThan(1000);
    },
  );
});
