import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { load } from "../../../src/revisions/load.ts";
import { emitGuards } from "./emitted.ts";

/** The young generation holds all that a probe can allocate: nothing is collected. */
const flags = [
  "--expose-gc",
  "--min-semi-space-size=128",
  "--max-semi-space-size=128",
];

it("guards and validators allocate nothing for a valid value", async () => {
  const { text } = emitGuards(await load("2025-11-25"));
  const bytes = await bytesPerCall(text);
  // The probe would notice: a function that makes one small object shows it.
  expect(bytes["control"]).toBeGreaterThan(8);
  const { control: _, ...guards } = bytes;
  expect(Object.keys(guards)).toHaveLength(6);
  for (const [name, average] of Object.entries(guards))
    expect(average, name).toBeLessThan(1);
});

/** Runs `heap-probe.mjs` on the guards, alone in a process of its own. */
async function bytesPerCall(guards: string): Promise<Record<string, number>> {
  const folder = mkdtempSync(path.join(tmpdir(), "mcp-gen-heap-"));
  try {
    const file = path.join(folder, "guards.mjs");
    writeFileSync(file, guards);
    const probe = path.join(import.meta.dirname, "heap-probe.mjs");
    const output = execFileSync(process.execPath, [...flags, probe, file]);
    return JSON.parse(output.toString()) as Record<string, number>;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
