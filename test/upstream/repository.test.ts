import { describe, expect, onTestFinished, test } from "vitest";
import { openUpstream } from "../../src/upstream/index.ts";
import { sha256 } from "../../src/digest.ts";
import {
  startCodeHost,
  type CodeHost,
  type CodeHostOptions,
} from "../support/code-host.ts";

const draft = "export interface Draft {}\n";
const released = "export interface Released {}\n";

/** A code host that goes with the test. */
async function codeHost(options: CodeHostOptions = {}): Promise<CodeHost> {
  const host = await startCodeHost({
    files: {
      "README.md": "A protocol.\n",
      "schema/draft/schema.ts": draft,
      "schema/2030-01-01/schema.ts": released,
      "schema/2030-01-01/schema.json": "{}",
    },
    ...options,
  });
  onTestFinished(() => host.close());
  return host;
}

describe("a repository on a code host", () => {
  test("is listed and read at one commit, by three requests", async () => {
    const host = await codeHost();
    const upstream = await openUpstream(host.name, {
      env: host.env(),
      cwd: ".",
    });
    const newest = host.commits.at(-1)?.sha;
    expect(upstream).toMatchObject({ name: host.name, commit: newest });
    const list = await upstream.list();
    expect(list?.map(({ id, path }) => [id, path])).toEqual([
      ["2030-01-01", "schema/2030-01-01/schema.ts"],
      ["draft", "schema/draft/schema.ts"],
    ]);
    const file = await upstream.read({ path: "schema/draft/schema.ts" });
    expect(Buffer.from(file.bytes).toString()).toBe(draft);
    expect(file).toMatchObject({ id: "draft", sha256: sha256(draft) });
    expect(host.requests.map(({ endpoint }) => endpoint)).toEqual([
      "commits",
      "tree",
      "contents",
    ]);
  });
});
