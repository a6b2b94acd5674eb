import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  openUpstream,
  type UpstreamOptions,
} from "../../../src/project/upstream/index.ts";
import { temporaryFolder, writeTree } from "../../emit/output/folder.ts";

const draft = "export interface Draft {}\n";
const released = "export interface Released {}\n";

function options(cwd: string, at?: string): UpstreamOptions {
  const env = { PATH: process.env["PATH"] };
  return { cwd, env, ...(at !== undefined && { at }) };
}

/** Runs git in a folder, with nothing of this machine's settings; what it prints. */
function git(folder: string, ...args: string[]): string {
  const named = ["-c", "user.name=Example", "-c", "user.email=a@example.com"];
  return execFileSync("git", ["-C", folder, ...named, ...args], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null" },
  }).trim();
}

/** A folder that is a repository, with one commit that has these files. */
function repository(files: Record<string, string>): string {
  const folder = temporaryFolder();
  git(folder, "init", "-q", "-b", "main");
  writeTree(folder, files);
  commitAll(folder);
  return folder;
}

function commitAll(folder: string): string {
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", "Change");
  return git(folder, "rev-parse", "HEAD");
}

async function texts(
  from: string,
  at?: string,
): Promise<Record<string, string>> {
  const upstream = await openUpstream(from, options(from, at));
  const list = (await upstream.list()) ?? [];
  const files = await Promise.all(list.map((schema) => upstream.read(schema)));
  return Object.fromEntries(
    files.map(({ id, bytes }) => [id, Buffer.from(bytes).toString()]),
  );
}

describe("a folder", () => {
  test.each(["", "schema/"])(
    "has a folder for each revision: %s",
    async (prefix) => {
      const folder = temporaryFolder();
      writeTree(folder, {
        [`${prefix}draft/schema.ts`]: draft,
        [`${prefix}2030-01-01/schema.ts`]: released,
        [`${prefix}notes/readme.md`]: "",
        "other/schema.json": "{}",
      });
      expect(await texts(folder)).toEqual({ "2030-01-01": released, draft });
      const upstream = await openUpstream(".", options(folder));
      expect(upstream).toMatchObject({ name: "." });
      expect(upstream).not.toHaveProperty("commit");
    },
  );

  test("must be there, and have what is read", async () => {
    const folder = temporaryFolder();
    writeTree(folder, { "draft/schema.ts": draft, "outside.ts": "" });
    await expect(openUpstream("./none", options(folder))).rejects.toMatchObject(
      {
        code: "unreadable",
      },
    );
    const upstream = await openUpstream(folder, options(folder));
    const read = upstream.read({ path: "drafts/schema.ts" });
    await expect(read).rejects.toMatchObject({
      code: "not-published",
      hint: expect.stringContaining("draft/schema.ts") as string,
    });
    const inner = await openUpstream("./draft", options(folder));
    for (const path of ["../outside.ts", "a/../../outside.ts", "/etc/passwd"])
      await expect(inner.read({ path })).rejects.toMatchObject({
        code: "not-published",
      });
  });

  test("has no link that leads out of it", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "in/schema/draft"), { recursive: true });
    writeFileSync(join(folder, "secret.txt"), "secret");
    symlinkSync(
      "../../../secret.txt",
      join(folder, "in/schema/draft/schema.ts"),
    );
    const upstream = openUpstream("./in", options(folder));
    await expect(upstream).rejects.toThrow(
      "a link that leads out of the folder",
    );
  });
});

describe("a clone of a repository", () => {
  test("is of its commit while its schemas are as that has them", async () => {
    const folder = repository({
      "schema/draft/schema.ts": draft,
      "README.md": "",
    });
    const commit = git(folder, "rev-parse", "HEAD");
    writeTree(folder, { "README.md": "edited" });
    expect(await openUpstream(folder, options("."))).toMatchObject({ commit });
    writeTree(folder, { "schema/draft/schema.ts": released });
    const edited = await openUpstream(folder, options("."));
    expect(edited.commit).toBeUndefined();
    expect(await texts(folder)).toEqual({ draft: released });
  });

  test("is read at a commit, whatever lies there now", async () => {
    const folder = repository({ "schema/draft/schema.ts": draft });
    const first = git(folder, "rev-parse", "HEAD");
    writeTree(folder, { "schema/draft/schema.ts": released });
    const second = commitAll(folder);
    writeTree(folder, { "schema/draft/schema.ts": "edited" });
    expect(await texts(folder, first)).toEqual({ draft });
    expect(await texts(folder, first.slice(0, 8))).toEqual({ draft });
    expect(await texts(folder, "main")).toEqual({ draft: released });
    const upstream = await openUpstream(folder, options(".", "main"));
    expect(upstream.commit).toBe(second);
    for (const at of ["0".repeat(40), "--all", "main:schema"])
      await expect(
        openUpstream(folder, options(".", at)),
      ).rejects.toMatchObject({
        code: "not-published",
      });
  });

  test("may be bare", async () => {
    const folder = repository({ "schema/draft/schema.ts": draft });
    const mirror = join(temporaryFolder(), "mirror.git");
    git(folder, "clone", "-q", "--mirror", ".", mirror);
    expect(await texts(mirror)).toEqual({ draft });
  });

  test("is not taken for the repository that it lies in", async () => {
    const folder = repository({ "vendor/schema/draft/schema.ts": draft });
    const upstream = await openUpstream("./vendor", options(folder));
    expect(upstream.commit).toBeUndefined();
    const at = openUpstream("./vendor", options(folder, "main"));
    await expect(at).rejects.toThrow("no git repository");
  });
});
