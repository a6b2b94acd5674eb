import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  holderText,
  lifeOf,
  newHolder,
  readHolderText,
  type Holder,
  type Life,
} from "../../../../src/runtime/stores/files/holder.ts";
import {
  takeLock,
  type HeldLock,
} from "../../../../src/runtime/stores/files/lock-file.ts";
import { patient } from "../../wait.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mcp-gen-lock-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** One whose pid is another process's by now. */
async function deadHolder(): Promise<Holder> {
  return { ...(await newHolder()), started: "long ago" };
}

const times = { waitMs: 60_000, beatMs: 5_000, silentMs: 60_000 };

test("what a dead process left has one owner at a time, however many want it", async () => {
  for (let round = 0; round < 6; round++) {
    const path = join(folder, `lock-${round}`);
    const [first, second] = [await deadHolder(), await deadHolder()];
    writeFileSync(path, holderText(first));
    // In every other round somebody died who was about to take it over.
    if (round % 2 === 1)
      writeFileSync(`${path}.${first.nonce}.heir`, holderText(second));
    let [inside, most, done] = [0, 0, 0];
    const takers = Array.from({ length: 6 }, async () => {
      const lock = await takeLock(path, times);
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
      done++;
      expect(await lock.release()).toBe(true);
    });
    await Promise.all(takers);
    expect([most, done]).toEqual([1, 6]);
  }
  expect(readdirSync(folder)).toEqual([]);
});

test("who judged a holder dead inherits nothing once another has taken over", async () => {
  for (const isHeld of [true, false]) {
    const path = join(folder, `late-${isHeld}`);
    const dead = await deadHolder();
    writeFileSync(path, holderText(dead));
    let heir: HeldLock | undefined;
    const judge = async (holder: Holder): Promise<Life> => {
      // All that happens while the slow one has made up its mind.
      if (holder.nonce === dead.nonce) {
        heir = await takeLock(path, times);
        if (!isHeld) await heir.release();
      }
      return lifeOf(holder);
    };
    const slow = takeLock(
      path,
      { ...times, waitMs: isHeld ? 1 : 60_000 },
      judge,
    );
    if (isHeld) {
      await expect(slow).rejects.toThrow(`process ${process.pid} has held`);
      expect(await heir?.release()).toBe(true);
    } else expect(await (await slow).release()).toBe(true);
  }
  expect(readdirSync(folder)).toEqual([]);
});

test("a holder shows that it lives, and for nobody else", async () => {
  const path = join(folder, "beating");
  const beaten = (): boolean => statSync(path).mtimeMs !== 1_000;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const lock = await takeLock(path, times);
    utimesSync(path, 1, 1);
    vi.advanceTimersByTime(5_000);
    await vi.waitUntil(beaten, patient);
    rmSync(path);
    const other = await takeLock(path, { ...times, beatMs: 2 ** 30 });
    utimesSync(path, 1, 1);
    vi.advanceTimersByTime(5_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(beaten()).toBe(false);
    expect(await lock.release()).toBe(false);
    expect(await other.release()).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test("a process is told from another with its pid, and from one of another machine", async () => {
  const own = await newHolder();
  expect(await lifeOf(own)).toBe("alive");
  expect(await lifeOf({ ...own, started: "0" })).toBe("dead");
  expect(await lifeOf({ ...own, pid: 2 ** 30 })).toBe("dead");
  expect(await lifeOf({ ...own, started: undefined })).toBe("unknown");
  expect(await lifeOf({ ...own, machine: "another" })).toBe("unknown");
  const gone = { ...own, pid: 2 ** 30, started: undefined };
  expect(await lifeOf(gone)).toBe("dead");
  expect((await newHolder()).nonce).not.toBe(own.nonce);
});

test.runIf(process.platform === "linux")(
  "a process that has ended is dead, also while nobody has taken notice",
  async () => {
    const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"]);
    try {
      const [line] = (await once(parent.stdout, "data")) as [Buffer];
      const pid = Number(line.toString());
      const fields = (): string[] =>
        readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ??
        [];
      // A shell would take notice; `sleep`, which it becomes, does not.
      const command = (): string =>
        readFileSync(`/proc/${parent.pid}/cmdline`, "utf8");
      await vi.waitUntil(() => command().startsWith("sleep"), patient);
      process.kill(pid, "SIGKILL");
      await vi.waitUntil(() => fields()[0] === "Z", patient);
      const own = await newHolder();
      const started = fields()[19];
      expect(await lifeOf({ ...own, pid, started })).toBe("dead");
    } finally {
      parent.kill("SIGKILL");
    }
  },
);

test("a machine that slept has heard nothing, and that is no silence", async () => {
  const path = join(folder, "slept");
  const foreign = { ...(await newHolder()), machine: "another" };
  writeFileSync(path, holderText(foreign));
  const clock = vi.spyOn(performance, "now");
  try {
    let time = 0;
    // Each look is a quarter of an hour after the one before.
    clock.mockImplementation(() => (time += 900_000));
    let isRemoved = false;
    const lock = takeLock(path, { ...times, waitMs: 2 ** 31 - 1 });
    const taken = lock.then(() => expect(isRemoved).toBe(true));
    await vi.waitUntil(() => clock.mock.calls.length > 8, patient);
    isRemoved = true;
    rmSync(path);
    await taken;
    await (await lock).release();
  } finally {
    clock.mockRestore();
  }
});

test("a lock file says all of its holder, or nothing", async () => {
  const own = await newHolder();
  const text = holderText(own);
  expect(readHolderText(text)).toEqual(own);
  const without = { ...own, started: undefined };
  expect(readHolderText(holderText(without))).toEqual(without);
  // Any beginning of it is what a slow writer may have written.
  for (let end = 0; end < text.length; end++)
    expect(readHolderText(text.slice(0, end))).toBe(undefined);
  for (const pid of [0, -1, 1.5, NaN])
    expect(readHolderText(holderText({ ...own, pid }))).toBe(undefined);
  const nonce = `../${own.nonce.slice(3)}`;
  expect(readHolderText(holderText({ ...own, nonce }))).toBe(undefined);
});
