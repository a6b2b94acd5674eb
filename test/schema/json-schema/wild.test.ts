import { expect, it } from "vitest";
import { readSchema } from "../../../src/schema/json-schema/index.ts";
import { wildSchemas } from "../../lab/wild/wild.ts";

it("reads what published servers list, and checks all of it but one pattern", () => {
  const unchecked = wildSchemas().flatMap(({ name, schema }) =>
    readSchema(schema).unchecked.map(
      ({ path, part }) => `${name}: ${path.join("/")} ${part}`,
    ),
  );
  // What it says twice may be taken by either: quadratic where it fails at the end.
  const pattern = JSON.stringify("^[a-zA-Z0-9._]+(?:[-._a-zA-Z0-9]*)$");
  const git = [
    ["git_fetch", "remote"],
    ["git_pull", "remote"],
    ["git_push", "remote"],
    ["git_remote", "name"],
    ["git_remote", "newName"],
  ];
  expect(unchecked).toEqual(
    git.map(
      ([tool, name]) =>
        `git-mcp-server/${tool} input: properties/${name}/pattern pattern ${pattern}`,
    ),
  );
});
