import { describe, expect, test } from "vitest";
import { sha256 } from "../../../src/base/digest.ts";
import { blobId } from "../../../src/project/upstream/index.ts";
import { temporaryFolder } from "../../emit/output/folder.ts";
import {
  asked,
  codeHost,
  draft,
  draftPath,
  failureOf,
  open,
  readAll,
  released,
} from "./code-host.ts";

const all = { "2030-01-01": released, draft };

describe("a repository on a code host", () => {
  test("is listed and read at one commit, by three requests", async () => {
    const host = await codeHost();
    const upstream = await open(host);
    const newest = host.commits.at(-1)?.sha;
    expect(upstream).toMatchObject({ name: host.name, commit: newest });
    expect(await upstream.list()).toEqual([
      {
        id: "2030-01-01",
        path: "schema/2030-01-01/schema.ts",
        blob: blobId(Buffer.from(released)),
      },
      { id: "draft", path: draftPath, blob: blobId(Buffer.from(draft)) },
    ]);
    const [file] = await Promise.all([
      upstream.read({ path: draftPath }),
      upstream.read({ path: draftPath }),
    ]);
    expect(Buffer.from(file.bytes).toString()).toBe(draft);
    expect(file).toMatchObject({ id: "draft", sha256: sha256(draft) });
    expect(asked(host)).toEqual(["commits", "tree", "contents"]);
    expect(host.requests[0]?.target).toBe(
      "/repos/example/protocol/commits?path=schema&per_page=1",
    );
  });

  test("is asked as its rules want it, with the token of the environment", async () => {
    const host = await codeHost({ token: "ghp_secret" });
    await readAll(await open(host));
    for (const { headers } of host.requests) {
      expect(headers).toMatchObject({
        accept: expect.stringMatching(/^application\/vnd\.github/) as string,
        authorization: "Bearer ghp_secret",
        "user-agent": expect.stringMatching(/^mcp-gen\/\d/) as string,
        "x-github-api-version": "2022-11-28",
      });
    }
  });

  test("is asked for a change alone, where it was asked before", async () => {
    const host = await codeHost({ limit: 4 });
    const env = { XDG_CACHE_HOME: temporaryFolder() };
    expect(await readAll(await open(host, { env }))).toEqual(all);
    host.reset();
    expect(await readAll(await open(host, { env }))).toEqual(all);
    expect(host.requests.map(({ status }) => status)).toEqual([304]);
    host.commit({ "README.md": "News.\n" });
    host.reset();
    expect(await readAll(await open(host, { env }))).toEqual(all);
    expect(host.requests.map(({ status }) => status)).toEqual([304]);
    host.commit({ [draftPath]: "export interface New {}\n" });
    host.reset();
    expect(await readAll(await open(host, { env }))).toEqual({
      ...all,
      draft: "export interface New {}\n",
    });
    expect(asked(host)).toEqual(["commits", "tree", "contents"]);
  });

  test("is read at a commit that is known by one request", async () => {
    const host = await codeHost();
    const first = host.commits[0]?.sha ?? "";
    host.commit({ [draftPath]: "other" });
    const upstream = await open(host, { at: first });
    expect(upstream.commit).toBe(first);
    const file = await upstream.read({ path: draftPath });
    expect(file.sha256).toBe(sha256(draft));
    expect(asked(host)).toEqual(["contents"]);
    expect(await readAll(upstream)).toEqual(all);
  });

  test.each(["main", "heads/main"])("is read at %s", async (at) => {
    const host = await codeHost();
    host.commit({ [draftPath]: "other" });
    expect(await readAll(await open(host, { at }))).toEqual({
      ...all,
      draft: "other",
    });
    const start = host.commits[0]?.sha.slice(0, 8) ?? "";
    const upstream = await open(host, { at: start });
    expect(upstream.commit).toBe(host.commits[0]?.sha);
  });

  test.each(["gone", "0000000", "../../../other/repo", "a//b"])(
    "has no commit %s",
    async (at) => {
      const host = await codeHost();
      const opened = open(host, { at });
      await expect(opened).rejects.toMatchObject({ code: "not-published" });
    },
  );

  test("may have its revisions at the root", async () => {
    const host = await codeHost({ files: { "draft/schema.ts": draft } });
    expect(await readAll(await open(host))).toEqual({ draft });
  });

  test("may have moved them, or have none", async () => {
    const host = await codeHost();
    const files = host.commits[0]?.files ?? new Map<string, Uint8Array>();
    const gone = Object.fromEntries(
      [...files.keys()].map((path) => [path, undefined]),
    );
    host.commit({ ...gone, "draft/schema.ts": draft });
    expect(await readAll(await open(host))).toEqual({ draft });
    host.commit({ "draft/schema.ts": undefined, "README.md": "Moved.\n" });
    expect(await readAll(await open(host))).toEqual({});
  });

  test("has the newest of a file that lies elsewhere, too", async () => {
    const host = await codeHost();
    const { sha } = host.commit({ "extensions/widgets.ts": "widgets" });
    host.commit({ "README.md": "News.\n" });
    const upstream = await open(host);
    expect(upstream.commit).toBe(host.commits[0]?.sha);
    const path = "extensions/widgets.ts";
    expect(await upstream.read({ path })).toMatchObject({
      commit: sha,
      sha256: sha256("widgets"),
    });
    const gone = upstream.read({ path: "extensions/gadgets.ts" });
    await expect(gone).rejects.toMatchObject({ code: "not-published" });
  });

  test("may hold back what an id could not name", async () => {
    const host = await codeHost({
      files: {
        [draftPath]: draft,
        "schema/a b/schema.ts": "",
        "schema/-x/schema.ts": "",
        "schema/../schema.ts": "",
        "schema/x/y/schema.ts": "",
        "schema/schema.ts": "",
      },
    });
    expect(await readAll(await open(host))).toEqual({ draft });
  });

  test("is listed folder by folder where it is too large", async () => {
    const host = await codeHost();
    const commit = host.commits[0]?.sha ?? "";
    host.fault(`/git/trees/${commit}?recursive`, {
      kind: "truncated",
      entries: 1,
    });
    expect(await readAll(await open(host))).toEqual(all);
    host.reset();
    host.fault(/recursive/, { kind: "truncated", entries: 1 });
    expect(await readAll(await open(host))).toEqual(all);
    host.reset();
    host.fault("tree", { kind: "truncated", entries: 1 });
    await expect(open(host)).rejects.toThrow("the list of them is cut off");
  });

  test("is listed so where its revisions are at the root, too", async () => {
    const host = await codeHost({
      files: { "draft/schema.ts": draft, "docs/a.md": "", "b.md": "" },
    });
    host.fault(/recursive/, { kind: "truncated", entries: 1 });
    const upstream = await open(host);
    expect(await readAll(upstream)).toEqual({ draft });
    // What was not listed may be there all the same.
    const { sha256: digest } = await upstream.read({ path: "b.md" });
    expect(digest).toBe(sha256(""));
  });

  test("may answer with the file inside of JSON", async () => {
    const host = await codeHost();
    const content = Buffer.from(draft).toString("base64");
    host.fault("contents", {
      kind: "answer",
      status: 200,
      headers: { "content-type": "application/json; charset=utf-8" },
      body: JSON.stringify({ encoding: "base64", content: `${content}\n` }),
    });
    const upstream = await open(host);
    const { sha256: digest } = await upstream.read({ path: draftPath });
    expect(digest).toBe(sha256(draft));
  });

  test("may be renamed, which is asked for once", async () => {
    const host = await codeHost();
    host.fault(/^\/repos\/old/, {
      kind: "answer",
      status: 301,
      headers: {
        location: `/repos/${host.name}/commits?path=schema&per_page=1`,
      },
    });
    const upstream = await open(host, { from: "old/name" });
    expect(await readAll(upstream)).toEqual(all);
    expect(upstream.name).toBe("old/name");
    expect(asked(host)).toEqual([
      "other",
      "commits",
      "tree",
      "contents",
      "contents",
    ]);
  });

  test.each([
    ["https://github.com/example/protocol", "example/protocol"],
    ["https://www.github.com/example/protocol.git", "example/protocol"],
    ["https://code.example/example/protocol/", "example/protocol"],
  ])("may be named by the address of its page: %s", async (from, name) => {
    const host = await codeHost();
    const env = { GITHUB_SERVER_URL: "https://code.example" };
    const upstream = await open(host, { from, env });
    expect(upstream.name).toBe(name);
    const { url } = await upstream.read({ path: draftPath });
    expect(url).toBe(
      `https://code.example/${name}/blob/${upstream.commit}/${draftPath}`,
    );
  });

  test("may be named by its address in an API, which gets no token that is for another", async () => {
    const host = await codeHost();
    const from = `${host.url}/repos/${host.name}`;
    const env = { GITHUB_TOKEN: "ghp_secret", GITHUB_API_URL: "" };
    const upstream = await open(host, { from, env });
    expect(upstream.name).toBe(from);
    expect(await readAll(upstream)).toEqual(all);
    for (const { headers } of host.requests)
      expect(headers).not.toHaveProperty("authorization");
  });

  test("must be there", async () => {
    const host = await codeHost();
    const unnamed = await failureOf(open(host, { from: "example/protocl" }));
    expect(unnamed.error).toMatchObject({
      code: "not-published",
      hint: "is the name right? for a private one set GITHUB_TOKEN",
    });
    const folder = await failureOf(open(host, { from: "test/support" }));
    expect(folder.error).toMatchObject({
      hint: "for the folder write ./test/support",
    });
    const empty = await codeHost({ files: {} });
    empty.commits.length = 0;
    await expect(open(empty)).rejects.toThrow("has no commit yet");
    const upstream = await open(host);
    const { error } = await failureOf(
      upstream.read({ path: "schema/drafts/schema.ts" }),
    );
    expect(error).toMatchObject({
      code: "not-published",
      hint: expect.stringContaining(draftPath) as string,
    });
  });
});
