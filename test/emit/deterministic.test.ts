import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { emitNames } from "../../src/emit/index.ts";
import { revisionProtocols } from "../support/protocols.ts";
import { generated } from "./generated.ts";

// Two of the revisions: emission of all takes a second each time.
const newest = async () => (await revisionProtocols()).slice(-2);
const protocols = await newest();
const wanted = await generated({ protocols });

test("two runs give the same bytes, whatever the working directory, and the order of revisions and outputs", async () => {
  const again = await newest();
  expect(again).not.toBe(protocols);
  const reversed = [...again].reverse();
  const emit = [...emitNames, ...emitNames].reverse();
  const home = process.cwd();
  onTestFinished(() => process.chdir(home));
  process.chdir(tmpdir());
  expect(await generated({ protocols: reversed, emit })).toEqual(wanted);
  expect(wanted.files.length).toBeGreaterThan(20);
});
