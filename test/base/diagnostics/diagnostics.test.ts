import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { deriveRevision, type DeriveRevisionOptions } from "../../../src/revisions/derive.ts";
import { codes } from "../../../src/base/diagnostics/codes.ts";
import type { Diagnostic } from "../../../src/base/diagnostics/diagnostic.ts";
import { renderDiagnostic } from "../../../src/base/diagnostics/render.ts";
import { emitRevision } from "../../../src/emit/index.ts";
import { InputError } from "../../../src/base/diagnostics/error.ts";
import { extendProtocols } from "../../../src/project/api/extensions/extend.ts";
import type { ExtensionInput } from "../../../src/project/api/options.ts";
import { load } from "../../../src/revisions/load.ts";
import { collisionDiagnostics } from "../../../src/project/api/collisions.ts";
import { leftOutDiagnostics } from "../../../src/project/api/left-out.ts";
import { caseNames, expectGolden, parseCase } from "../../support/cases.ts";
import { everything } from "../../support/emitted.ts";

const names = caseNames("base/diagnostics");

test("every code has a case, and every case a code", () => {
  expect(names).toEqual(Object.keys(codes).sort());
});

const found = new Map(
  await Promise.all(
    names.map(async (name) => [name, await diagnose(name)] as const),
  ),
);

describe.each(names)("%s", (name) => {
  const diagnostics = found.get(name) ?? [];

  test("is reported", () => {
    expect(diagnostics.map(({ code }) => code)).toContain(name);
    const text = diagnostics.map(renderDiagnostic).join("\n");
    expectGolden(`base/diagnostics/${name}/expected.txt`, text);
  });

  test("has the severity of the table", () => {
    for (const { code, severity } of diagnostics) {
      expect({ code, severity }).toEqual({
        code,
        severity: codes[code].severity,
      });
    }
  });

  test("points at a line of the file, and at something on it", () => {
    for (const { position, excerpt } of diagnostics) {
      if (position === undefined || excerpt === undefined) continue;
      const { line, length } = excerpt;
      expect(line).toBe(lineOf(name, position.file, position.line));
      expect(position.column - 1 + length).toBeLessThanOrEqual(line.length + 1);
    }
  });
});

/** What extensions have of the case, where it is of those. */
interface ExtensionCase {
  revisions: string[];
  extensions: (ExtensionInput & { path: string })[];
}

async function diagnose(name: string): Promise<readonly Diagnostic[]> {
  const file = new URL(`${name}/extensions.json`, import.meta.url);
  if (!existsSync(file)) return diagnoseSchema(name);
  const { revisions, extensions } = JSON.parse(
    readFileSync(file, "utf8"),
  ) as ExtensionCase;
  const inputs = extensions.map((one): ExtensionInput => ({
    ...one,
    path: fileURLToPath(new URL(one.path, file)),
    file: one.path,
  }));
  const protocols = await Promise.all(revisions.map((one) => load(one)));
  try {
    return (await extendProtocols(protocols, inputs, {})).diagnostics;
  } catch (error) {
    if (error instanceof InputError) return error.diagnostics;
    throw error;
  }
}

/** What parsing says of the case, or when that is content, what deriving does. */
function diagnoseSchema(name: string): Diagnostic[] {
  const { declarations, diagnostics } = parseCase("base/diagnostics", name);
  if (diagnostics.length > 0) return diagnostics;
  const derived = deriveRevision(declarations, options(name));
  if (derived.diagnostics.length > 0) return derived.diagnostics;
  const { collisions, leftOut } = emitRevision(derived.protocol, everything);
  return [
    ...collisionDiagnostics(derived.protocol, collisions),
    ...leftOutDiagnostics(derived.protocol, leftOut),
  ];
}

/** A case may say which revision it stands for, and which facts are added. */
function options(name: string): DeriveRevisionOptions {
  const file = new URL(`${name}/options.json`, import.meta.url);
  if (!existsSync(file)) return { revision: "case" };
  return { revision: "case", ...JSON.parse(readFileSync(file, "utf8")) };
}

function lineOf(name: string, file: string, line: number): string | undefined {
  const text = readFileSync(
    new URL(`${name}/${file}`, import.meta.url),
    "utf8",
  );
  return text.split("\n")[line - 1];
}
