import { expect, test } from "vitest";
import {
  emitAllRevisions,
  emitRevisions,
  type EmitOptions,
  type EmittedFile,
} from "../../src/emit/index.ts";
import { everything, runtimeSources } from "../support/emitted.ts";
import { revisionProtocols } from "../support/protocols.ts";
import { compile, folderOf } from "../support/typescript.ts";

const protocols = await revisionProtocols();

test("guards that revisions share compile under the strictest flags", async () => {
  const files = [...together({}), ...emitAllRevisions(protocols, everything)];
  const folder = folderOf([...files, ...runtimeSources()]);
  expect(await compile(folder)).toEqual([]);
});

test("guards that revisions share have declarations that compile", async () => {
  const folder = folderOf(
    together({ target: "js", emit: ["types", "guards"] }),
  );
  expect(await compile(folder)).toEqual([]);
});

function together(options: Partial<EmitOptions>): EmittedFile[] {
  const chosen = { ...everything, ...options };
  const { revisions, shared } = emitRevisions(protocols, chosen);
  return [...revisions.flatMap(({ files }) => files), ...shared];
}
