import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { load } from "../../../src/revisions/load.ts";
import { needs, officialFiles } from "../../support/official-files.ts";
import { officialRevisions } from "../../support/spec.ts";
import { emitGuards, loadGuards } from "./emitted.ts";

/** Revisions that publish examples: a folder for each type, a file for each value. */
const published = officialRevisions().filter((revision) =>
  existsSync(examplesOf(revision)),
);
const revisions = published.length > 0 ? published : ["2026-07-28"];

function examplesOf(revision: string, ...names: string[]): string {
  return path.join(
    officialFiles.examples.folder,
    revision,
    "examples",
    ...names,
  );
}

describe("the official examples", needs("examples"), () => {
  it.each(revisions)(
    "of %s are accepted by the guards of their types",
    async (revision) => {
      const { text } = emitGuards(await load(revision));
      const guards = await loadGuards(text);
      const refused: unknown[] = [];
      const files = exampleFiles(revision);
      expect(files.length).toBeGreaterThan(0);
      for (const { type, file } of files) {
        const value: unknown = JSON.parse(
          readFileSync(examplesOf(revision, type, file), "utf8"),
        );
        const guard = guards.get(type);
        const issue = guard?.validate(value);
        if (guard?.is(value) !== true) refused.push({ type, file, issue });
      }
      expect(refused).toEqual([]);
    },
  );
});

function exampleFiles(revision: string): { type: string; file: string }[] {
  return readdirSync(examplesOf(revision)).flatMap((type) =>
    readdirSync(examplesOf(revision, type)).map((file) => ({ type, file })),
  );
}
