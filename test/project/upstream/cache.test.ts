import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openCache } from "../../../src/project/upstream/cache.ts";
import { temporaryFolder } from "../../emit/output/folder.ts";
import {
  codeHost,
  draft,
  draftPath,
  open,
  readAll,
  released,
} from "./code-host.ts";

const all = { "2030-01-01": released, draft };

function entriesOf(caches: string): string[] {
  const folder = join(caches, "mcp-gen");
  return readdirSync(folder).map((name) => join(folder, name));
}

describe("the cache", () => {
  test("is the user's own, where XDG has it", () => {
    const home = temporaryFolder();
    openCache({ HOME: home }).set("key", "value");
    expect(openCache({ HOME: home }).get("key")?.toString()).toBe("value");
    const place = join(home, ".cache");
    expect(openCache({ XDG_CACHE_HOME: place }).get("key")).toBeDefined();
    expect(
      openCache({ XDG_CACHE_HOME: ".", HOME: home }).get("key"),
    ).toBeDefined();
    expect(openCache({}).get("key")).toBeUndefined();
    expect(statSync(join(place, "mcp-gen")).mode & 0o777).toBe(0o700);
    for (const entry of entriesOf(place))
      expect(statSync(entry).mode & 0o777).toBe(0o600);
  });

  test("forgets what was not used for longest, and keeps nothing large", () => {
    const caches = temporaryFolder();
    const env = { XDG_CACHE_HOME: caches };
    const cache = openCache(env, { all: 3 * 4096, entry: 100 });
    for (const [index, key] of ["a", "b", "c"].entries()) {
      cache.set(key, key);
      for (const entry of entriesOf(caches))
        if (statSync(entry).mtimeMs > Date.now() - 60_000)
          utimesSync(entry, index, index);
    }
    expect(cache.get("a")?.toString()).toBe("a");
    cache.set("d", "d");
    expect(["a", "b", "c", "d"].filter((key) => cache.get(key))).toEqual([
      "a",
      "c",
      "d",
    ]);
    cache.set("e", "e".repeat(101));
    expect(cache.get("e")).toBeUndefined();
  });

  test.each<[string, (entry: string) => void]>([
    ["is cut off", (entry) => truncateSync(entry, 70)],
    ["is empty", (entry) => truncateSync(entry, 0)],
    [
      "is altered",
      (entry) => writeFileSync(entry, readFileSync(entry).fill("x", 70)),
    ],
    ["is another's", (entry) => writeFileSync(entry, "{}")],
    ["cannot be read", (entry) => chmodSync(entry, 0)],
  ])("is as if it were not there where it %s", async (_, harm) => {
    const host = await codeHost();
    const caches = temporaryFolder();
    const env = { XDG_CACHE_HOME: caches };
    await readAll(await open(host, { env }));
    for (const entry of entriesOf(caches)) harm(entry);
    expect(await readAll(await open(host, { env }))).toEqual(all);
  });

  test("is none where its folder is in the way, or is no folder", async () => {
    const host = await codeHost();
    const caches = temporaryFolder();
    writeFileSync(join(caches, "mcp-gen"), "");
    const env = { XDG_CACHE_HOME: caches };
    expect(await readAll(await open(host, { env }))).toEqual(all);
    const odd = temporaryFolder();
    mkdirSync(join(odd, "mcp-gen", "folder"), { recursive: true });
    const cache = openCache({ XDG_CACHE_HOME: odd }, { all: 0, entry: 10 });
    cache.set("key", "value");
    expect(readdirSync(join(odd, "mcp-gen"))).toEqual(["folder"]);
  });

  test("is whole where two use it at once", async () => {
    const host = await codeHost();
    const env = { XDG_CACHE_HOME: temporaryFolder() };
    const both = async (): Promise<unknown> =>
      Promise.all(
        [1, 2, 3].map(async () => readAll(await open(host, { env }))),
      );
    expect(await both()).toEqual([all, all, all]);
    host.commit({ [draftPath]: "other" });
    const changed = { ...all, draft: "other" };
    expect(await both()).toEqual([changed, changed, changed]);
  });

  test("has no token", async () => {
    const token = "ghp_0123456789secret";
    const host = await codeHost({ token });
    const caches = temporaryFolder();
    await readAll(await open(host, { env: { XDG_CACHE_HOME: caches } }));
    const kept = entriesOf(caches);
    expect(kept).toHaveLength(4);
    for (const entry of kept)
      expect(`${entry} ${readFileSync(entry, "latin1")}`).not.toContain(token);
  });
});
