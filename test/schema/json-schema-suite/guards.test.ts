import { beforeAll, describe, expect, it } from "vitest";
import {
  readSchema,
  SchemaError,
} from "../../../src/schema/json-schema/index.ts";
import type { SchemaDocument } from "../../../src/schema/model/json-schema.ts";
import type { Guard } from "../../emit/guards/emitted.ts";
import { loadSchemaGuards } from "../../emit/guards/schemas.ts";
import { needs } from "../../support/official-files.ts";
import { suiteDialects, suiteGroups, type SuiteDialect } from "./suite.ts";

// The keys of a table are its own.
const dialects = Object.keys(suiteDialects) as SuiteDialect[];

/** What the specification leaves open, and validators need not do. */
const notAsserted = /optional\/content\.json/;

const groups = dialects
  .flatMap((dialect) => [
    ...suiteGroups(dialect),
    ...suiteGroups(dialect, "optional"),
  ])
  .filter(({ title }) => !notAsserted.test(title))
  .flatMap((group, index) => {
    const document = read(group.schema);
    if (document === undefined) return [];
    return [{ ...group, name: `Schema${index}`, document }];
  });

/** What the reader refuses is a matter of its own test. */
function read(schema: unknown): SchemaDocument | undefined {
  try {
    return readSchema(schema);
  } catch (error) {
    if (error instanceof SchemaError) return undefined;
    throw error;
  }
}

describe("guards agree with the official suite", needs("suite"), () => {
  let guards: ReadonlyMap<string, Guard> = new Map();

  beforeAll(async () => {
    guards = await loadSchemaGuards(groups);
  });

  it("has groups", () => {
    expect(groups.length).toBeGreaterThan(400);
  });

  it.each(groups)("$title", ({ name, tests }) => {
    const guard = guards.get(name);
    for (const { description, data, valid } of tests) {
      const issue = guard?.validate(data);
      expect({ description, is: guard?.is(data) }).toEqual({
        description,
        is: valid,
      });
      expect({ description, is: issue === undefined }).toEqual({
        description,
        is: valid,
      });
    }
  });
});
