import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Folders } from "./main.ts";
import { median } from "./measure.ts";
import type { Table } from "./table.ts";
import { watchTable } from "./watch.ts";

const revision = "2026-07-28";
const samples = 7;

/** A command, measured from its start to its end. */
interface Command {
  readonly name: string;
  readonly aim?: number;
  /** By the folder of a sample, which is fresh. */
  readonly args: (folder: string) => readonly string[];
  /** Runs in a project with its lock. */
  readonly locked?: boolean;
}

/**
 * Whole processes, cold, against the official tool printing one JSON Schema.
 * Needs the official schema files: there is no table without them.
 */
export function processTable({ repository }: Folders): Table | undefined {
  const specification =
    process.env["MCP_GEN_SPEC"] ?? path.join(repository, "../shared/spec");
  if (!existsSync(schemaOf(specification, revision))) return undefined;
  const out = mkdtempSync(path.join(tmpdir(), "mcp-gen-bench-"));
  try {
    const commands = [
      officialTool(repository, specification),
      ...ours(repository, specification),
    ];
    return {
      title: `Whole processes, ${revision}`,
      unit: "ms",
      rows: measure(commands, out),
    };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** `watch`, where there are the official schema files. */
export async function turnTables(folders: Folders): Promise<Table[]> {
  const specification =
    process.env["MCP_GEN_SPEC"] ??
    path.join(folders.repository, "../shared/spec");
  const file = schemaOf(specification, revision);
  if (!existsSync(file)) return [];
  return [await watchTable(folders, readFileSync(file, "utf8"))];
}

/** typescript-json-schema with the flags that the published file is made with. */
function officialTool(repository: string, specification: string): Command {
  const tool = "node_modules/typescript-json-schema/bin/typescript-json-schema";
  const flags = [
    "--defaultNumberType",
    "integer",
    "--required",
    "--skipLibCheck",
  ];
  return {
    name: "typescript-json-schema",
    args: () => [
      path.join(repository, tool),
      ...flags,
      schemaOf(specification, revision),
      "*",
    ],
  };
}

function ours(repository: string, specification: string): Command[] {
  const cli = path.join(repository, "dist/cli.js");
  const fromSchemas = (revisions: readonly string[]): string[] =>
    revisions.flatMap((id) => [
      "--schema",
      schemaOf(specification, id),
      "--revision",
      id,
    ]);
  const all = readdirSync(specification).filter((id) =>
    existsSync(schemaOf(specification, id)),
  );
  const command = (
    name: string,
    aim: number,
    verb: string,
    inputs: readonly string[],
  ): Command => ({
    name,
    aim,
    args: (folder) => [
      ...[cli, verb, ...inputs],
      ...["--out", path.join(folder, name)],
    ],
  });
  return [
    command("generate, bundled", 0.1, "generate", [revision]),
    command(
      "generate, from schema.ts",
      0.28,
      "generate",
      fromSchemas([revision]),
    ),
    command(
      `generate, ${all.length} from schema.ts`,
      0.55,
      "generate",
      fromSchemas(all),
    ),
    {
      ...command("generate, bundled", 0.1, "check", [revision]),
      name: "check, nothing changed",
    },
    {
      name: "check, by the lock",
      aim: 0.1,
      args: () => [cli, "check"],
      locked: true,
    },
  ];
}

function schemaOf(specification: string, revision: string): string {
  return path.join(specification, revision, "schema.ts");
}

/**
 * The commands take turns, each sample in a folder of its own. All are removed at the
 * end: while a file system removes thousands of files, the next command waits for it.
 */
function measure(commands: readonly Command[], out: string): Table["rows"] {
  const taken = new Map(commands.map(({ name }) => [name, [] as number[]]));
  for (let sample = 0; sample < samples; sample++) {
    const folder = path.join(out, String(sample));
    for (const { name, args, locked } of commands) {
      const words = args(folder);
      const cwd = locked === true ? lockedProject(words, folder) : undefined;
      taken.get(name)?.push(timeOf(name, words, cwd));
    }
  }
  return commands.map(({ name, aim }) => ({
    name,
    median: median(taken.get(name) ?? []),
    ...(aim !== undefined && { aim }),
  }));
}

/** A project whose lock has the revision, and its output. */
function lockedProject([cli = ""]: readonly string[], folder: string): string {
  const cwd = path.join(folder, "project");
  mkdirSync(cwd, { recursive: true });
  const words = ["update", revision, "--offline", "--out", "src/mcp"];
  timeOf("update", [cli, ...words], cwd);
  return cwd;
}

function timeOf(
  name: string,
  args: readonly string[],
  cwd: string | undefined,
): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    maxBuffer: 1e9,
    ...(cwd !== undefined && { cwd }),
  });
  const taken = performance.now() - start;
  if (status !== 0) throw new Error(`${name} failed: ${stderr.toString()}`);
  return taken;
}
