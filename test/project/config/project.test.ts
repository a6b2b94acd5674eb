import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type {
  JsonErrorReport,
  JsonProjectCheckReport,
  JsonProjectGenerateReport,
} from "../../../src/cli/commands/report.ts";
import {
  keptPath,
  lockPath,
  readLock,
  writeLock,
  type Config,
  type Lock,
  type LockedInput,
  type LockedOutput,
} from "../../../src/project/config/index.ts";
import { sha256 } from "../../../src/base/digest.ts";
import { packageVersion } from "../../../src/base/package.ts";
import { bundledRevisions } from "../../../src/revisions/revisions.ts";
import { mcpGen, schema, type Outcome } from "../../cli/command-line.ts";
import {
  readTree,
  temporaryFolder,
  writeTree,
} from "../../emit/output/folder.ts";

const from = "modelcontextprotocol/modelcontextprotocol";
const [oldest, second] = bundledRevisions();
if (oldest === undefined || second === undefined)
  throw new Error("two revisions are bundled");
const newest =
  bundledRevisions().findLast(({ aliasOf }) => aliasOf === undefined)?.id ?? "";

function revision(id: string, change: Partial<LockedInput> = {}): LockedInput {
  const bundled = bundledRevisions().find((one) => one.id === id);
  return {
    kind: "revision",
    id,
    source: from,
    commit: bundled?.source.commit ?? "c0ffee",
    path: `schema/${id}/schema.ts`,
    sha256: bundled?.source.sha256 ?? sha256(schema),
    ...change,
  };
}

function output(
  out: string,
  inputs: readonly LockedInput[],
  options: LockedOutput["options"] = { emit: ["types"] },
): LockedOutput {
  return { out, generator: packageVersion(), options, inputs };
}

function lockOf(...outputs: readonly LockedOutput[]): Lock {
  return { formatVersion: 1, from, outputs };
}

interface Given {
  readonly lock?: Lock;
  readonly config?: Config;
  readonly files?: Record<string, string>;
}

/** A project, and the commands in it. */
function projectWith({ lock, config, files = {} }: Given) {
  const cwd = temporaryFolder();
  writeTree(cwd, files);
  if (lock !== undefined) writeLock(cwd, lock);
  if (config !== undefined)
    writeTree(cwd, { "mcp-gen.config.json": JSON.stringify(config) });
  return {
    cwd,
    run: (...args: string[]): Promise<Outcome> => mcpGen(args, { cwd }),
    revisions: (out: string): string[] =>
      inputsOf(cwd, out).flatMap(({ kind, id }) =>
        kind === "revision" && id !== undefined ? [id] : [],
      ),
    files: (): string[] => Object.keys(readTree(cwd)),
  };
}

function inputsOf(cwd: string, out: string): LockedInput[] {
  const { "mcp-gen.manifest.json": manifest = "{}" } = readTree(join(cwd, out));
  return (JSON.parse(manifest) as { inputs?: LockedInput[] }).inputs ?? [];
}

const done = { code: 0, stdout: "", stderr: "" };

/** What `generate` prints: a line for each output. */
const generated = {
  ...done,
  stderr: expect.stringMatching(/^(?:Wrote .*\n|.* is up to date: .*\n)+$/),
};

