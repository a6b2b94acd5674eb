import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findBundled } from "../../../src/revisions/revisions.ts";
import { find } from "../../../src/project/update/find.ts";
import type { WantedSchema } from "../../../src/project/update/inputs.ts";
import type { Source } from "../../../src/project/update/sources.ts";
import type { Upstream } from "../../../src/project/upstream/upstream.ts";
import { mcpGen, schema, type Outcome } from "../../cli/command-line.ts";
import { memoryUpstream } from "../../support/memory-upstream.ts";
import { startCodeHost } from "../../support/code-host.ts";
import { broken, createProject, louder, type Project } from "./project.ts";
import { outputsOf } from "./workflow-outputs.ts";

const first = ["draft", "--out", "out", "--emit", "types"];

function run(
  { cwd }: Project,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  return mcpGen(["update", ...args], { cwd, env });
}

/** A project whose lock knows a draft that has changed since. */
async function behind(): Promise<Project> {
  const project = createProject();
  const { code } = await run(project, [...first, "--from", "../published"]);
  expect(code).toBe(0);
  project.publish({ draft: louder });
  return project;
}

describe("mcp-gen update", () => {
  test("tells a person how much has changed, and what was done", async () => {
    const project = await behind();
    const { code, stdout, stderr } = await run(project, []);
    expect(code).toBe(0);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^draft changed: [0-9a-f]{12} → [0-9a-f]{12}, in/);
    expect(stdout).toContain("  types: 0 added, 0 removed, 1 changed\n");
    expect(stdout).toContain("Wrote 3 files in out");
    expect(stdout).toContain("Wrote mcp-gen.lock.json\n");
    const again = await run(project, []);
    expect(again.stdout).toBe("Nothing is new\nout is up to date\n");
  });

  test("exits with 1 on news with --check, and with 0 without news", async () => {
    const project = await behind();
    const before = project.tree();
    const { code, stdout } = await run(project, ["--check"]);
    expect(code).toBe(1);
    expect(stdout).toContain("Run mcp-gen update");
    expect(project.tree()).toEqual(before);
    await run(project, []);
    expect((await run(project, ["--check"])).code).toBe(0);
  });

  test("does not say with --check that it takes what it refuses, or leaves", async () => {
    const project = createProject({ "2031-01-01": schema });
    const { cwd } = project;
    const from = ["--from", "../published", "--emit", "types"];
    await run(project, ["2031-01-01", "--out", "out", ...from]);
    project.publish({ "2032-01-01": louder });
    const released = await run(project, ["--check"]);
    expect(released.code).toBe(1);
    expect(released.stdout).toContain("take it: mcp-gen update 2032-01-01");
    expect(released.stdout).not.toContain("Run mcp-gen update");
    project.publish({ "2031-01-01": louder });
    const edited = await mcpGen(["update", "--check"], { cwd });
    expect(edited.code).toBe(1);
    expect(edited.stdout).toContain("--accept 2031-01-01");
    expect(edited.stdout).not.toContain("Run mcp-gen update");
  });

  test("says with --dry-run what would be written", async () => {
    const project = await behind();
    const { code, stdout } = await run(project, ["--dry-run"]);
    expect(code).toBe(0);
    expect(stdout).toContain("would write or remove 3 files in out");
    expect(stdout).not.toContain("Wrote");
  });

  test("reports to a program", async () => {
    const project = await behind();
    const checked = await run(project, ["--check", "--format", "json"]);
    expect(JSON.parse(checked.stdout)).toMatchObject({
      ...{ status: "news", written: false },
      news: [{ kind: "changed", id: "draft", diff: { before: "draft" } }],
    });
    const { stdout } = await run(project, ["--format", "json"]);
    const report = JSON.parse(stdout) as object;
    expect(report).toMatchObject({ status: "done", outputs: [{ out: "out" }] });
    expect(stdout).not.toContain("interface EchoRequest");
    project.publish({ draft: broken });
    const failed = await run(project, ["--format", "json"]);
    expect(failed.code).toBe(2);
    expect(JSON.parse(failed.stdout)).toMatchObject({
      ...{ status: "error", error: { code: "invalid-schema" } },
      diagnostics: [{ code: "unknown-type" }],
      news: [{ kind: "changed", id: "draft" }],
    });
  });

  test("annotates a workflow, and says what a pull request needs", async () => {
    const project = await behind();
    const env = {
      GITHUB_OUTPUT: join(project.cwd, "../outputs"),
      GITHUB_STEP_SUMMARY: join(project.cwd, "../summary.md"),
      GITHUB_WORKSPACE: join(project.cwd, ".."),
    };
    const { stdout } = await run(project, ["--format", "github"], env);
    expect(stdout).toMatch(/^::notice title=draft%3A changed::draft changed/);
    expect(stdout).toContain(
      "::notice file=project/mcp-gen.schemas/draft/schema.ts,line=41,",
    );
    const outputs = outputsOf(readFileSync(env.GITHUB_OUTPUT, "utf8"));
    expect(outputs).toMatchObject({
      changed: "true",
      title: "Update the protocol: draft changed",
    });
    expect(outputs["body"]).toContain("## `draft` changed");
    expect(outputs["body"]).toContain("- types: 0 added, 0 removed, 1 changed");
    const summary = readFileSync(env.GITHUB_STEP_SUMMARY, "utf8");
    expect(summary).toContain("## `draft` changed");
  });

  test("fails as an annotation too", async () => {
    const project = await behind();
    project.publish({ draft: broken });
    const { code, stdout, stderr } = await run(project, ["--format", "github"]);
    expect(code).toBe(2);
    expect(stdout).toContain("::error title=invalid-schema::");
    expect(stderr).toContain("mcp-gen.schemas/draft/schema.ts:43:");
  });
});

