import { spawn } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { InvalidArgumentError, Option, type Command } from "commander";
import { InputError } from "../../base/diagnostics/error.ts";
import { escapeControls } from "../../base/diagnostics/escape.ts";
import { suggest } from "../../base/diagnostics/nearest.ts";
import {
  roles,
  schemaLibraries,
  transports,
  type InitTransport,
  type Role,
  type SchemaLibrary,
} from "../init/answers.ts";
import type { GivenAnswers, InitPlan, Project } from "../init/index.ts";
import { nameProblem } from "../init/name.ts";
import { bundledRevisions } from "../../revisions/revisions.ts";
import type { ExitCode } from "./exit-code.ts";
import type { CommandIo } from "./io.ts";
import { reporting } from "./report.ts";

export interface InitFlags {
  name?: string;
  role?: Role;
  transport?: InitTransport[];
  revision?: string[];
  schemaLibrary?: SchemaLibrary;
  install?: true;
  yes?: true;
}

export function addInitCommand(
  program: Command,
  io: CommandIo,
  finish: (code: ExitCode) => void,
): void {
  program
    .command("init")
    .argument("[folder]", "where the project is, or shall be", ".")
    .description("begin a server or a client, in a new project or in yours")
    .option("--name <name>", "the name of the server or client", parseName)
    .addOption(new Option("--role <role>", "what to begin").choices(roles))
    .option(
      "--transport <list>",
      `how it is reached, some of ${transports.join(",")}`,
      parseTransports,
    )
    .option(
      "--revision <list>",
      "the only revisions that it speaks, parted by commas, or all",
      parseRevisions,
    )
    .addOption(
      new Option(
        "--schema-library <library>",
        "the library that describes arguments of tools",
      ).choices(schemaLibraries),
    )
    .option("--install", "install what it needs, with your package manager")
    .option("-y, --yes", "ask nothing, and take the defaults")
    .action(async (folder: string, flags: InitFlags) =>
      finish(await initCommand(folder, flags, io)),
    );
}

/** `mcp-gen init`: writes a project that runs, and overwrites nothing. */
export async function initCommand(
  folder: string,
  flags: InitFlags,
  io: CommandIo,
): Promise<ExitCode> {
  return reporting(io, "text", async () => {
    const path = resolve(io.cwd, folder);
    const isNew = !existsSync(path);
    if (!isNew && !statSync(path).isDirectory())
      throw new InputError("unreadable", `${path} is no folder`, {
        hint: "name a folder, or one that does not exist yet",
      });
    const { askAnswers, defaultAnswers, planInit, readProject, writePlan } =
      await import("../init/index.ts");
    const agent = io.env?.["npm_config_user_agent"];
    const project = await readProject(path, agent);
    const given = givenAnswers(flags);
    const ids = spokenRevisions();
    const asks = io.prompter !== undefined && flags.yes !== true;
    const answers =
      io.prompter && asks
        ? await askAnswers(io.prompter, project, given, ids)
        : defaultAnswers(project, given);
    const plan = planInit(project, answers);
    if (isNew) mkdirSync(path, { recursive: true });
    writePlan(path, plan);
    io.stdout(report(plan));
    const installs = flags.install === true && (await install(project, io));
    if (flags.install === true && !installs) return 2;
    const rest = plan.next.slice(installs ? 1 : 0).slice(0, 3);
    io.stdout(nextSteps(relative(io.cwd, path), plan.first, rest));
    return 0;
  });
}

function givenAnswers(flags: InitFlags): GivenAnswers {
  const { name, role, transport, revision, schemaLibrary } = flags;
  return {
    ...(name === undefined ? {} : { name }),
    ...(role === undefined ? {} : { role }),
    ...(transport === undefined ? {} : { transports: transport }),
    ...(revision === undefined ? {} : { revisions: revision }),
    ...(schemaLibrary === undefined ? {} : { library: schemaLibrary }),
  };
}

/** Each revision that differs from the others, oldest first. */
function spokenRevisions(): string[] {
  return bundledRevisions()
    .filter(({ aliasOf }) => aliasOf === undefined)
    .map(({ id }) => id);
}

function report({ files, kept, notes }: InitPlan): string {
  const lines = [
    ...files.map(({ path, before, added }) =>
      before === undefined
        ? `wrote ${path}`
        : `added to ${path}: ${added.join(", ")}`,
    ),
    ...kept.map((path) => `kept ${path}, which was there`),
    ...(files.length === 0 ? ["nothing was changed"] : []),
    ...notes.map((note) => `note: ${note}`),
  ];
  return lines.map((line) => `${escapeControls(line)}\n`).join("");
}

function nextSteps(
  folder: string,
  steps: readonly string[],
  commands: readonly string[],
): string {
  const [first, ...others] = commands;
  const start = folder === "" ? first : `cd ${quoted(folder)} && ${first}`;
  const lines = [...steps, start, ...others].map(
    (line) => `  ${escapeControls(line ?? "")}\n`,
  );
  return `\nNext:\n${lines.join("")}`;
}

function quoted(path: string): string {
  return /^[\w./\\:-]+$/.test(path) ? path : JSON.stringify(path);
}

/** Runs the package manager where everyone sees it. */
async function install(
  { folder, manager }: Project,
  io: CommandIo,
): Promise<boolean> {
  io.stderr(`${manager.install}\n`);
  const child = spawn(manager.install, {
    cwd: folder,
    shell: true,
    // Its report is no part of ours.
    stdio: ["ignore", 2, 2],
  });
  const code = await new Promise<number | null>((resolveCode) => {
    child.once("error", () => resolveCode(null));
    child.once("close", resolveCode);
  });
  if (code === 0) return true;
  io.stderr(`error not-installed: "${manager.install}" failed\n`);
  return false;
}

function parseName(name: string): string {
  const problem = nameProblem(name);
  if (problem !== undefined) throw new InvalidArgumentError(problem);
  return name;
}

function parseTransports(list: string): InitTransport[] {
  const words = wordsOf(list);
  const wrong = words.find((word) => !isTransport(word));
  if (wrong !== undefined)
    throw new InvalidArgumentError(
      `${JSON.stringify(wrong)} is none of ${transports.join(", ")}.`,
    );
  return transports.filter((name) => words.includes(name));
}

function isTransport(word: string): word is InitTransport {
  return (transports as readonly string[]).includes(word);
}

function parseRevisions(list: string): string[] {
  const words = wordsOf(list);
  if (words.length === 1 && words[0] === "all") return [];
  const ids = spokenRevisions();
  const wrong = words.find((word) => !ids.includes(word));
  if (wrong === undefined)
    return ids.filter((id) => words.includes(id)).reverse();
  const hint = suggest(wrong, ids) ?? `there are ${ids.join(", ")}, or all`;
  throw new InvalidArgumentError(
    `${JSON.stringify(wrong)} is no revision that can be spoken; ${hint}.`,
  );
}

function wordsOf(list: string): string[] {
  const words = list
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
  if (words.length > 0) return words;
  throw new InvalidArgumentError("It is empty.");
}