describe("generate and check without arguments", () => {
  test("repeat what the lock says, every output", async () => {
    const { run, revisions, files } = projectWith({
      lock: lockOf(
        output("a", [revision(oldest.id)]),
        output("b/c", [revision(second.id)], {
          emit: ["types"],
          target: "js",
          runtime: "copy",
        }),
      ),
    });
    expect(await run("check")).toMatchObject({ code: 1 });
    expect(await run("generate")).toEqual(generated);
    expect(revisions("a")).toEqual([oldest.id]);
    expect(revisions("b/c")).toEqual([second.id]);
    expect(files()).toContain(`b/c/${second.id}/types.d.ts`);
    expect(files().filter((path) => path.includes("guards"))).toEqual([]);
    expect(await run("check")).toEqual(done);
    expect(await run("check", "--out", "./b/c/")).toEqual(done);
    expect(await run("check", "--out", "a", "--target", "js")).toMatchObject({
      code: 1,
    });
  });

  test("report each output to a program", async () => {
    const { run, cwd } = projectWith({
      lock: lockOf(
        output("a", [revision(oldest.id)]),
        output("b", [revision(second.id)]),
      ),
    });
    const { stdout } = await run("generate", "--format", "json");
    const report = JSON.parse(stdout) as JsonProjectGenerateReport;
    expect(report.status).toBe("done");
    expect(report.outputs.map(({ out }) => out)).toEqual(["a", "b"]);
    rmSync(join(cwd, "b", second.id, "types.ts"));
    const checked = await run("check", "--format", "json");
    const drift = JSON.parse(checked.stdout) as JsonProjectCheckReport;
    expect(drift.status).toBe("drift");
    expect(drift.outputs.map(({ status }) => status)).toEqual([
      "fresh",
      "drift",
    ]);
    const one = await run("check", "--out", "a", "--format", "json");
    expect(JSON.parse(one.stdout)).toMatchObject({
      status: "fresh",
      revisions: [oldest.id],
    });
  });

  test("repeat what the configuration says, where there is no lock", async () => {
    const { run, revisions, files } = projectWith({
      config: {
        outputs: [
          { out: "a", revisions: [oldest.id], emit: ["types"] },
          {
            out: "b",
            schemas: [{ revision: "next", path: "own/schema.ts" }],
            emit: ["types"],
          },
        ],
      },
      files: { "own/schema.ts": schema },
    });
    expect((await run("generate")).code).toBe(0);
    expect(revisions("a")).toEqual([oldest.id]);
    expect(revisions("b")).toEqual(["next"]);
    expect((await run("check")).code).toBe(0);
    expect(files()).not.toContain(lockPath);
  });

  test("write no output where one is in the way of another", async () => {
    const { run, files } = projectWith({
      lock: lockOf(
        output("a", [revision(oldest.id)]),
        output("b", [revision(second.id)]),
      ),
      files: { [`b/${second.id}/types.ts`]: "mine" },
    });
    const outcome = await run("generate");
    expect(outcome).toMatchObject({ code: 2, stdout: "" });
    expect(outcome.stderr).toContain("error in-the-way");
    expect(files()).toEqual([`b/${second.id}/types.ts`, lockPath]);
  });

  test("write outside of the folder, and find the project by --config", async () => {
    const { run, cwd, files } = projectWith({
      files: {
        "sub/own.ts": `export default { out: "../out", revisions: ["${oldest.id}"], emit: ["types"] };`,
        [`sub/${lockPath}`]: JSON.stringify(
          lockOf(output("../out", [revision(oldest.id)])),
        ),
      },
    });
    expect(await run("generate", "--config", "sub/own.ts")).toEqual(generated);
    expect(files()).toContain(`out/${oldest.id}/types.ts`);
    expect(await run("check", "--config", "sub/own.ts")).toEqual(done);
    const told = await mcpGen(["check", "--config", "sub/own.ts"], {
      cwd,
      isTerminal: true,
    });
    expect(told.stderr).toBe("out is up to date\n");
  });

  test("need an output folder where the project has none", async () => {
    const { run } = projectWith({ lock: lockOf() });
    const { code, stderr } = await run("generate", oldest.id);
    expect(code).toBe(2);
    expect(stderr).toContain("error nothing-to-do: No output folder is named");
  });

  test("as today where there is neither", async () => {
    const { run } = projectWith({});
    expect((await run("generate")).stderr).toContain(
      "required option '-o, --out <folder>' not specified, and here is no configuration and no lock file",
    );
  });
});

