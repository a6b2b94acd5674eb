import { expect, test } from "vitest";
import { featureFacts } from "../../src/spec/facts/features.ts";
import { readPage } from "./blocks.ts";

test("the page of own schemas names every feature that a fact may switch on", () => {
  const page = readPage("docs/guides/own-schemas.md");
  const [, line = ""] = /^- `name` of a feature (.+)$/m.exec(page) ?? [];
  const named = [...line.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  expect(named.sort()).toEqual(featureFacts.map(({ name }) => name).sort());
});
