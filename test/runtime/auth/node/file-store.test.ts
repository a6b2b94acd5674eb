import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  fileStore,
  FileStoreError,
} from "../../../../src/runtime/auth/node.ts";
import { storeAt } from "../../../../src/runtime/auth/node/store/file-store.ts";
import {
  holderText,
  newHolder,
} from "../../../../src/runtime/stores/files/holder.ts";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "mcp-gen-store-"));
});
afterAll(() => rmSync(root, { recursive: true }));

/** A path that nothing has, in a folder of its own. */
function freshPath(): string {
  return join(root, randomBytes(6).toString("hex"), "deep", "tokens.json");
}

/** A file that is there already. */
function written(text: string, mode = 0o600): string {
  const path = freshPath();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode });
  chmodSync(path, mode);
  return path;
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

const none = `{"version":1,"entries":{}}`;
const isRoot = process.getuid?.() === 0;

describe("a store in a file", () => {
  test("keeps what it is given, for another store of the same file too", async () => {
    const path = freshPath();
    const store = fileStore(path);
    expect(await store.get("a")).toBe(undefined);
    expect(existsSync(dirname(path))).toBe(false);
    await store.set("a", "one\u2028\n\ud83d\udd11");
    await store.set("__proto__", "two");
    await store.delete("nothing");
    const other = fileStore(pathToFileURL(path));
    expect(await other.get("a")).toBe("one\u2028\n\ud83d\udd11");
    expect(await other.get("__proto__")).toBe("two");
    expect(await other.get("constructor")).toBe(undefined);
    await other.delete("a");
    expect(await store.get("a")).toBe(undefined);
  });

  test("is readable by its owner alone, whatever the mask of the process", async () => {
    const before = process.umask(0);
    const path = freshPath();
    try {
      await fileStore(path).set("a", "b");
    } finally {
      process.umask(before);
    }
    expect(modeOf(path)).toBe("600");
    const folder = dirname(path);
    expect([folder, dirname(folder), `${path}.locks`].map(modeOf)).toEqual([
      "700",
      "700",
      "700",
    ]);
    expect(readdirSync(folder).sort()).toEqual([
      "tokens.json",
      "tokens.json.locks",
    ]);
    expect(readdirSync(`${path}.locks`)).toEqual([]);
  });

  test("leaves a folder that was there as it is", async () => {
    const path = written(none);
    chmodSync(dirname(path), 0o755);
    await fileStore(path).set("a", "b");
    expect(modeOf(dirname(path))).toBe("755");
  });

  test("takes from others what they may do with the file, and tells", async () => {
    for (const mode of [0o644, 0o640, 0o602, 0o610]) {
      const path = written(none, mode);
      const told: string[] = [];
      const onWarning = (error: Error): unknown => told.push(error.message);
      const store = fileStore(path, { onWarning });
      expect(await store.get("a")).toBe(undefined);
      expect(modeOf(path)).toBe("600");
      expect(told).toEqual([
        expect.stringContaining(`${path}: others could read or write it`),
      ]);
      await store.set("a", "b");
      expect(told.length).toBe(1);
    }
  });

  test("tells on standard error where nobody listens", async () => {
    const path = written(none, 0o644);
    const print = vi.spyOn(console, "error").mockImplementation(() => {});
    try {
      await fileStore(path).get("a");
      expect(print.mock.calls).toEqual([
        [expect.stringContaining("mode 644). The mode is now 600")],
      ]);
    } finally {
      print.mockRestore();
    }
  });

  test("refuses a folder in which everybody may replace files", async () => {
    const path = written(none);
    chmodSync(dirname(path), 0o777);
    await expect(fileStore(path).set("a", "b")).rejects.toThrow(
      `${dirname(path)}: everybody may replace files in this folder: run chmod o-w on it`,
    );
    // As /tmp is.
    chmodSync(dirname(path), 0o1777);
    await fileStore(path).set("a", "b");
  });

  test.runIf(isRoot)(
    "refuses a file, and a link, of another user",
    async () => {
      const path = written(none);
      chownSync(path, 12345, 12345);
      await expect(fileStore(path).get("a")).rejects.toThrow(
        `${path}: it belongs to user 12345, and this process runs as 0`,
      );
      await expect(fileStore(path).set("a", "b")).rejects.toThrow(
        "it belongs to user",
      );
      const target = written(none);
      const link = join(dirname(target), "link.json");
      symlinkSync(target, link);
      const { lchownSync } = await import("node:fs");
      lchownSync(link, 12345, 12345);
      await expect(fileStore(link).get("a")).rejects.toThrow(
        "it belongs to user",
      );
    },
  );

  test("writes through a link, which stays, and shares its locks", async () => {
    const target = written(none);
    const link = join(root, "link.json");
    symlinkSync(target, link);
    await fileStore(link).set("a", "b");
    expect(await fileStore(target).get("a")).toBe("b");
    expect(readFileSync(link, "utf8")).toBe(readFileSync(target, "utf8"));
    await fileStore(link).lock("key", async () => {
      const impatient = fileStore(target, { lockTimeoutMs: 20 });
      await expect(impatient.lock("key", async () => {})).rejects.toThrow(
        "has held the lock for longer than 20 ms",
      );
    });
  });

  test("says so of a link to nothing, and of what is no file", async () => {
    const link = join(root, "dangling.json");
    symlinkSync(join(root, "nothing"), link);
    const store = fileStore(link);
    for (const act of [() => store.get("a"), () => store.set("a", "b")])
      await expect(act()).rejects.toThrow(
        "it is a link to a file that does not exist: create the file, empty, or remove the link",
      );
    await expect(fileStore(root).get("a")).rejects.toThrow(
      "it is not a regular file",
    );
    const inFile = join(written(none), "tokens.json");
    await expect(fileStore(inFile).set("a", "b")).rejects.toThrow(
      "a part of its path is a file, not a folder (ENOTDIR)",
    );
  });

  test("does not wait for the other end of a pipe", async () => {
    const { execFileSync } = await import("node:child_process");
    const pipe = join(root, "pipe");
    execFileSync("mkfifo", ["-m", "600", pipe]);
    await expect(fileStore(pipe).get("a")).rejects.toThrow(
      "it is not a regular file",
    );
  });

  test("begins anew with an empty file", async () => {
    const path = written("");
    await fileStore(path).set("a", "b");
    expect(await fileStore(path).get("a")).toBe("b");
  });

  test.each([
    [
      "no JSON",
      `{"version": 1,\n "entries": {"a": "secret-1" "b": ""}}`,
      "it is not JSON at line 2, column 30",
    ],
    ["half a file", `{"version":1,"entries":{"a":"secret-1`, "it is not JSON"],
    ["other JSON", `["secret-1"]`, "it is not a JSON object"],
    ["another form", `{"secret-1":{}}`, "it is not a token store"],
    [
      "entries that are a list",
      `{"version":1,"entries":["secret-1"]}`,
      "it is not a token store",
    ],
    [
      "an entry that is no text",
      `{"version":1,"entries":{"secret-1":1}}`,
      "an entry is not a string",
    ],
    [
      "a later version",
      `{"version":2,"entries":{"a":"secret-1"}}`,
      "a later release of this program wrote it (version 2",
    ],
  ])("is not written over when it is corrupt: %s", async (_, text, problem) => {
    const path = written(text);
    const store = fileStore(path);
    for (const act of [
      () => store.get("a"),
      () => store.set("a", "b"),
      () => store.delete("a"),
    ]) {
      const error = await act().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(FileStoreError);
      expect(String(error)).toContain(`${path}: ${problem}`);
      expect(String(error)).toMatch(/move it away|update this program/);
      expect(String(error)).not.toContain("secret-1");
    }
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  test("is never half written: the file is another one, and the old one stays whole", async () => {
    const path = written(none);
    const old = join(dirname(path), "old");
    linkSync(path, old);
    await fileStore(path).set("a", "b");
    expect(readFileSync(old, "utf8")).toBe(none);
    expect(await fileStore(path).get("a")).toBe("b");
  });

  test("removes the drafts that a killed process left, and nothing else", async () => {
    const path = written(none);
    const [folder, name] = [dirname(path), basename(path)];
    const locks = `${path}.locks`;
    mkdirSync(locks, { mode: 0o700 });
    const holder = await newHolder();
    writeFileSync(join(folder, `${name}.0123456789abcdef.draft`), "secret");
    writeFileSync(join(folder, `${name}.backup.draft`), "");
    writeFileSync(join(folder, `other.0123456789abcdef.draft`), "");
    writeFileSync(join(locks, "a.own"), holderText(holder));
    writeFileSync(
      join(locks, "b.own"),
      holderText({ ...holder, started: "0" }),
    );
    writeFileSync(join(locks, "c.own"), "");
    await fileStore(path).set("a", "b");
    expect(readdirSync(folder).sort()).toEqual([
      "other.0123456789abcdef.draft",
      name,
      `${name}.backup.draft`,
      `${name}.locks`,
    ]);
    expect(readdirSync(locks).sort()).toEqual(["a.own", "c.own"]);
  });

  test("refuses paths and values that are none", async () => {
    for (const path of ["", "~", "~/tokens.json", "a\0b"])
      expect(() => fileStore(path)).toThrow(TypeError);
    expect(() => fileStore("a", { lockTimeoutMs: 0 })).toThrow("lockTimeoutMs");
    const store = fileStore(freshPath());
    // @ts-expect-error: no text
    await expect(store.set("a", 1)).rejects.toThrow(TypeError);
  });
});

describe("many calls of one process at once", () => {
  test("lose nothing", async () => {
    const path = freshPath();
    const stores = [fileStore(path), fileStore(path)];
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        stores[index % 2]?.set(`key ${index}`, `value ${index}`),
      ),
    );
    for (let index = 0; index < 20; index++)
      expect(await fileStore(path).get(`key ${index}`)).toBe(`value ${index}`);
  });

  test("run one after the other under one lock, and together under two", async () => {
    const path = freshPath();
    let [inside, most] = [0, 0];
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
    };
    const one = Array.from({ length: 8 }, () =>
      fileStore(path).lock("a", work),
    );
    await Promise.all(one);
    expect(most).toBe(1);
    const store = fileStore(path);
    let open = (): void => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    await Promise.all([
      store.lock("a", () => opened),
      store.lock("b", async () => open()),
    ]);
  });

  test("read and write inside of a lock", async () => {
    const store = fileStore(freshPath());
    const result = await store.lock("a", async () => {
      await store.set("a", "1");
      return store.get("a");
    });
    expect(result).toBe("1");
  });

  test("let go of a lock when the work fails, and say why", async () => {
    const store = fileStore(freshPath());
    const failing = store.lock("a", () => Promise.reject(new Error("mine")));
    await expect(failing).rejects.toThrow("mine");
    const throwing = store.lock("a", () => {
      throw new Error("at once");
    });
    await expect(throwing).rejects.toThrow("at once");
    expect(await store.lock("a", async () => "next")).toBe("next");
  });

  test("wait so long and no longer; who waits behind gets its turn", async () => {
    const path = freshPath();
    const short = fileStore(path, { lockTimeoutMs: 20 });
    const long = fileStore(path);
    let [enter, open] = [(): void => {}, (): void => {}];
    const entered = new Promise<void>((resolve) => (enter = resolve));
    const opened = new Promise<void>((resolve) => (open = resolve));
    const first = long.lock("a", () => (enter(), opened));
    await entered;
    const ran: string[] = [];
    const second = short.lock("a", async () => void ran.push("second"));
    const third = long.lock("a", async () => void ran.push("third"));
    await expect(second).rejects.toThrow(
      "this process itself has held the lock for longer than 20 ms",
    );
    expect(ran).toEqual([]);
    open();
    await Promise.all([first, third]);
    expect(ran).toEqual(["third"]);
  });
});

