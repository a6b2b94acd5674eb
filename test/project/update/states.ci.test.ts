import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sha256 } from "../../../src/base/digest.ts";
import { update } from "../../../src/project/update/index.ts";
import { mcpGen } from "../../cli/command-line.ts";
import { readTree, temporaryFolder } from "../../emit/output/folder.ts";
import { startCodeHost } from "../../support/code-host.ts";
import { runtimeSources } from "../../support/emitted.ts";
import { compile, folderOf } from "../../support/typescript.ts";
import { states } from "./states.ts";

const schemaPath = "schema/next/schema.ts";

/** What each state is to be told as: methods, types and the count of either, by what became of them. */
const told: Readonly<Record<string, object>> = {
  "02-added": { methods: { added: 2 }, types: { added: 2 } },
  "03-renamed": { methods: { added: 1, removed: 1 } },
  "04-removed": { methods: { removed: 1 }, types: { removed: 2 } },
  "05-tightened": { methods: { added: 0, removed: 0 } },
  "07-mended-and-loosened": { methods: { added: 0, removed: 0 } },
  "08-comments-only": { methods: { added: 0, removed: 0, changed: 0 } },
  "09-split-and-moved": { methods: { added: 0, removed: 0 } },
  "10-back-again": { methods: { added: 2, removed: 3 } },
};

test("a draft goes through ten states: each is told, locked, generated and compiles, but the broken one", async () => {
  const host = await startCodeHost({
    files: { [schemaPath]: states[0]?.text ?? "" },
  });
  onTestFinished(() => host.close());
  const cwd = temporaryFolder();
  const out = join(cwd, "out");
  const env = host.env();
  const compiled = runtimeSources();
  const summaries: Record<string, unknown> = {};
  for (const [index, { name, text }] of states.entries()) {
    if (index > 0) host.commit({ [schemaPath]: text });
    const before = readTree(cwd);
    const wanted =
      index > 0
        ? {}
        : {
            from: host.name,
            revisions: ["next"],
            out: "out",
            emit: ["types", "guards", "dispatch", "server", "client"] as const,
            runtime: "../../runtime/index.js",
          };
    const running = update({ cwd, env, ...wanted });
    if (name === "06-broken") {
      await expect(running).rejects.toMatchObject({ code: "invalid-schema" });
      expect(readTree(cwd)).toEqual(before);
      continue;
    }
    const report = await running;
    const [news] = report.news;
    expect(news).toMatchObject({
      kind: index === 0 ? "taken" : "changed",
      id: "next",
      to: { sha256: sha256(text) },
    });
    if (index > 0) summaries[name] = news?.diff?.summary;
    const [input] = report.lock.outputs[0]?.inputs ?? [];
    expect(input).toMatchObject({
      commit: host.commits.at(-1)?.sha,
      path: schemaPath,
      sha256: sha256(text),
    });
    expect(readTree(cwd)["mcp-gen.schemas/next/schema.ts"]).toBe(text);
    // What the lock says is what there is, without a network.
    expect(await mcpGen(["check"], { cwd })).toMatchObject({ code: 0 });
    for (const [path, code] of Object.entries(readTree(out)))
      if (path.endsWith(".ts"))
        compiled.push({ path: `${name}/${path}`, text: code });
  }
  expect(summaries).toMatchObject(told);
  expect(await compile(folderOf(compiled))).toEqual([]);
  // The first state and the last are one.
  expect(states.at(-1)?.text).toBe(states[0]?.text);
});
