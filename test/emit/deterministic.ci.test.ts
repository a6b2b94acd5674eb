import { expect, test } from "vitest";
import { emitFiles } from "../support/emitted.ts";
import { revisionProtocols } from "../support/protocols.ts";
import { generated } from "./generated.ts";

const protocols = await revisionProtocols();

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

test("where the schema lies does not show", async () => {
  const moved = protocols.map((protocol) => ({
    ...protocol,
    declarations: protocol.declarations.map((declaration) => ({
      ...declaration,
      position: { file: "/elsewhere/schema.ts", line: 1, column: 1 },
    })),
  }));
  const wanted = await generated({ protocols });
  expect(await generated({ protocols: moved })).toEqual(wanted);
});
