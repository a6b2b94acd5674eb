import { expect, test } from "vitest";
import type { Protocol } from "../../src/schema/model/index.ts";
import { runtimeFiles } from "../../src/project/api/runtime.ts";
import {
  emitEntryFiles,
  emitFiles,
  emitSharedFiles,
  everything,
  runtimeSources,
} from "../support/emitted.ts";
import { hostileSchema, withHostileProse } from "../support/hostile.ts";
import { protocolOf } from "../support/protocols.ts";
import { compile, folderOf } from "../support/typescript.ts";

const protocol = protocolOf(hostileSchema());

const prosaic = { ...withHostileProse(protocol), revision: "prose" };

// One compiler for both: it reads the runtime once.
test("a hostile schema and hostile prose compile as TypeScript", async () => {
  const spoken = [olderThan(protocol), protocol, prosaic];
  const files = [...emitFiles(spoken), ...emitEntryFiles(spoken)];
  const shared = emitSharedFiles(spoken);
  const folder = folderOf([...files, ...shared, ...runtimeSources()]);
  expect(await compile(folder)).toEqual([]);
});

test("their declarations are such that a compiler has nothing against them", async () => {
  const files = emitFiles([protocol, prosaic], { target: "js" });
  const runtime = runtimeFiles({ ...everything, target: "js" });
  expect(await compile(folderOf([...files, ...runtime]))).toEqual([]);
});

/** A revision that has the same names, and is not the same. */
function olderThan(hostile: Protocol): Protocol {
  return { ...hostile, revision: "older", batches: !hostile.batches };
}
