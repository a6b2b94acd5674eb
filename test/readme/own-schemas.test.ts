import { expect, test } from "vitest";
import { featureFacts } from "../../src/revisions/overrides/features.ts";
import { readPage } from "./blocks.ts";

test("the page of own schemas names every feature that a fact may switch on", () => {
  const page = readPage("docs/guides/own-schemas.md");
  const [, line = ""] = /^- `name` of a feature (.+)$/m.exec(page) ?? [];
  const named = [...line.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  expect(named.sort()).toEqual(featureFacts.map(({ name }) => name).sort());
});

test("the page of own schemas has every table of facts", () => {
  const { $defs } = JSON.parse(readPage("src/revisions/facts.schema.json")) as {
    $defs: { FactTables: { readonly properties: object } };
  };
  const page = readPage("docs/guides/own-schemas.md");
  const [, table = ""] = page.split("\n| Table ");
  const [rows = ""] = table.split("\n\n");
  const named = [...rows.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
  const tables = Object.keys($defs.FactTables.properties);
  expect(named.sort()).toEqual(
    tables.filter((name) => name !== "$schema").sort(),
  );
});

test("the page of facts has every fact of an extension, and of a method", () => {
  const { $defs } = JSON.parse(
    readPage("src/revisions/extension-facts.schema.json"),
  ) as { $defs: Record<string, { readonly properties?: object }> };
  const fields = (type: string): string[] =>
    Object.keys($defs[type]?.properties ?? {})
      .filter((name) => name !== "$schema" && name !== "methods")
      .sort();
  const page = readPage("docs/guides/extension-facts.md");
  const named = (heading: string): string[] => {
    const [, table = ""] = page.split(`| ${heading} `);
    const [rows = ""] = table.split("\n\n");
    return [...rows.matchAll(/^\| ([^|]+?) +\|/gm)]
      .flatMap(([, cell = ""]) => [...cell.matchAll(/`(\w+)`/g)])
      .map(([, name = ""]) => name)
      .sort();
  };
  expect(named("Fact of a method")).toEqual(fields("ExtensionMethodFact"));
  expect(named("Other facts")).toEqual(fields("ExtensionFacts"));
});
