import { describe, expect, it } from "vitest";
import {
  accepts,
  readSchema,
  SchemaError,
  type SchemaErrorCode,
} from "../../../src/schema/json-schema/index.ts";
import { needs } from "../../support/official-files.ts";
import { suiteDialects, suiteGroups, type SuiteDialect } from "./suite.ts";

// The keys of a table are its own.
const dialects = Object.keys(suiteDialects) as SuiteDialect[];

/** What is of the suite's files that ask for what no schema of its own has. */
const refused: Readonly<Partial<Record<SchemaErrorCode, RegExp>>> = {
  // All lead to what the suite serves over HTTP, or to a metaschema.
  "remote-reference":
    /\/(refRemote|cross-draft)\.json|remote ref, containing|against metaschema|strict-tree|extendible|finds detached|independent of order|implementation dynamic anchor/,
  "unknown-vocabulary": /\/(vocabulary|format-assertion)\.json/,
};

/** What the specification leaves open, and validators need not do. */
const notAsserted = /optional\/content\.json/;

const groups = dialects
  .flatMap((dialect) => [
    ...suiteGroups(dialect),
    ...suiteGroups(dialect, "optional"),
  ])
  .filter(({ title }) => !notAsserted.test(title));

describe("the official suite", needs("suite"), () => {
  it("has groups", () => {
    expect(groups.length).toBeGreaterThan(400);
  });

  it.each(groups)("$title", ({ title, schema, tests }) => {
    const document = read(title, schema);
    if (document === undefined) return;
    for (const { description, data, valid } of tests)
      expect(accepts(document, data), description).toBe(valid);
  });
});

/** The schema; undefined where it is refused for a reason that it may be refused for. */
function read(title: string, schema: unknown) {
  try {
    return readSchema(schema);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    expect(title).toMatch(refused[error.code] ?? error.message);
    return undefined;
  }
}