describe("what is kept", () => {
  const next = revision("next", { sha256: sha256(schema) });
  const widgets: LockedInput = {
    kind: "extension",
    id: "com.example/widgets",
    revision: "1.0",
    source: "example/widgets",
    commit: "c0ffee",
    path: "schema/1.0/schema.ts",
    sha256: sha256(""),
  };

  test("is read where nothing bundled has its digest, with other line ends as well", async () => {
    const lock = lockOf(output("a", [next]));
    const { run, revisions, cwd } = projectWith({
      lock,
      files: { [keptPath(next)]: schema.replaceAll("\n", "\r\n") },
    });
    expect((await run("generate")).code).toBe(0);
    expect(revisions("a")).toEqual(["next"]);
    expect(inputsOf(cwd, "a")[0]?.sha256).toBe(sha256(schema));
    writeTree(cwd, { [keptPath(next)]: schema });
    expect((await run("check")).code).toBe(0);
  });

  test("goes before what is bundled", async () => {
    const id = oldest.id;
    const kept = revision(id, { sha256: sha256(schema) });
    const { run, cwd } = projectWith({
      lock: lockOf(output("a", [kept])),
      files: { [keptPath(kept)]: schema },
    });
    expect((await run("generate")).code).toBe(0);
    expect(inputsOf(cwd, "a")).toEqual([
      { kind: "revision", id, sha256: sha256(schema) },
    ]);
  });

  test("lies by the id, and of an extension by its revision", () => {
    expect(keptPath(next)).toBe("mcp-gen.schemas/next/schema.ts");
    expect(keptPath(widgets)).toBe(
      "mcp-gen.schemas/com.example-widgets/1.0/schema.ts",
    );
    expect(keptPath({ ...next, path: "x/protocol.json" })).toBe(
      "mcp-gen.schemas/next/protocol.json",
    );
  });

  test("is refused when someone has edited it, with what differs", async () => {
    const source = "mirror";
    const local = { ...next, source };
    const { commit: _, ...input } = local;
    const { run, cwd, files } = projectWith({
      lock: lockOf(output("a", [input])),
      files: {
        "mirror/schema/next/schema.ts": schema,
        [keptPath(next)]: schema.replace("text: string", "text: number"),
      },
    });
    const before = files();
    const { code, stderr } = await run("generate");
    expect(code).toBe(2);
    expect(stderr).toContain("error digest-mismatch: mcp-gen.schemas/next");
    expect(stderr).toContain(
      "\n-  params: { text: string };\n+  params: { text: number };\n",
    );
    expect(stderr).toContain("hint: restore it");
    expect(files()).toEqual(before);
    const { stdout } = await run("check", "--format", "json");
    const { error } = JSON.parse(stdout) as JsonErrorReport;
    expect(error.diff).toContain("+  params: { text: number };");
    rmSync(join(cwd, keptPath(next)));
    const fetched = await mcpGen(["generate"], { cwd, isTerminal: true });
    expect(fetched.code).toBe(0);
    expect(fetched.stderr).toContain("Fetching mirror/schema/next/schema.ts\n");
    writeTree(cwd, { "mirror/schema/next/schema.ts": `${schema}// more` });
    expect((await run("check")).stderr).toContain("error digest-mismatch");
  });

  test("is asked for where the digest of what is bundled has moved, and nothing is reached", async () => {
    const moved = revision(oldest.id, {
      sha256: "1".repeat(64),
      source: "nowhere",
    });
    const { commit: _, ...input } = moved;
    const { run } = projectWith({ lock: lockOf(output("a", [input])) });
    const { code, stderr } = await run("generate");
    expect(code).toBe(2);
    expect(stderr).toContain(
      `${lockPath} has ${oldest.id} with the digest 111111111111, and this mcp-gen has ${oldest.source.sha256.slice(0, 12)}`,
    );
    expect(stderr).toContain("hint: run mcp-gen update");
  });
});

const bundled = [revision(oldest.id), revision(second.id)];
const both = { out: "a", revisions: [oldest.id, second.id] };

