import { tmpdir } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { emitNames } from "../../src/emit/index.ts";
import {
  generate,
  type GenerateOptions,
  type GenerateReport,
} from "../../src/index.ts";
import { emitFiles } from "../support/emitted.ts";
import { revisionProtocols } from "../support/protocols.ts";

const protocols = await revisionProtocols();
const wanted = await generated({ protocols });

// All is emitted anew for each of these, which takes a second: what cannot make up
// for each other is tried at once.
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

test("one revision is the same alone as among others", () => {
  const together = new Map(
    emitFiles(protocols).map(({ path, text }) => [path, text]),
  );
  for (const protocol of protocols)
    for (const { path, text } of emitFiles([protocol]))
      expect({ path, same: together.get(path) === text }).toEqual({
        path,
        same: true,
      });
});

test("where the schema lies does not show", () => {
  const moved = protocols.map((protocol) => ({
    ...protocol,
    declarations: protocol.declarations.map((declaration) => ({
      ...declaration,
      position: { file: "/elsewhere/schema.ts", line: 1, column: 1 },
    })),
  }));
  return expect(generated({ protocols: moved })).resolves.toEqual(wanted);
});

/** What the library generates in memory: revisions and files, in their order. */
async function generated(
  options: GenerateOptions,
): Promise<Pick<GenerateReport, "revisions" | "files">> {
  const { revisions, files } = await generate(options);
  return { revisions, files };
}
