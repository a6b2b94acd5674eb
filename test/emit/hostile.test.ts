import { expect, test } from "vitest";
import { compile, folderOf } from "../support/typescript.ts";
import { emitFiles, runtimeSources } from "../support/emitted.ts";
import { hostileSchema, withHostileProse } from "../support/hostile.ts";
import { protocolOf } from "../support/protocols.ts";

const time = 60_000;
const protocol = protocolOf(hostileSchema());
test("compiles", async () => {
  const folder = folderOf([...emitFiles([protocol]), ...runtimeSources()]);
  const r = (await compile(folder));
  console.log(r.slice(0,60).join("\n"));
  expect(r).toEqual([]);
}, time);
test("compiles prose", async () => {
  const folder = folderOf([...emitFiles([withHostileProse(protocol)]), ...runtimeSources()]);
  const r = (await compile(folder));
  console.log(r.slice(0,60).join("\n"));
  expect(r).toEqual([]);
}, time);
