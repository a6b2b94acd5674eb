import { expect, test } from "vitest";
import { compareSnapshots } from "../../../src/contracts/compare/index.ts";
import {
  expectPublished,
  validatorOf,
  type PublishedFormat,
} from "../../compat/protocol-diff/published-schema.ts";
import { everything } from "./everything.ts";

const folder = "../../../src/contracts/compare";
const format: PublishedFormat = {
  published: new URL(`${folder}/snapshot-diff.schema.json`, import.meta.url),
  source: new URL(`${folder}/change.ts`, import.meta.url),
  id: "urn:mcp-gen:snapshot-diff:1",
  title: "What a server lists otherwise than before",
  root: "SnapshotDiff",
};

test("snapshot-diff.schema.json is that of the diff's types", async () => {
  await expectPublished(format);
});

test("it accepts a diff with every kind of change, and refuses what is none", () => {
  const found = compareSnapshots(...everything);
  const validate = validatorOf(format);
  validate(found);
  expect(validate.errors).toBeNull();
  const [change] = found.changes;
  for (const wrong of [
    { ...found, formatVersion: 2 },
    { ...found, changes: [{ ...change, rule: "no-rule" }] },
    { ...found, changes: [{ ...change, effect: "fatal" }] },
  ])
    expect(validate(wrong)).toBe(false);
});
