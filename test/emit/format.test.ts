import { expect, test } from "vitest";
import { emitFiles } from "../support/emitted.ts";
import { revisionProtocols } from "../support/protocols.ts";
import { testFormat, unformatted } from "./formatted.ts";

// All pairs of these options, in every revision, are in the long part.
await testFormat(
  [
    { target: "ts", docs: true },
    { target: "js", docs: false },
  ],
  isNewest,
);

/** The newest revision of each lifecycle. */
function isNewest(revision: string): boolean {
  return ["2025-11-25", "2026-07-28"].includes(revision);
}

test("a file with one space too many is not formatted", async () => {
  const protocols = await revisionProtocols();
  const [first] = emitFiles(protocols.slice(0, 1), { emit: ["types"] });
  const { path = "", text = "" } = first ?? {};
  const wrong = text.replace(" {\n", "  {\n");
  expect(await unformatted([{ path, text: wrong }])).toEqual([path]);
});
