import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createValidator } from "../../src/index.ts";
import { temporaryFolder, writeTree } from "../emit/output/folder.ts";
import { request, result } from "./traffic.ts";

/** Answers each line at once, and ends with its input. */
const server = `
require("node:readline").createInterface(process.stdin).on("line", (line) => {
  const { id } = JSON.parse(line);
  console.log(JSON.stringify({ jsonrpc: "2.0", id, result: {} }));
});
`;

/** The script of the README. */
function recorder(): string {
  const readme = readFileSync("docs/guides/validate.md", "utf8");
  const [, rest = ""] = readme.split("```bash\n#!/usr/bin/env bash\n");
  return rest.split("```")[0] ?? "";
}

test("the README's recorder notes both sides in their order, and changes nothing", async () => {
  const cwd = temporaryFolder();
  writeTree(cwd, { "record.sh": recorder(), "server.cjs": server });
  const ids = Array.from({ length: 200 }, (_, n) => `a\\n é %s ${n}`);
  const input = ids.map((id) => `${JSON.stringify(request(id, "ping"))}\n`);
  const args = ["record.sh", process.execPath, "server.cjs"];
  const { stdout } = spawnSync("bash", args, {
    cwd,
    input: input.join(""),
    encoding: "utf8",
    timeout: 120_000,
  });
  expect(stdout).toBe(
    ids.map((id) => `${JSON.stringify(result(id, {}))}\n`).join(""),
  );
  const recorded = readFileSync(join(cwd, "traffic.jsonl"), "utf8");
  const validator = await createValidator({ revisions: ["2025-11-25"] });
  for await (const found of validator.findings([recorded]))
    expect(found).toBeUndefined();
  expect(validator.counts.messages).toBe(400);
});
