import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonCheckReport } from "../../src/cli/commands/report.ts";
import { sha256 } from "../../src/base/digest.ts";
import {
  createValidator,
  diff,
  extend,
  generate,
  load,
  parseExtension,
} from "../../src/index.ts";
import { manifestPath } from "../../src/emit/output/index.ts";
import { temporaryFolder, writeTree } from "../emit/output/folder.ts";
import { mcpGen } from "./command-line.ts";

const widgets = `
import type { JSONRPCRequest, Result } from "@modelcontextprotocol/core";
export interface GetWidgetRequest extends JSONRPCRequest {
  method: "widgets/get";
  params: { id: string };
}
export interface GetWidgetResult extends Result { size: number }
`;
const facts = {
  methods: { "widgets/get": { direction: "clientToServer", gated: true } },
};
const id = "com.example/widgets";
const named = ["--extension", `${id}=widgets.ts#1.0`];
const told = ["--extension-facts", `${id}=facts.json`];

function project(): string {
  const cwd = temporaryFolder();
  writeTree(cwd, {
    "widgets.ts": widgets,
    "facts.json": JSON.stringify(facts),
    "c#/widgets.ts": widgets,
  });
  return cwd;
}

const tasks = "io.modelcontextprotocol/tasks";

describe("inspect", () => {
  test.each(["tasks", tasks, "tasks#draft"])("%s is bundled", async (name) => {
    const { code, stdout, stderr } = await mcpGen(
      [...["inspect", "2026-07-28", "tasks/get", "--extension", name]],
      { cwd: project() },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^direction +clientToServer$/m);
    expect(stdout).toContain(`extensions["${tasks}"] of the receiver`);
    // Nothing of the extension stands on the core's pages.
    expect(stdout).not.toContain("2026-07-28/schema#");
  });

  test("shows what an extension adds, and says what was assumed", async () => {
    const args = ["inspect", "2025-11-25", "widgets/get", ...named];
    const { code, stdout, stderr } = await mcpGen(args, { cwd: project() });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^direction +both$/m);
    expect(stdout).toMatch(/^result +GetWidgetResult$/m);
    expect(stderr).toContain("widgets.ts:3:18 note extension-assumed");
    expect(stderr).toContain("export interface GetWidgetRequest");
  });

  test("takes facts", async () => {
    const args = ["inspect", "2025-11-25", "widgets/get", ...named, ...told];
    const { stdout, stderr } = await mcpGen(args, { cwd: project() });
    expect(stderr).toBe("");
    expect(stdout).toMatch(
      /^capability +extensions\["com.example\/widgets"\]/m,
    );
  });

  test("lists what was added", async () => {
    const args = ["inspect", "2025-11-25", ...named, ...told];
    const { stdout } = await mcpGen(args, { cwd: project() });
    expect(stdout).toMatch(/^extension +com\.example\/widgets \(1\.0\)$/m);
  });

  test("reads a schema from standard input", async () => {
    const args = ["inspect", "2025-11-25", "--extension", `${id}=-`];
    const { code, stderr } = await mcpGen(args, {
      cwd: project(),
      stdin: widgets,
    });
    expect(code).toBe(0);
    expect(stderr).toContain("<stdin>:3:18");
  });
});

describe("generate and check", () => {
  const args = ["2025-11-25", "--out", "out", "--emit", "types"];

  test("keep what an extension was made of in the manifest", async () => {
    const cwd = project();
    const all = [...args, ...named, ...told];
    expect(await mcpGen(["generate", ...all], { cwd })).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Wrote \d+ files/) as string,
    });
    const manifest = JSON.parse(
      readFileSync(join(cwd, "out", manifestPath), "utf8"),
    ) as { inputs: unknown };
    expect(manifest.inputs).toEqual([
      expect.objectContaining({ kind: "revision", id: "2025-11-25" }),
      { kind: "extension", id, revision: "1.0", sha256: sha256(widgets) },
      { kind: "facts", id, sha256: sha256(JSON.stringify(facts)) },
    ]);
    expect(await mcpGen(["check", ...all], { cwd })).toMatchObject({ code: 0 });
    writeTree(cwd, { "widgets.ts": `${widgets}\n// another` });
    const { code, stdout } = await mcpGen(
      ["check", ...all, "--format", "json"],
      { cwd },
    );
    expect(code).toBe(1);
    const report = JSON.parse(stdout) as JsonCheckReport;
    expect(
      report.files
        .filter(({ status }) => status !== "unchanged")
        .map(({ path }) => path),
    ).toContain(manifestPath);
  });

  test("name what is bundled no second time, and the user's own", async () => {
    const cwd = project();
    const all = ["2026-07-28", "--out", "out", "--emit", "types"];
    await mcpGen(["generate", ...all, "--extension", "tasks"], { cwd });
    const again = ["--out", "out", "--emit", "types"];
    expect(await mcpGen(["check", ...again], { cwd })).toMatchObject({
      code: 0,
    });
    await mcpGen(["generate", ...all, ...named], { cwd });
    const { code, stderr } = await mcpGen(["check", ...again], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(`(--extension, ${id}): name them again`);
  });
});

