import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { emitNames } from "../../src/emit/index.ts";
import { revisionProtocols } from "../support/protocols.ts";
import { generated } from "./generated.ts";

const protocols = await revisionProtocols();
const wanted = await generated({ protocols });

// All is emitted anew for each of these, which takes a second: what cannot make up
// for each other is tried at once. More are in the long part.
test("two runs give the same bytes, whatever the order of the revisions", async () => {
  const again = await revisionProtocols();
  expect(again).not.toBe(protocols);
  const reversed = [...again].reverse();
  expect(await generated({ protocols: reversed })).toEqual(wanted);
  expect(wanted.files.length).toBeGreaterThan(50);
});

test("neither the working directory matters, nor the order of the outputs or their repetition", async () => {
  const home = process.cwd();
  onTestFinished(() => process.chdir(home));
  process.chdir(tmpdir());
  const emit = [...emitNames, ...emitNames].reverse();
  expect(await generated({ protocols, emit })).toEqual(wanted);
});
