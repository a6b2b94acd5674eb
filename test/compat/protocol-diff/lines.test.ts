import { describe, expect, test } from "vitest";
import { linesOf } from "../../../src/cli/commands/diff/lines.ts";
import {
  newLines,
  shortenType,
} from "../../../src/cli/commands/changes/shorten.ts";
import {
  diff,
  filterChanges,
} from "../../../src/compat/protocol-diff/index.ts";
import { load } from "../../../src/revisions/load.ts";
import { pairs } from "./revisions.ts";
import { protocolWith } from "./small.ts";

const linesBetween = (one: string, other: string) =>
  linesOf(diff(protocolWith(one), protocolWith(other)).changes);

describe("a line tells", () => {
  test("what several types have in common", () => {
    const types = (field: string): string =>
      ["A", "B", "C"]
        .map(
          (name) => `export interface ${name} { own${name}: string; ${field} }`,
        )
        .join("\n");
    const [line, ...others] = linesBetween(types(""), types("more?: string"));
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      places: ["A.more?"],
      turn: "string",
      also: ["B", "C"],
    });
  });

  test("what a base makes, with the types that extend it", () => {
    const types = (field: string): string =>
      `export interface A { ${field} } export interface B extends A { b: string }`;
    expect(linesBetween(types(""), types("a: string"))).toMatchObject([
      { places: ["A.a"], also: ["B"], weight: "breaking" },
    ]);
  });

  test("what a type has from its base, where that is filtered away", () => {
    const types = (field: string): string =>
      `export interface A { ${field} } export interface B extends A { b: string }`;
    const sides = [
      protocolWith(types("")),
      protocolWith(types("a: string")),
    ] as const;
    const { changes, summary } = filterChanges(
      diff(...sides),
      { names: ["B"] },
      sides,
    );
    expect(summary.breaksOlderSenders).toBe(1);
    expect(linesOf(changes)).toMatchObject([
      { places: ["B.a"], change: { inheritedFrom: "A" } },
    ]);
  });

  test("the members that one union has got", () => {
    const type = (members: string): string => `export type Any = ${members};`;
    expect(linesBetween(type('"a"'), type('"a" | "b" | "c"'))).toMatchObject([
      { places: ["Any"], turn: '"b", "c"' },
    ]);
  });

  test("a method, and not again that its message is in the union of messages", () => {
    const more = `export interface MoreRequest extends Request { method: "more" }
export type ClientRequest = EchoRequest | MoreRequest;`;
    const subjects = linesBetween("", more).map(({ change }) => change.subject);
    expect(subjects).toEqual(["method", "type"]);
  });

  test("many new types by their names", () => {
    const types =
      "export interface A { a: string } export interface B { b: 1 }";
    expect(linesBetween("", types)).toMatchObject([
      { places: ["A", "B"], turn: "" },
    ]);
  });
});

test("each change of bundled revisions is told by a line, and the gravest come first", () => {
  for (const { before, after } of pairs) {
    const { changes } = diff(before, after);
    const lines = linesOf(changes);
    const told = lines
      .flatMap(({ places, also }) => [...places, ...also])
      .join(" ");
    const names = changes
      .filter(({ subject }) => subject !== "union member")
      .map(({ where }) => where.method ?? where.name ?? "");
    expect(names.filter((name) => !told.includes(name))).toEqual([]);
    const subjects = lines
      .filter(({ weight }) => weight === "breaking")
      .map(({ change }) => change.subject);
    const first = subjects.indexOf("result");
    const rest = subjects.slice(first < 0 ? subjects.length : first);
    expect(rest).not.toContain("method");
  }
});

test("a report of filtered changes has as many lines as there is to tell", async () => {
  const sides = [await load("2025-11-25"), await load("2026-07-28")] as const;
  const { changes, summary } = filterChanges(
    diff(...sides),
    { names: ["CallToolRequestParams"], breaking: true },
    sides,
  );
  expect(summary.breaksOlderSenders).toBe(3);
  expect(linesOf(changes)).toHaveLength(3);
});

describe("a type is shortened", () => {
  test("not at all where it fits", () => {
    expect(shortenType("{ a: { b: { c: string } } }")).toBe(
      "{ a: { b: { c: string } } }",
    );
  });

  test("by its inner objects, not by braces inside a literal", () => {
    const deep = (name: string) => `${name}: { x: { y: "}\\"{"; z: string } }`;
    expect(
      shortenType(`{ ${["aaaa", "bbbb", "cccc"].map(deep).join("; ")} }`),
    ).toBe("{ aaaa: { x: { … } }; bbbb: { x: { … } }; cccc: { x: { … } } }");
  });

  test("between members", () => {
    const members = Array.from({ length: 20 }, (_, index) => `Member${index}`);
    const union = shortenType(members.join(" | "));
    expect(union).toMatch(/ \| Member\d \| …$/);
    const object = shortenType(
      `{ ${members.map((one) => `${one}: 1`).join("; ")} }`,
    );
    expect(object).toMatch(/; Member\d: 1; … \}$/);
    expect(object.length).toBeLessThanOrEqual(90);
  });
});

test("of prose, only the lines that differ are told, from where they do", () => {
  const same = "The first line stays. ";
  const long = `${"It is long and the same up to a place. ".repeat(3)}`;
  expect(newLines(`${same}\nNew.`, `${same}\nOld.`)).toBe("New.");
  expect(newLines(`${long}Here new.`, `${long}Here old.`)).toMatch(
    /^… .*Here new\.$/,
  );
  expect(newLines("@category A\n@deprecated Go.", "")).toBe(
    "@deprecated Go. @category A",
  );
});