describe("where configuration and lock differ, the error names both", () => {
  const facts: LockedInput = {
    kind: "facts",
    path: "facts.json",
    sha256: sha256("{}"),
  };
  const local: LockedInput = {
    kind: "revision",
    id: "next",
    path: "own.ts",
    sha256: sha256(schema),
  };

  test.each<[Config, LockedOutput, string]>([
    [
      both,
      output("a", [revision(oldest.id)], {}),
      `a, revisions: mcp-gen.config.json says ${oldest.id}, ${second.id}, mcp-gen.lock.json says ${oldest.id}`,
    ],
    [
      { out: "a", revisions: [oldest.id] },
      output("a", bundled, {}),
      `config.json says ${oldest.id}, mcp-gen.lock.json says ${oldest.id}, ${second.id}`,
    ],
    [
      { ...both, emit: ["types", "guards"] },
      output("a", bundled, { emit: ["types"] }),
      "a, emit: mcp-gen.config.json says types, guards, mcp-gen.lock.json says types",
    ],
    [
      both,
      output("a", bundled, { target: "js" }),
      "a, target: mcp-gen.config.json says the default, mcp-gen.lock.json says js",
    ],
    [
      { ...both, docs: false },
      output("a", bundled, {}),
      "a, docs: mcp-gen.config.json says false, mcp-gen.lock.json says the default",
    ],
    [
      { ...both, runtime: "own" },
      output("a", bundled, { runtime: "copy" }),
      "a, runtime: mcp-gen.config.json says own, mcp-gen.lock.json says copy",
    ],
    [
      { ...both, prettier: false },
      output("a", bundled, { prettier: true }),
      "a, prettier: mcp-gen.config.json says the default, mcp-gen.lock.json says true",
    ],
    [
      { ...both, out: "b" },
      output("a", bundled, {}),
      "b, out: mcp-gen.config.json says b, mcp-gen.lock.json says nothing; a, out: mcp-gen.config.json says nothing, mcp-gen.lock.json says a",
    ],
    [
      { ...both, from: "example/spec" },
      output("a", bundled, {}),
      `from: mcp-gen.config.json says example/spec, mcp-gen.lock.json says ${from}`,
    ],
    [
      { ...both, facts: "facts.json" },
      output("a", bundled, {}),
      "a, facts: mcp-gen.config.json says facts.json, mcp-gen.lock.json says nothing",
    ],
    [
      both,
      output("a", [...bundled, facts], {}),
      "a, facts: mcp-gen.config.json says nothing, mcp-gen.lock.json says facts.json",
    ],
    [
      { ...both, extensions: ["tasks"] },
      output("a", bundled, {}),
      "a, extensions: mcp-gen.config.json says io.modelcontextprotocol/tasks, mcp-gen.lock.json says nothing",
    ],
    [
      { out: "a", schemas: [{ revision: "next", path: "other.ts" }] },
      output("a", [local], {}),
      "a, schemas: mcp-gen.config.json says next of other.ts, mcp-gen.lock.json says next of own.ts",
    ],
    [
      { out: "a", revisions: ["next"] },
      output("a", [local], {}),
      "a, revisions: mcp-gen.config.json says next, mcp-gen.lock.json says nothing",
    ],
  ])("%j", async (config, locked, message) => {
    const { run, files } = projectWith({ config, lock: lockOf(locked) });
    for (const command of ["generate", "check"]) {
      const { code, stderr } = await run(command);
      expect(code).toBe(2);
      expect(stderr).toContain(
        "error lock-mismatch: mcp-gen.config.json and mcp-gen.lock.json differ: ",
      );
      expect(stderr).toContain(message);
      expect(stderr).toContain("hint: bring mcp-gen.lock.json up to date");
    }
    expect(files()).toHaveLength(2);
  });

  test("another output than the one that is meant does not matter", async () => {
    const { run } = projectWith({
      config: { outputs: [both, { ...both, out: "b", emit: ["types"] }] },
      lock: lockOf(output("b", bundled)),
    });
    expect((await run("generate")).stderr).toContain("lock-mismatch");
    expect(await run("generate", "--out", "b")).toEqual(generated);
  });

  test("what the command line says does not matter, either", async () => {
    const { run } = projectWith({
      config: { ...both, emit: ["types"], target: "js" },
      lock: lockOf(output("a", bundled)),
    });
    expect((await run("generate")).stderr).toContain("lock-mismatch");
    expect(await run("generate", "--target", "ts")).toEqual(generated);
  });
});

