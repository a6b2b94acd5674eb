import { describe, expect, it } from "vitest";
import {
  anchor,
  cell,
  code,
  createAnchors,
  fence,
  prose,
  table,
} from "../../templates/build/reference/markdown.ts";

describe("markdown of the reference", () => {
  it.each([
    ["plain", "`plain`"],
    ["a `tick`", "`` a `tick` ``"],
    ["`", "`` ` ``"],
  ])("has %j as a code span", (text, want) => {
    expect(code(text)).toBe(want);
  });

  it("has a block around a block", () => {
    expect(fence("ts", "1;")).toBe("```ts\n1;\n```");
    expect(fence("md", "```ts\n1;\n```")).toBe("````md\n```ts\n1;\n```\n````");
  });

  it.each([
    ["a Promise<T>", "a Promise&lt;T>"],
    ["a `Promise<T>` of <T>", "a `Promise<T>` of &lt;T>"],
    ["a {{name}}", "a `{{`name`}}`"],
    ["`{{name}}`", "`{{name}}`"],
  ])("shows the prose %j as it is", (text, want) => {
    expect(prose(text)).toBe(want);
  });

  it("keeps cells on one line and apart", () => {
    expect(cell("`a | b`\nor")).toBe("`a \\| b` or");
    expect(table(["A", "B"], [["1", "x|y"]])).toBe(
      "| A | B |\n| --- | --- |\n| 1 | x\\|y |",
    );
  });

  it.each([
    ["createServer", "createserver"],
    ["HTTP server", "http-server"],
    ["`mcp-gen diff <from> <to>`", "mcp-gen-diff-from-to"],
    ["A & B", "a--b"],
    ["[tool](#tool)", "tool"],
  ])("gives %j the anchor that GitHub gives it", (heading, want) => {
    expect(anchor(heading)).toBe(want);
  });

  it("numbers the anchors of equal headings", () => {
    const next = createAnchors();
    expect(["oauth", "OAuth", "OAuth"].map(next)).toEqual([
      "oauth",
      "oauth-1",
      "oauth-2",
    ]);
  });
});