describe("diff", () => {
  test("compares what the sides have of an extension", async () => {
    const { code, stdout } = await mcpGen(
      [
        ...["diff", "2025-11-25", "2026-07-28", "--extension", "tasks"],
        ...["--method", "tasks/update"],
      ],
      { cwd: project() },
    );
    expect(code).toBe(0);
    expect(stdout).toContain("+ method tasks/update");
  });

  test("compares two schemas of one extension that is named twice", async () => {
    const cwd = project();
    writeTree(cwd, {
      "next.ts": widgets.replace("size: number", "size: string"),
    });
    const { stdout } = await mcpGen(
      [
        ...["diff", "2025-11-25", "2025-11-25", ...named, ...told],
        ...["--extension", `${id}=next.ts`],
      ],
      { cwd },
    );
    expect(stdout).toContain("GetWidgetResult.size: number → string");
  });
});

describe("validate", () => {
  const request = { jsonrpc: "2.0", id: 1, method: "widgets/get" };

  test.each([
    [{ id: "a" }, 0],
    [{ id: 1 }, 1],
  ])("judges the messages of an extension: %j", async (params, code) => {
    const cwd = project();
    writeTree(cwd, { "t.jsonl": JSON.stringify({ ...request, params }) });
    const args = ["t.jsonl", "--revision", "2025-11-25", ...named, ...told];
    expect(await mcpGen(["validate", ...args], { cwd })).toMatchObject({
      code,
    });
  });
});

describe("bad usage is refused, with its cure", () => {
  test.each<[string[], string]>([
    [["--extension", "wid"], 'No extension "wid" is bundled'],
    [["--extension", "task"], 'did you mean "tasks"?'],
    [["--extension", "tasks#9"], "is of the revision draft, and not 9"],
    [["--extension", "widgets=widgets.ts"], "Unfit identifier of an extension"],
    [["--extension", `${id}=`], "--extension takes <id>=<schema.ts>"],
    [["--extension", "=widgets.ts"], "--extension takes <id>=<schema.ts>"],
    [
      ["--extension", `${id}=widgets.ts#`],
      "--extension takes <id>=<schema.ts>",
    ],
    [["--extension", `${id}=absent.ts`], "Cannot read"],
    [[...named, ...named], `The extension ${id} is named twice`],
    [
      [...named, "--extension", "org.other/Widgets=widgets.ts"],
      "com.example/widgets and org.other/Widgets have one name",
    ],
    [
      [...named, "--extension-facts", "com.example/other=facts.json"],
      "--extension-facts names com.example/other, which no --extension does",
    ],
    [[...named, ...told, ...told], `--extension-facts names ${id} twice`],
    [[...named, "--extension-facts", `${id}=widgets.ts`], "Cannot read"],
    [
      ["--extension", "com.example/close=widgets.ts"],
      "which have close already",
    ],
  ])("%j", async (options, message) => {
    const args = ["inspect", "2025-11-25", ...options];
    const { code, stderr } = await mcpGen(args, { cwd: project() });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test("a # in the path belongs to it", async () => {
    const args = [
      "inspect",
      "2025-11-25",
      "--extension",
      `${id}=c#/widgets.ts`,
    ];
    expect(await mcpGen(args, { cwd: project() })).toMatchObject({ code: 0 });
  });
});

describe("the library", () => {
  const input = { extension: id, text: widgets };

  test("reads an extension, and the model that it gave", async () => {
    const { model, diagnostics } = await parseExtension({
      ...input,
      facts: {},
    });
    expect(diagnostics).toEqual([]);
    expect(model).toMatchObject({ extension: id, revision: "draft" });
    const again = await parseExtension({ extension: id, model });
    expect(again.model).toEqual(model);
    const cwd = temporaryFolder();
    writeTree(cwd, { "protocol.json": JSON.stringify(model) });
    const path = join(cwd, "protocol.json");
    expect((await parseExtension({ extension: id, path })).model).toEqual(
      model,
    );
    await expect(
      parseExtension({ extension: "com.example/other", model }),
    ).rejects.toMatchObject({ code: "invalid-extension" });
  });

  test("adds it for diff, generate and validators", async () => {
    const core = await load("2025-11-25");
    const { protocol } = await extend(core, [input]);
    expect(diff(core, protocol).summary.methods.added).toBe(1);
    const { inputs } = await generate({
      protocols: [core],
      extensions: [input],
      emit: ["types"],
    });
    expect(inputs.at(-1)).toMatchObject({ kind: "extension", id });
    const validator = await createValidator({
      protocols: [core],
      extensions: [input],
    });
    expect(validator.diagnostics).toMatchObject([
      { code: "extension-assumed" },
    ]);
  });

  test("is strict where it is told to be", async () => {
    const drifted = `export interface Icon { src: string; theme?: number; sizes?: string[]; mimeType?: string }`;
    const extensions = [{ extension: id, text: drifted }];
    const options = {
      revisions: ["2025-11-25"],
      emit: ["types"],
      extensions,
    } as const;
    const { diagnostics } = await generate(options);
    expect(diagnostics).toMatchObject([{ code: "extension-drift" }]);
    await expect(generate({ ...options, strict: true })).rejects.toMatchObject({
      code: "invalid-schema",
    });
  });
});
