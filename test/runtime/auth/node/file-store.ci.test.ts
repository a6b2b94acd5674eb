import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileStore } from "../../../../src/runtime/auth/node.ts";
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

test("32 processes count under one lock, and no step is lost", async () => {
  const path = join(folder, "count.json");
  const all = Array.from({ length: 32 }, () =>
    processes.start({ path, task: "count", times: 10, waitMs: 600_000 }),
  );
  const codes = await Promise.all(all.map(({ ended }) => ended));
  expect(codes.filter((code) => code !== 0)).toEqual([]);
  expect(await fileStore(path).get("count")).toBe("320");
  expect(readdirSync(`${path}.locks`)).toEqual([]);
});

test("holders are killed again and again, and no step of the others is lost", async () => {
  const path = join(folder, "killed.json");
  const counting = Array.from({ length: 12 }, () =>
    processes.start({ path, task: "count", times: 10, waitMs: 600_000 }),
  );
  for (let kills = 0; kills < 12; kills++) {
    const holder = processes.start({ path, task: "hold", waitMs: 600_000 });
    await holder.held;
    holder.signal("SIGKILL");
    await holder.ended;
  }
  const codes = await Promise.all(counting.map(({ ended }) => ended));
  expect(codes.filter((code) => code !== 0)).toEqual([]);
  expect(await fileStore(path).get("count")).toBe("120");
});

test("processes are killed in the middle of writing, and the file stays whole", async () => {
  const path = join(folder, "torn.json");
  const store = fileStore(path);
  await store.set("kept", "always");
  for (let kills = 0; kills < 20; kills++) {
    const name = `process ${kills}`;
    const task = { path, task: "set", name, times: 1_000_000 } as const;
    const writer = processes.start(task);
    const first = `${name}-0`;
    while ((await store.get(first)) === undefined)
      await new Promise((resolve) => setTimeout(resolve, 1));
    writer.signal("SIGKILL");
    await writer.ended;
    expect(await store.get("kept")).toBe("always");
    expect(await store.get(first)).toBe(`value of ${first}`);
  }
  // Whatever the last one left is cleaned up by who comes next.
  await fileStore(path).set("last", "one");
  const left = readdirSync(folder).filter((name) => name.startsWith("torn"));
  expect(left.sort()).toEqual(["torn.json", "torn.json.locks"]);
});
