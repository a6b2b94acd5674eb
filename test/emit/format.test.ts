import { check } from "prettier";
import { describe, expect, test } from "vitest";
import type { EmitOptions, EmittedFile } from "../../src/emit/index.ts";
import { emitFiles } from "../support/emitted.ts";
import { caseProtocols, revisionProtocols } from "../support/protocols.ts";

const protocols = [...(await revisionProtocols()), ...caseProtocols()];

describe.each<Partial<EmitOptions>>([
  { target: "ts", docs: true },
  { target: "ts", docs: false },
  { target: "js", docs: true },
  { target: "js", docs: false },
])("target $target, docs $docs", (options) => {
  test.each(protocols)("$revision is formatted", async (protocol) => {
    expect(await unformatted(emitFiles([protocol], options))).toEqual([]);
  });
});

test("a file with one space too many is not formatted", async () => {
  const [first] = emitFiles(protocols.slice(0, 1), { emit: ["types"] });
  const { path = "", text = "" } = first ?? {};
  const wrong = text.replace(" {\n", "  {\n");
  expect(await unformatted([{ path, text: wrong }])).toEqual([path]);
});

/** The paths of the files that prettier, as it comes, would change. */
async function unformatted(files: readonly EmittedFile[]): Promise<string[]> {
  const checked = await Promise.all(
    files.map(async ({ path, text }) =>
      (await check(text, { filepath: path })) ? [] : [path],
    ),
  );
  return checked.flat();
}