describe("a lock of a process that cannot be seen", () => {
  const foreign = {
    nonce: "0".repeat(32),
    machine: "another",
    pid: 1,
    started: undefined,
  };

  /** A store with short times, and its lock "a" in the hands of another machine. */
  async function held(
    text: string,
    times: { waitMs: number; silentMs: number },
  ): Promise<{ lock: string; take(): Promise<string>; told: string[] }> {
    const path = written(none);
    const told: string[] = [];
    const warn = (error: Error): unknown => told.push(error.message);
    const store = storeAt({ path, ...times, beatMs: 5_000, warn });
    let lock = "";
    await store.lock("a", async () => {
      const [name = ""] = readdirSync(`${path}.locks`);
      lock = join(`${path}.locks`, name);
    });
    writeFileSync(lock, text);
    return { lock, take: () => store.lock("a", async () => "taken"), told };
  }

  test("is not robbed while it shows that it lives", async () => {
    const { lock, take } = await held(holderText(foreign), {
      waitMs: 150,
      silentMs: 60,
    });
    let beats = 0;
    const { utimesSync } = await import("node:fs");
    const beat = setInterval(() => utimesSync(lock, 1, (beats += 1)), 10);
    try {
      await expect(take()).rejects.toThrow(
        "process 1 has held the lock for longer than 150 ms: if it is not a process of this program, remove this file",
      );
    } finally {
      clearInterval(beat);
    }
  });

  test.each([
    ["one that is silent", holderText(foreign)],
    ["one that says nothing", ""],
    ["one that says half of it", "0000\nanoth"],
    ["one with a name that leads elsewhere", "../../x\nanother\n1\n\n"],
  ])("is taken over after a silence: %s", async (_, text) => {
    const { take, lock } = await held(text, { waitMs: 60_000, silentMs: 20 });
    expect(await take()).toBe("taken");
    expect(readdirSync(dirname(lock))).toEqual([]);
  });

  test("is told of when it was taken from a holder that comes back", async () => {
    const path = freshPath();
    const told: string[] = [];
    const warn = (error: Error): unknown => told.push(error.message);
    const times = { waitMs: 1_000, silentMs: 60_000, beatMs: 5_000 };
    const store = storeAt({ path, ...times, warn });
    const result = await store.lock("a", async () => {
      const [name = ""] = readdirSync(`${path}.locks`);
      writeFileSync(join(`${path}.locks`, name), holderText(foreign));
      return "done";
    });
    expect(result).toBe("done");
    expect(told).toEqual([expect.stringContaining("taken over while in use")]);
    // What is another's now stays.
    expect(readdirSync(`${path}.locks`).length).toBe(1);
  });
});
