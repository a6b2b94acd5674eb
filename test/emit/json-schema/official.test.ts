import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  jsonSchemaDocument,
  printJsonSchema,
} from "../../../src/emit/json-schema/index.ts";
import { bundledRevisions } from "../../../src/revisions/revisions.ts";
import { officialProtocol, protocolOf } from "../../support/protocols.ts";
import { needs } from "../../support/official-files.ts";
import { officialJsonSchema } from "../../support/spec.ts";

const revisions = bundledRevisions().map(({ id }) => id);

describe("the published files", needs("schemas"), () => {
  test.each(revisions)("%s comes out byte by byte", (revision) => {
    const text = printJsonSchema(officialProtocol(revision), {
      flavor: "official",
      docs: true,
    });
    expect(text).toBe(officialJsonSchema(revision));
  });
});

/** What typescript-json-schema 0.68.0 makes of small schemas of our own. */
const published = new URL("published/", import.meta.url);

describe("a published file of", () => {
  test.each(readdirSync(published))("%s", (name) => {
    const file = (part: string): string =>
      readFileSync(new URL(`${name}/${part}`, published), "utf8");
    const protocol = protocolOf(file("schema.ts.txt"), "2024-11-05");
    const { definitions } = jsonSchemaDocument(protocol, {
      flavor: "official",
      docs: true,
    });
    expect(definitions).toEqual(JSON.parse(file("schema.json")));
  });
});
