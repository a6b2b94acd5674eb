import { readFileSync, writeFileSync } from "node:fs";
import prettier from "prettier";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/base/digest.ts";
import { blobId } from "../../src/project/upstream/blob-id.ts";
import { deriveRevision } from "../../src/revisions/derive.ts";
import type { Protocol } from "../../src/schema/model/index.ts";
import { withoutDocs } from "../../src/schema/model/without-docs.ts";
import { parseSchema } from "../../src/schema/parse/index.ts";
import { load } from "../../src/revisions/load.ts";
import {
  bundledRevisions,
  type BundledRevision,
} from "../../src/revisions/revisions.ts";
import { needs } from "../support/official-files.ts";
import { officialRevisions, officialSchema } from "../support/spec.ts";

/** The model of an official schema.ts, as it is bundled. */
function parseOfficial(revision: string): Protocol {
  const text = officialSchema(revision);
  const parsed = parseSchema({ path: "schema.ts", text });
  const source = bundledRevisions().find(({ id }) => id === revision)?.source;
  const derived = deriveRevision(parsed.declarations, {
    revision,
    ...(source === undefined ? {} : { source }),
  });
  expect([...parsed.diagnostics, ...derived.diagnostics]).toEqual([]);
  return withoutDocs(derived.protocol);
}

function modelFile({ id, aliasOf = id }: BundledRevision): URL {
  return new URL(`../../src/revisions/models/${aliasOf}.json`, import.meta.url);
}

describe("bundled models", () => {
  it("are of every official revision", needs("schemas"), () => {
    expect(
      bundledRevisions()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(officialRevisions());
  });

  it.each(bundledRevisions())(
    "$id is that of its schema.ts",
    needs("schemas"),
    async (revision) => {
      const bytes = Buffer.from(officialSchema(revision.id));
      expect(sha256(bytes)).toBe(revision.source.sha256);
      expect(blobId(bytes)).toBe(revision.blob);
      const model = parseOfficial(revision.id);
      if (
        process.env["UPDATE_MODELS"] !== undefined &&
        revision.aliasOf === undefined
      ) {
        const text = JSON.stringify(model);
        const formatted = await prettier.format(text, { parser: "json" });
        writeFileSync(modelFile(revision), formatted);
      }
      expect(await load(revision.id)).toEqual(model);
    },
  );

  it.each(bundledRevisions())(
    "$id holds no sentence of its schema.ts",
    (revision) => {
      const text = readFileSync(modelFile(revision), "utf8");
      expect(text).not.toMatch(/"(comment|text|position)":/);
    },
  );
});