test("configuration and lock agree, however a wish is spelt", async () => {
  const widgets = (change: Partial<LockedInput>): LockedInput => ({
    kind: "extension",
    id: "com.example/widgets",
    revision: "1.0",
    sha256: sha256(""),
    ...change,
  });
  const { differences } = await import("../../../src/project/config/index.ts");
  const found = (wanted: object, inputs: readonly LockedInput[]): unknown => {
    const one = { out: "./src/../a/", ...wanted };
    const locked = output("a", inputs, { runtime: "copy" });
    const config = { folder: "/p", config: one, outputs: [one] };
    return differences(config, lockOf(locked));
  };
  const task: LockedInput = {
    kind: "extension",
    id: "io.modelcontextprotocol/tasks",
    revision: "draft",
    source: "modelcontextprotocol/ext-tasks",
    path: "schema/draft/schema.ts",
    sha256: sha256(""),
  };
  for (const name of ["tasks", task.id ?? ""]) {
    expect(found({ extensions: [name] }, [task])).toEqual([]);
    expect(found({ extensions: [{ extension: name }] }, [task])).toEqual([]);
  }
  const published = { source: "../widgets", path: "schema/1.0/schema.ts" };
  const extension = "com.example/widgets";
  for (const one of [
    { extension, from: "/widgets", revision: "1.0" },
    { extension, from: "../widgets", path: published.path },
    { extension, from: "../widgets", path: published.path, revision: "1.0" },
  ])
    expect(found({ extensions: [one] }, [widgets(published)])).toEqual([]);
  expect(
    found(
      { extensions: [{ extension, from: "../widgets", revision: "2.0" }] },
      [widgets(published)],
    ),
  ).toHaveLength(1);
  const own = { extension, path: "./w/../widgets.ts", facts: "w.json" };
  expect(
    found({ extensions: [own] }, [
      widgets({ path: "widgets.ts" }),
      { kind: "facts", id: extension, path: "w.json", sha256: sha256("") },
    ]),
  ).toEqual([]);
  const url = "https://example.com/schema.ts";
  expect(
    found({ schemas: [{ revision: "next", url: `${url}?token=x` }] }, [
      { kind: "revision", id: "next", url, sha256: sha256("") },
    ]),
  ).toEqual([]);
  expect(
    found({ revisions: ["./x/protocol.json"] }, [
      {
        kind: "revision",
        id: "x",
        path: "x/protocol.json",
        sha256: sha256(""),
      },
    ]),
  ).toEqual([]);
  const all = bundledRevisions().map(({ id }) => revision(id));
  expect(found({ revisions: ["all", "draft"] }, all)).toEqual([]);
  expect(found({ revisions: ["all"] }, all.slice(1))).toHaveLength(1);
});

describe("the command line goes before the file", () => {
  test("with the revisions that it names, from where the lock has them", async () => {
    const next = revision("next", { sha256: sha256(schema) });
    const { run, revisions } = projectWith({
      lock: lockOf(output("a", [revision(oldest.id)]), output("b", [next])),
      files: { [keptPath(next)]: schema },
    });
    expect((await run("generate", "next")).stderr).toContain(
      "Revisions are named for one output, and there are several: a, b",
    );
    const arguments_ = [oldest.id, second.id, "next", "--out", "a"];
    expect((await run("generate", ...arguments_)).code).toBe(0);
    expect(revisions("a")).toEqual([oldest.id, second.id, "next"].sort());
    expect((await run("check")).code).toBe(1);
  });

  test("with an output that is the only one, and a schema of its own", async () => {
    const { run, revisions, files } = projectWith({
      config: {
        out: "src/mcp",
        revisions: [oldest.id],
        schemas: [{ revision: "next", path: "own.ts" }],
        emit: ["types"],
      },
      files: { "own.ts": schema },
    });
    expect((await run("generate", "next")).code).toBe(0);
    expect(revisions("src/mcp")).toEqual(["next"]);
    expect((await run("generate", "--emit", "guards")).code).toBe(0);
    expect(revisions("src/mcp")).toEqual([oldest.id, "next"]);
    expect(files()).toContain("src/mcp/next/guards.ts");
    const named = ["--schema", "own.ts", "--revision", "later"];
    expect((await run("generate", ...named)).code).toBe(0);
    expect(revisions("src/mcp")).toEqual(["later"]);
  });

  test("with a folder that neither knows", async () => {
    const { run, revisions } = projectWith({
      config: { out: "a", revisions: ["not-there-yet"] },
    });
    const arguments_ = [oldest.id, "--out", "other", "--emit", "types"];
    expect(await run("generate", ...arguments_)).toEqual(generated);
    expect(revisions("other")).toEqual([oldest.id]);
    const { stderr } = await run("generate");
    expect(stderr).toContain(
      'The configuration wants "not-there-yet", which is not bundled',
    );
    expect(stderr).toContain("hint: run mcp-gen update");
  });

  test("with docs and extensions", async () => {
    const { run, files, cwd } = projectWith({
      config: { out: "a", revisions: [newest], docs: false, emit: ["types"] },
    });
    expect((await run("generate")).code).toBe(0);
    const typesOf = (): string => readTree(cwd)[`a/${newest}/types.ts`] ?? "";
    expect(typesOf()).not.toContain("@see");
    expect((await run("generate", "--docs")).code).toBe(0);
    expect(typesOf()).toContain("@see");
    expect((await run("check", "--docs")).code).toBe(0);
    expect((await run("generate", "--extension", "tasks")).code).toBe(0);
    expect(files().some((path) => path.includes("tasks"))).toBe(true);
  });
});

