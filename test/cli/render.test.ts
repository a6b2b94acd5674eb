import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../src/base/diagnostics/diagnostic.ts";
import { escapeControls } from "../../src/base/diagnostics/escape.ts";
import { renderDiagnostic } from "../../src/base/diagnostics/render.ts";

const diagnostic: Diagnostic = {
  code: "unknown-type",
  severity: "error",
  message: 'there is no type "Toool"',
  hint: 'did you mean "Tool"?',
  position: { file: "schema.ts", line: 12, column: 10 },
  excerpt: { line: "  tools: Toool[];", length: 5 },
};

describe("renderDiagnostic", () => {
  test("shows the place, the line, underlined, and the hint", () => {
    expect(renderDiagnostic(diagnostic)).toBe(
      [
        'schema.ts:12:10 error unknown-type: there is no type "Toool"',
        "  12 |   tools: Toool[];",
        "     |          ^^^^^",
        '  hint: did you mean "Tool"?',
        "",
      ].join("\n"),
    );
  });

  test("needs neither a place nor a hint", () => {
    const { code, severity, message } = diagnostic;
    expect(renderDiagnostic({ code, severity, message })).toBe(
      'error unknown-type: there is no type "Toool"\n',
    );
  });

  test("keeps the underline below what it marks, whatever stands before it", () => {
    const text = renderDiagnostic({
      ...diagnostic,
      position: { file: "s.ts", line: 1, column: 4 },
      excerpt: { line: "\t\u001b Toool", length: 5 },
    });
    expect(text.split("\n").slice(1, 3)).toEqual([
      "  1 |   \\u001b Toool",
      "    |          ^^^^^",
    ]);
  });

  test("lets no control character through", () => {
    const evil = "\u001b[2J\u009b31m\r\u202e\u2028";
    const text = renderDiagnostic({
      ...diagnostic,
      message: evil,
      hint: evil,
      position: { file: evil, line: 1, column: 1 },
      excerpt: { line: evil, length: 1 },
    });
    expect(text).toMatch(/^[\x20-\x7e\n]*$/);
    expect(text).toContain("\\u001b[2J\\u009b31m\\u000d\\u202e\\u2028");
  });
});

test("escapes inside JSON mean the same", () => {
  const value = { "\u009b": "\u2028\u202e\u007f" };
  const json = escapeControls(JSON.stringify(value));
  expect(JSON.parse(json)).toEqual(value);
  expect(json).toMatch(/^[\x20-\x7e]*$/);
});