test("what the package has is not fetched", async () => {
  const path = "schema/2025-06-18/schema.ts";
  const { blob } = findBundled("2025-06-18") ?? {};
  expect(blob).toBeDefined();
  const upstream: Upstream = {
    ...memoryUpstream({ [path]: schema }),
    list: () => Promise.resolve([{ id: "2025-06-18", path, blob: blob ?? "" }]),
    read: () => Promise.reject(new Error("it was read")),
  };
  const source: Source = { ...upstream, read: () => upstream.read({ path }) };
  const wanted: WantedSchema = {
    ...{ kind: "revision", id: "2025-06-18" },
    place: { at: "published", from: "example/protocol" },
  };
  const sources = { open: () => Promise.resolve(source) };
  const search = { folder: "", env: {}, sources };
  const found = await find(wanted, search);
  const { sha256 } = findBundled("2025-06-18")?.source ?? {};
  expect(found.input).toMatchObject({
    path,
    sha256,
    source: "example/protocol",
  });
  expect(found.bytes).toBeUndefined();
});

describe("what update has written", () => {
  test("is what generate and check repeat by the lock, extensions as well", async () => {
    const project = createProject();
    const widgets = "../extension/schema/draft/schema.ts";
    const extension = { extension: "com.example/widgets", revision: "draft" };
    const text = `
      import { JSONRPCRequest, Result } from "./core.js";
      export interface WidgetRequest extends JSONRPCRequest {
        method: "widgets/get";
        params: { name: string };
      }
      export interface WidgetResult extends Result { size: number }
    `;
    project.write({
      [widgets]: text,
      "mcp-gen.config.json": JSON.stringify({
        ...{ from: "../published", out: "out", revisions: ["draft"] },
        emit: ["types"],
        extensions: [{ ...extension, from: "../extension" }],
      }),
    });
    expect((await run(project, [])).code).toBe(0);
    project.write({ [widgets]: text.replace("size: number", "size: string") });
    const { stdout } = await run(project, []);
    expect(stdout).toContain("com.example/widgets (draft) changed");
    expect(stdout).toContain("on the wire: 1 break older receivers");
    const before = project.tree();
    const { cwd } = project;
    expect((await mcpGen(["check"], { cwd })).code).toBe(0);
    expect((await mcpGen(["generate"], { cwd })).code).toBe(0);
    expect(project.tree()).toEqual(before);
  });
});

describe("mcp-gen update from a code host", () => {
  const token = "a-token-for-nobody";

  test("leaves everything as it is when nobody answers, and shows no token", async () => {
    const host = await startCodeHost({
      files: { "schema/draft/schema.ts": schema },
    });
    const project = createProject();
    const env = { ...host.env(), GITHUB_TOKEN: token };
    const args = [...first, "--from", host.name];
    const taken = await run(project, args, env);
    expect(taken.code).toBe(0);
    expect(taken.stdout).toMatch(/at [0-9a-f]{12}, in example\/protocol/);
    const before = project.tree();
    host.commit({ "schema/draft/schema.ts": louder });
    host.fault("any", { kind: "lost" });
    const lost = await run(project, [], env);
    const { cwd } = project;
    const interruption = AbortSignal.abort();
    const stopped = await mcpGen(["update"], { cwd, env, interruption });
    expect(stopped.code).toBe(130);
    await host.close();
    const gone = await run(project, [], env);
    for (const { code, stdout, stderr } of [lost, gone]) {
      expect(code).toBe(2);
      expect(stderr).toContain("error unreachable");
      expect(stderr).toContain("nothing was changed");
      expect(stdout + stderr).not.toContain(token);
    }
    expect(project.tree()).toEqual(before);
    expect(JSON.stringify(before)).not.toContain(token);
  });
});
