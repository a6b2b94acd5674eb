import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storeAt } from "../../../../src/runtime/auth/node/store/file-store.ts";
import type { AuthStore } from "../../../../src/runtime/auth/index.ts";
import { storeProcesses, type StoreProcesses } from "./store-processes.ts";

let folder = "";
let processes: StoreProcesses;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mcp-gen-store-"));
  processes = await storeProcesses();
});
afterAll(async () => {
  await processes.end();
  rmSync(folder, { recursive: true });
});

/** A store that gives a silent holder up soon, if it may. */
function impatient(path: string, waitMs: number): AuthStore {
  const warn = (error: Error): never => {
    throw error;
  };
  return storeAt({ path, waitMs, beatMs: 5_000, silentMs: 1, warn });
}

test("processes that write at once lose nothing, and count to the sum", async () => {
  const path = join(folder, "shared.json");
  const all = ["one", "two"].map((name) =>
    processes.start({ path, task: "count and set", name, times: 10 }),
  );
  expect(await Promise.all(all.map(({ ended }) => ended))).toEqual([0, 0]);
  expect(all.map(({ complaints }) => complaints())).toEqual(["", ""]);
  const store = impatient(path, 60_000);
  expect(await store.get("count")).toBe("20");
  for (const name of ["one", "two"])
    for (let index = 0; index < 10; index++)
      expect(await store.get(`${name}-${index}`)).toBe(
        `value of ${name}-${index}`,
      );
  expect(readdirSync(`${path}.locks`)).toEqual([]);
});

test("a holder that is stopped is not robbed, and one that is killed is inherited from, once", async () => {
  const path = join(folder, "killed.json");
  const holder = processes.start({ path, task: "hold" });
  await holder.held;
  holder.signal("SIGSTOP");
  await expect(
    impatient(path, 100).lock("counter", async () => "robbed"),
  ).rejects.toThrow(
    `process ${holder.pid} has held the lock for longer than 100 ms`,
  );
  // Each store has a row of its own in this process: they meet at the file alone.
  let [inside, most] = [0, 0];
  const heirs = Promise.all([
    processes.start({ path, task: "count" }).ended,
    impatient(path, 60_000).lock("counter", async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
      return 0;
    }),
  ]);
  holder.signal("SIGKILL");
  expect(await heirs).toEqual([0, 0]);
  expect(most).toBe(1);
  expect(await impatient(path, 60_000).get("count")).toBe("1");
  expect(readdirSync(`${path}.locks`)).toEqual([]);
});
