import { expect, test } from "vitest";
import {
  emitAllRevisions,
  emitRevision,
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

test("guards that revisions share compile where imports end in .ts", async () => {
  const folder = folderOf(
    together({ emit: ["types", "guards"], importExtension: ".ts" }),
  );
  const allowed = { allowImportingTsExtensions: true };
  expect(await compile(folder, allowed)).toEqual([]);
});

test.each(protocols)("$revision alone shares nothing", (protocol) => {
  const { files } = emitRevision(protocol, everything);
  expect(together({}, [protocol])).toEqual(files);
});

function together(
  options: Partial<EmitOptions>,
  spoken = protocols,
): EmittedFile[] {
  const chosen = { ...everything, ...options };
  const { revisions, shared } = emitRevisions(spoken, chosen);
  return [...revisions.flatMap(({ files }) => files), ...shared];
}
