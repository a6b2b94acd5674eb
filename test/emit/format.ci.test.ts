import { describe, expect, test } from "vitest";
import type { EmitOptions } from "../../src/emit/index.ts";
import { emitFiles } from "../support/emitted.ts";
import { caseProtocols, revisionProtocols } from "../support/protocols.ts";
import { unformatted } from "./formatted.ts";

const choices: readonly Partial<EmitOptions>[] = [
  { target: "ts", docs: true },
  { target: "ts", docs: false },
  { target: "js", docs: true },
  { target: "js", docs: false },
];
const protocols = [...(await revisionProtocols()), ...caseProtocols()];

describe.each(choices)("target $target, docs $docs", (options) => {
  test.each(protocols)("$revision is formatted", async (protocol) => {
    expect(await unformatted(emitFiles([protocol], options))).toEqual([]);
  });
});
