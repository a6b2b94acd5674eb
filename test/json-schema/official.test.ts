import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  jsonSchemaDocument,
  printJsonSchema,
} from "../../src/emit/json-schema/index.ts";
import {
  hasOfficialFiles,
  officialFile,
  officialProtocol,
  protocolOf,
  revisions,
} from "./official.ts";

describe.runIf(hasOfficialFiles)("the published files", () => {
  test.each(revisions)("%s comes out byte by byte", (revision) => {
    const text = printJsonSchema(officialProtocol(revision), {
      flavor: "official",
      docs: true,
    });
    expect(text).toBe(officialFile(revision, "schema.json"));
  });
});

/** What typescript-json-schema 0.68.0 makes of small schemas of our own. */
const published = new URL("published/", import.meta.url);

describe("a published file of", () => {
  test.each(readdirSync(published))("%s", (name) => {
    const file = (part: string): string =>
      readFileSync(new URL(`${name}/${part}`, published), "utf8");
    const { definitions } = jsonSchemaDocument(
      protocolOf(file("schema.ts.txt")),
      {
        flavor: "official",
        docs: true,
      },
    );
    expect(definitions).toEqual(JSON.parse(file("schema.json")));
  });
});
