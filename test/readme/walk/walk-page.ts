import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { applyDiff } from "../transcript.ts";
import { pageSteps, type PageStep } from "./page-steps.ts";
import { reachedFiles, type CommandRun } from "./reached-files.ts";
import { openShell, type ScriptResult, type Shell } from "./shell.ts";

export interface WalkOptions {
  /** Folder in which the page's first command runs. */
  readonly folder: string;
  /** Environment of a command that runs in a folder. */
  readonly env: (cwd: string) => Readonly<Record<string, string>>;
  /** False for a folder that gets no files: a page may show them before their project. */
  readonly isProject?: (cwd: string) => boolean;
  /** True if an earlier script ran this command here, and it need not run again. */
  readonly isDone?: (command: string, cwd: string) => boolean;
}

/**
 * Follows a page from top to bottom, as a reader does: writes its files, and runs its
 * commands. Rejects at the first command that fails, prints something else than the page
 * shows, or prints a note or a warning that the page does not mention. Rejects at the
 * end if no command reached one of the files.
 */
export async function walkPage(
  text: string,
  options: WalkOptions,
): Promise<void> {
  const shell = openShell(options.folder);
  const walk: Walk = { text, options, shell, runs: [], written: new Map() };
  try {
    const waiting: PageStep[] = [];
    for (const step of pageSteps(text)) {
      const isFile = step.kind === "write" || step.kind === "change";
      const isProject = options.isProject?.(shell.cwd) ?? true;
      if (isFile && !isProject) {
        waiting.push(step);
        continue;
      }
      const due = isProject ? waiting.splice(0) : [];
      for (const one of [...due, step]) await take(walk, one);
    }
  } finally {
    shell.close();
  }
  const reached = reachedFiles(walk.runs);
  const unused = [...walk.written].filter(([file]) => !reached.has(file));
  if (unused.length > 0)
    throw new Error(
      unused
        .map(([file, line]) => `line ${line}: no command runs ${file}`)
        .join("\n"),
    );
}

interface Walk {
  readonly text: string;
  readonly options: WalkOptions;
  readonly shell: Shell;
  readonly runs: CommandRun[];
  /** Files of the page, each with the line of its block. */
  readonly written: Map<string, number>;
}

async function take(walk: Walk, step: PageStep): Promise<void> {
  const { shell, options } = walk;
  switch (step.kind) {
    case "write":
      return write(walk, step.path, step.line, () => step.text);
    case "change":
      return write(walk, step.path, step.line, (before) =>
        applyDiff(before, step.diff),
      );
    case "console":
      for (const { command, output } of step.commands) {
        const { stdout, stderr } = await run(walk, step.line, command, output);
        // A terminal shows both.
        const printed = [stdout, stdout + withoutSummaries(stderr)];
        requireShown(step.line, output, printed);
      }
      return;
    case "script": {
      let printed = "";
      for (const command of linesOf(step.script)) {
        const due = command
          .split(" && ")
          .filter((part) => options.isDone?.(part, shell.cwd) !== true)
          .join(" && ");
        if (due === "") continue;
        printed += (await run(walk, step.line, due)).stdout;
      }
      if (step.output !== undefined)
        requireShown(step.line, step.output, [printed]);
      return;
    }
    case "skip":
      return;
    default: {
      const never: never = step;
      return never;
    }
  }
}

/** Home folder of the person whom the pages show. */
const shownHome = /\/home\/ada\/\w+/g;

function write(
  { shell, written }: Walk,
  path: string,
  line: number,
  edit: (before: string) => string,
): void {
  const file = join(shell.cwd, path);
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, edit(before).replaceAll(shownHome, shell.cwd));
  written.set(file, line);
}

async function run(
  { text, options, shell, runs }: Walk,
  line: number,
  command: string,
  transcript = "",
): Promise<ScriptResult> {
  const interrupt = command.includes("# Ctrl-C ends it");
  const { cwd } = shell;
  const done = await shell.run(command, {
    env: options.env(cwd),
    transcript,
    interrupt,
  });
  runs.push({ command, folders: [cwd, shell.cwd] });
  const fail = (problem: string): never => {
    throw new Error(
      `line ${line}: ${problem}\n$ ${command.trim()}\n${done.stdout}${done.stderr}`,
    );
  };
  if (done.interrupted !== interrupt)
    fail(`the command ended before Ctrl-C, with exit code ${done.code}`);
  if (done.code !== 0 && !interrupt)
    fail(`the command failed with exit code ${done.code}`);
  const stray = strayLines(done).find((one) => !text.includes(one.trim()));
  if (stray !== undefined)
    fail(`the page does not mention this line: ${stray}`);
  return done;
}

function requireShown(
  line: number,
  shown: string,
  printed: readonly string[],
): void {
  if (!printed.some((one) => isShown(one, shown)))
    throw new Error(
      `line ${line}: the page shows another output:\n${shown}\nIt printed:\n${printed.at(-1)}`,
    );
}

/** Compares output with a page, where a line of `…` stands for any lines. */
function isShown(printed: string, shown: string): boolean {
  const [first = "", ...others] = shown.split(/^…\n/m);
  if (others.length === 0) return printed === shown;
  if (!printed.startsWith(first)) return false;
  let rest = printed.slice(first.length);
  for (const part of others.slice(0, -1)) {
    const found = rest.indexOf(part);
    if (found < 0) return false;
    rest = rest.slice(found + part.length);
  }
  return rest.endsWith(others.at(-1) ?? "");
}

/** Returns the commands of a script; a backslash at the end of a line continues it. */
function linesOf(script: string): string[] {
  return script.trimEnd().split(/(?<!\\)\n/);
}

/** Start of a message that a reader has to judge. */
const notice =
  /^\s*(?:npm )?(?:note|notice|error)\b|\b(?:warn|warning|deprecated|EBADENGINE)\b/i;

/** Line with numbers that change with each version. */
const summary = /^Wrote \d+ files(?:,| to| in) .*(?:\n|$)/gm;

function withoutSummaries(text: string): string {
  return text.replaceAll(summary, "");
}

/** Returns the lines that need an explanation: all of standard error, and notices. */
function strayLines({ stdout, stderr }: ScriptResult): string[] {
  const notices = stdout.split("\n").filter((line) => notice.test(line));
  return [...notices, ...withoutSummaries(stderr).split("\n")].filter(
    (line) => line.trim() !== "",
  );
}
