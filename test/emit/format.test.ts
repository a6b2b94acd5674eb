import { expect, test } from "vitest";
import { emitFiles } from "../support/emitted.ts";
import { revisionProtocols } from "../support/protocols.ts";
import { testFormat, unformatted } from "./formatted.ts";

// All pairs of these options, in every revision, are in the long part, read as prettier does.
await testFormat(
  [{ target: "ts", docs: true }],
  (revision) => revision === "2026-07-28",
  "babel-ts",
);
await testFormat([{ target: "js", docs: false }], () => false, "babel-ts");

test("a file with one space too many is not formatted", async () => {
  const protocols = await revisionProtocols();
  const [first] = emitFiles(protocols.slice(0, 1), { emit: ["types"] });
  const { path = "", text = "" } = first ?? {};
  const wrong = text.replace(" {\n", "  {\n");
  expect(await unformatted([{ path, text: wrong }])).toEqual([path]);
  expect(await unformatted([{ path, text: wrong }], "babel-ts")).toEqual([
    path,
  ]);
  expect(await unformatted([{ path, text }], "babel-ts")).toEqual([]);
});