test("what a configuration is strict about, the command line need not be", async () => {
  const { run } = projectWith({
    config: {
      out: "a",
      schemas: [{ revision: "next", path: "own.ts" }],
      emit: ["types"],
      strict: true,
    },
    // A message that is in no union of messages.
    files: { "own.ts": schema.replace("= HurryNotification", "= never") },
  });
  expect((await run("generate")).code).toBe(2);
  expect((await run("generate", "--no-strict")).code).toBe(0);
});

describe("files of the project", () => {
  const own = { kind: "revision", id: "next", path: "own.ts" } as const;
  const facts = { kind: "facts", path: "facts.json" } as const;
  const inputs = [
    { ...own, sha256: sha256(schema) },
    { ...facts, sha256: sha256("{}") },
  ];

  test("are read as they are, and noted in the lock", async () => {
    const { run, cwd } = projectWith({
      lock: lockOf(output("a", inputs)),
      files: { "own.ts": schema, "facts.json": "{}" },
    });
    expect((await run("generate")).code).toBe(0);
    const before = readTree(cwd)[lockPath];
    expect((await run("generate")).code).toBe(0);
    expect(readTree(cwd)[lockPath]).toBe(before);
    const changed = schema.replace("text: string", "text: number");
    writeTree(cwd, { "own.ts": changed });
    const stale = await run("check");
    expect(stale.code).toBe(1);
    expect(stale.stderr).toContain(
      "own.ts has changed since mcp-gen.lock.json",
    );
    expect(readTree(cwd)[lockPath]).toBe(before);
    expect((await run("generate")).code).toBe(0);
    expect(readTree(cwd)["a/next/types.ts"]).toContain("text: number");
    expect(readLock(cwd)?.outputs[0]?.inputs[0]?.sha256).toBe(sha256(changed));
    expect((await run("check")).code).toBe(0);
  });

  test("with other line ends are the same", async () => {
    const { run, cwd } = projectWith({
      lock: lockOf(output("a", inputs)),
      files: {
        "own.ts": schema.replaceAll("\n", "\r\n"),
        "facts.json": "{}",
      },
    });
    const before = readTree(cwd)[lockPath];
    expect((await run("generate")).code).toBe(0);
    expect(readTree(cwd)[lockPath]).toBe(before);
  });

  test("that are not there are told, and nothing is written", async () => {
    const { run, files } = projectWith({ lock: lockOf(output("a", inputs)) });
    const { code, stderr } = await run("generate");
    expect(code).toBe(2);
    expect(stderr).toContain("error unreadable");
    expect(files()).toEqual([lockPath]);
  });

  test("generated by another version are noted as by this one", async () => {
    const one = output("a", [revision(oldest.id)]);
    const { run, cwd } = projectWith({
      lock: lockOf({ ...one, generator: "0.0.1" }),
    });
    expect((await run("generate")).code).toBe(0);
    expect(readLock(cwd)?.outputs[0]?.generator).toBe(packageVersion());
  });
});
