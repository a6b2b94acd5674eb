import { expect, test } from "vitest";
import { deriveRevision } from "../../../src/revisions/derive.ts";
import type { Diagnostic } from "../../../src/base/diagnostics/diagnostic.ts";
import type { Protocol } from "../../../src/schema/model/index.ts";
import { parseSchema } from "../../../src/schema/parse/index.ts";
import { emitFiles } from "../../support/emitted.ts";
import { messages } from "./early/messages.ts";
import { refused } from "./early/refused.ts";
import { types } from "./early/types.ts";

const revision = "2024-09-01";

test.each([...types, ...messages])("is generated: %s", (_, text) => {
  const { protocol, diagnostics } = read(text);
  expect(errorsOf(diagnostics)).toEqual([]);
  expect(emitFiles([protocol])).not.toEqual([]);
});

test.each(refused)("is told: %s", (_, text) => {
  const errors = errorsOf(read(text).diagnostics);
  expect(errors).not.toEqual([]);
  for (const { hint, position } of errors) {
    expect(hint).toBeDefined();
    expect(position?.line).toBeLessThanOrEqual(text.split("\n").length);
  }
});

function read(text: string): {
  protocol: Protocol;
  diagnostics: Diagnostic[];
} {
  const parsed = parseSchema({ path: "schema.ts", text });
  const derived = deriveRevision(parsed.declarations, { revision });
  return {
    protocol: derived.protocol,
    diagnostics: [...parsed.diagnostics, ...derived.diagnostics],
  };
}

function errorsOf(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === "error");
}
