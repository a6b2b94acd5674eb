import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { file, printWild, wildSchemas, wildServers } from "./wild.ts";
import { withoutProse } from "./without-prose.ts";

test("there are two hundred tools of fifteen published servers, each schema by a name", () => {
  const servers = wildServers();
  const names = wildSchemas().map(({ name }) => name);
  expect(servers.length).toBeGreaterThanOrEqual(15);
  expect(servers.flatMap(({ tools }) => tools).length).toBeGreaterThan(200);
  expect(new Set(names).size).toBe(names.length);
});

test("their schemas are kept without prose, sorted, a tool a line", () => {
  const text = readFileSync(file, "utf8");
  expect(printWild(wildServers())).toBe(text);
  for (const { name, schema } of wildSchemas())
    expect(withoutProse(schema), name).toEqual(schema);
});

test("properties that are named title and description are no prose", () => {
  const properties = { title: { title: "T", type: "string" }, $comment: true };
  const schema = {
    description: "D",
    properties,
    required: ["title"],
    default: { title: "kept" },
    items: [{ $comment: "C", enum: ["title"] }],
  };
  expect(withoutProse(schema)).toEqual({
    properties: { title: { type: "string" }, $comment: true },
    required: ["title"],
    default: { title: "kept" },
    items: [{ enum: ["title"] }],
  });
});
