import { describe, expect, test } from "vitest";
import type { EmitOptions } from "../../src/emit/index.ts";
import { bundledRevisions } from "../../src/revisions/revisions.ts";
import { emitFiles } from "../support/emitted.ts";
import { caseProtocols, revisionProtocols } from "../support/protocols.ts";
import { unformatted } from "./formatted.ts";

const choices: readonly Partial<EmitOptions>[] = [
  { target: "ts", docs: true },
  { target: "ts", docs: false },
  { target: "js", docs: true },
  { target: "js", docs: false },
];
// A revision that is another by a second name has the same code.
const aliases = bundledRevisions().flatMap(({ id, aliasOf }) =>
  aliasOf === undefined ? [] : [id],
);
const revisions = (await revisionProtocols()).filter(
  ({ revision }) => !aliases.includes(revision),
);
const protocols = [...revisions, ...caseProtocols()];

describe.each(choices)("target $target, docs $docs", (options) => {
  test.each(protocols)("$revision is formatted", async (protocol) => {
    const files = emitFiles([protocol], options);
    expect(await unformatted(files, "babel-ts")).toEqual([]);
  });
});

test("code of the oldest revision is formatted to the parser that prettier chooses, too", async () => {
  const files = emitFiles(revisions.slice(0, 1));
  expect(await unformatted(files)).toEqual([]);
});
