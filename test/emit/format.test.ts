import { expect, test } from "vitest";
import { emitFiles } from "../support/emitted.ts";
import { revisionProtocols } from "../support/protocols.ts";
import { testFormat, unformatted } from "./formatted.ts";

// The other two pairs of these options are in the long part.
await testFormat([
  { target: "ts", docs: true },
  { target: "js", docs: false },
]);

test("a file with one space too many is not formatted", async () => {
  const protocols = await revisionProtocols();
  const [first] = emitFiles(protocols.slice(0, 1), { emit: ["types"] });
  const { path = "", text = "" } = first ?? {};
  const wrong = text.replace(" {\n", "  {\n");
  expect(await unformatted([{ path, text: wrong }])).toEqual([path]);
});
