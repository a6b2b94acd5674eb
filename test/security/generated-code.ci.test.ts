import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

const files = ["generated", "src/runtime"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((file) => join(folder, file))
    .map((name) => ({ name, text: readFileSync(join(root, name), "utf8") })),
);

/** Names that make code of text, which Workers refuse and attackers look for. */
function evaluates(text: string): boolean {
  const visit = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && ["eval", "Function"].includes(node.text)) ||
    ts.forEachChild(node, visit) === true;
  return visit(ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest));
}

test("generated code and its runtime evaluate no text", () => {
  expect(evaluates("new Function('')")).toBe(true);
  expect(evaluates("globalThis.eval('')")).toBe(true);
  const found = files.filter(({ text }) => evaluates(text));
  expect(found.map(({ name }) => name)).toEqual([]);
});

/** What imports packages, and is copied only when it is asked for. */
const withPackages: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^src\/runtime\/auth\/(?!server[./])/, ["jose", "oauth4webapi"]],
  [/^src\/runtime\/otel\//, ["@opentelemetry/api"]],
  // Loaded where a URL is given, and by nothing else.
  [/^src\/runtime\/stores\/redis\/link\/from-url\.ts$/, ["@redis/client"]],
];

function mayImport(name: string, imported: string): boolean {
  return withPackages.some(
    ([files, packages]) => files.test(name) && packages.includes(imported),
  );
}

test("generated code and its runtime depend on no package", () => {
  const found = files.flatMap(({ name, text }) =>
    ts
      .preProcessFile(text)
      .importedFiles.map(({ fileName }) => fileName)
      .filter((one) => !one.startsWith(".") && !one.startsWith("node:"))
      .filter((one) => !mayImport(name, one))
      .map((one) => `${name} → ${one}`),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(found).toEqual([]);
});
