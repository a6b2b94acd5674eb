import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import prettier from "prettier";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../src/base/digest.ts";
import { blobId } from "../../src/project/upstream/blob-id.ts";
import { extendRevision } from "../../src/compat/extension-copies.ts";
import type { ExtensionModel } from "../../src/schema/model/index.ts";
import { parseExtension } from "../../src/project/api/extensions/parse.ts";
import { readExtensionFacts } from "../../src/revisions/extension-file.ts";
import {
  bundledExtensions,
  loadBundledExtension,
  type BundledExtension,
} from "../../src/revisions/extensions.ts";
import { load } from "../../src/revisions/load.ts";
import { needs, officialFiles } from "../support/official-files.ts";

const spec = new URL("../../src/revisions/", import.meta.url);

function schemaOf({ id, revision }: BundledExtension): string {
  const folder = path.join(
    officialFiles.extensions.folder,
    "extensions",
    id.split("/")[1] ?? "",
  );
  return path.join(folder, revision, "schema.ts");
}

const name = (id: string): string => id.slice(id.lastIndexOf("/") + 1);

/** The model of an official schema.ts, as it is bundled: without its prose, and with the facts. */
async function parseOfficial(
  extension: BundledExtension,
): Promise<ExtensionModel> {
  const { id, revision, source } = extension;
  const facts = new URL(`extension-overrides/${name(id)}.json`, spec).pathname;
  const { model, diagnostics } = await parseExtension({
    extension: id,
    revision,
    path: schemaOf(extension),
    facts: readExtensionFacts(facts),
  });
  expect(diagnostics).toEqual([]);
  return bare({ ...model, source });
}

function bare(model: ExtensionModel): ExtensionModel {
  return JSON.parse(
    JSON.stringify(model, (key, value: unknown) =>
      key === "comment" || key === "position" ? undefined : value,
    ),
  ) as ExtensionModel;
}

describe.each(bundledExtensions())("$id", (extension) => {
  test(
    "is that of its schema.ts, and of its facts",
    needs("extensions"),
    async () => {
      const bytes = readFileSync(schemaOf(extension));
      expect(sha256(bytes)).toBe(extension.source.sha256);
      expect(blobId(bytes)).toBe(extension.blob);
      const model = await parseOfficial(extension);
      if (process.env["UPDATE_MODELS"] !== undefined) {
        const text = JSON.stringify(model);
        writeFileSync(
          new URL(`extensions/${name(extension.id)}.json`, spec),
          await prettier.format(text, { parser: "json" }),
        );
      }
      expect(loadBundledExtension(extension)).toEqual(model);
    },
  );
});

describe.each(bundledExtensions())("$id", (extension) => {
  const model = loadBundledExtension(extension);

  test("holds no sentence of its schema.ts", () => {
    expect(JSON.stringify(model)).not.toMatch(/"(comment|text|position)":/);
  });

  test("is added to a revision without a doubt, and its facts all name something", async () => {
    const core = await load("2026-07-28");
    const { diagnostics, parts } = extendRevision(core, [model]);
    expect(diagnostics).toEqual([]);
    const described = parts.flatMap(({ descriptions }) =>
      Object.keys(descriptions),
    );
    for (const path of Object.keys(model.facts.descriptions ?? {}))
      expect(described).toContain(path);
    for (const { requests, notifications } of parts)
      for (const { method } of [...requests, ...notifications])
        expect(described).toContain(method);
  });
});
