import { expect, test } from "vitest";
import { diff } from "../../../src/compat/protocol-diff/index.ts";
import {
  expectPublished,
  validatorOf,
  type PublishedFormat,
} from "./published-schema.ts";
import { pairs } from "./revisions.ts";

const format: PublishedFormat = {
  published: new URL(
    "../../../src/compat/protocol-diff/diff.schema.json",
    import.meta.url,
  ),
  source: new URL(
    "../../../src/compat/protocol-diff/change/change.ts",
    import.meta.url,
  ),
  id: "urn:mcp-gen:diff:1",
  title: "What changed between two revisions of the Model Context Protocol",
  root: "ProtocolDiff",
};

const validator = () => validatorOf(format);

test("diff.schema.json is that of the diff's types", async () => {
  await expectPublished(format);
});

test.each(pairs)(
  "it accepts the diff from $before.revision to $after.revision",
  ({ before, after }) => {
    const validate = validator();
    validate(diff(before, after));
    expect(validate.errors).toBeNull();
  },
);

test("it refuses what is no diff", () => {
  const [pair] = pairs;
  if (pair === undefined) throw new Error("there is no pair");
  const found = diff(pair.before, pair.after);
  const [change] = found.changes;
  const validate = validator();
  expect(validate({ ...found, formatVersion: 2 })).toBe(false);
  expect(
    validate({ ...found, changes: [{ ...change, rule: "no-rule" }] }),
  ).toBe(false);
  expect(validate({ ...found, changes: [{ ...change, kind: "gone" }] })).toBe(
    false,
  );
});
