import { check } from "prettier";
import { describe, expect, test } from "vitest";
import type { EmitOptions, EmittedFile } from "../../src/emit/index.ts";
import { emitFiles } from "../support/emitted.ts";
import { caseProtocols, revisionProtocols } from "../support/protocols.ts";

/** What prettier may read TypeScript with instead: it prints the same, sooner. */
export type Parser = "babel-ts";

/** Tests that what is emitted with each of some options is formatted: of every case, and of some revisions. */
export async function testFormat(
  choices: readonly Partial<EmitOptions>[],
  isTried: (revision: string) => boolean = () => true,
  parser?: Parser,
): Promise<void> {
  const revisions = (await revisionProtocols()).filter(({ revision }) =>
    isTried(revision),
  );
  const protocols = [...revisions, ...caseProtocols()];

  describe.each(choices)("target $target, docs $docs", (options) => {
    test.each(protocols)("$revision is formatted", async (protocol) => {
      expect(await unformatted(emitFiles([protocol], options), parser)).toEqual(
        [],
      );
    });
  });
}

/** The paths of the files that prettier, as it comes, would change. */
export async function unformatted(
  files: readonly EmittedFile[],
  parser?: Parser,
): Promise<string[]> {
  const checked = await Promise.all(
    files.map(async ({ path, text }) =>
      (await check(text, {
        filepath: path,
        ...(parser !== undefined && path.endsWith(".ts") && { parser }),
      }))
        ? []
        : [path],
    ),
  );
  return checked.flat();
}
