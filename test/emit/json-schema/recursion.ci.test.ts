import { expect, test } from "vitest";
import {
  emitEntryFiles,
  emitFiles,
  emitSharedFiles,
  runtimeSources,
} from "../../support/emitted.ts";
import { protocolOf } from "../../support/protocols.ts";
import { compile, folderOf } from "../../support/typescript.ts";
import { allForms } from "./recursive-forms.ts";

const message = `
export interface AskRequest { jsonrpc: "2.0"; id: string; method: "ask"; params: { a: A | null; b?: B } }
export interface AskResult { t: T | null; m?: M }
export type ClientRequest = AskRequest;
export type ServerResult = AskResult;`;

// One compiler for both: it reads the runtime once.
test("recursive aliases that are spread become code that compiles, of one revision and of two", async () => {
  const alone = protocolOf(allForms, "alone");
  const changed = allForms.replaceAll("null", "true");
  const two = [
    protocolOf(changed + message, "2025-06-18"),
    protocolOf(allForms + message, "2025-11-25"),
  ];
  const folder = folderOf([
    ...emitFiles([alone, ...two]),
    ...emitEntryFiles(two),
    ...emitSharedFiles(two),
    ...runtimeSources(),
  ]);
  expect(await compile(folder)).toEqual([]);
});
