import { expect, test } from "vitest";
import { emitFiles } from "../support/emitted.ts";
import { revisionProtocols } from "../support/protocols.ts";
import { unformatted } from "./formatted.ts";

// Every revision and case, with every pair of options, is in the CI tier.
test("code of the newest revision is formatted", async () => {
  const files = emitFiles((await revisionProtocols()).slice(-1));
  expect(await unformatted(files, "babel-ts")).toEqual([]);
});

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
