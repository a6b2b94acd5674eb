import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Result of a script. */
export interface ScriptResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** True if Ctrl-C ended it. */
  readonly interrupted: boolean;
}

export interface ScriptOptions {
  readonly env: Readonly<Record<string, string>>;
  /** Output that the page shows, with the answers that its reader types at prompts. */
  readonly transcript?: string;
  /** Press Ctrl-C once the script has printed a line. */
  readonly interrupt?: boolean;
}

/** A terminal whose working directory lasts from one script to the next. */
export interface Shell {
  readonly cwd: string;
  run(script: string, options: ScriptOptions): Promise<ScriptResult>;
  /** Ends programs that still run in the background. */
  close(): void;
}

/** Opens a terminal in a folder. A script stops at the first command that fails. */
export function openShell(folder: string): Shell {
  const notes = mkdtempSync(join(tmpdir(), "shell-"));
  const place = join(notes, "cwd");
  const log = join(notes, "background.log");
  const groups: number[] = [];
  let cwd = folder;
  return {
    get cwd() {
      return cwd;
    },
    async run(script, options) {
      // A background program would keep the output open.
      const detached = script.replaceAll(
        / &( #.*)?$/gm,
        (_, comment = "") => ` >"${log}" 2>&1 &${comment}`,
      );
      const lines = `set -e\n${detached}\npwd > "${place}"`;
      const { pid, result } = start(lines, cwd, options);
      if (detached !== script && pid !== undefined) groups.push(pid);
      const done = await result;
      if (done.code === 0 && options.interrupt !== true)
        cwd = readFileSync(place, "utf8").trim();
      return done;
    },
    close() {
      for (const group of groups) endGroup(group, "SIGKILL");
      rmSync(notes, { recursive: true, force: true });
    },
  };
}

function start(
  script: string,
  cwd: string,
  { env, transcript = "", interrupt = false }: ScriptOptions,
): { pid: number | undefined; result: Promise<ScriptResult> } {
  // Starts a process group, as a terminal does: Ctrl-C reaches every process.
  const child = spawn("sh", ["-c", script], {
    cwd,
    env,
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  let isInterrupted = false;
  const interruptOnce = (): void => {
    if (!interrupt || isInterrupted || !/\n/.test(stdout + stderr)) return;
    isInterrupted = true;
    if (child.pid !== undefined) endGroup(child.pid, "SIGINT");
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    const answer = answerAfter(stdout, transcript);
    if (answer !== undefined) {
      stdout += answer;
      child.stdin.write(answer);
    }
    interruptOnce();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    interruptOnce();
  });
  // A program that reads nothing may have ended before this.
  child.stdin.on("error", () => {});
  if (!interrupt && !/\? \S/.test(transcript)) child.stdin.end();
  const result = new Promise<ScriptResult>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({ code, stdout, stderr, interrupted: isInterrupted }),
    );
  });
  return { pid: child.pid, result };
}

/** Returns the line that the page's reader types, if the program waits at a prompt. */
function answerAfter(printed: string, transcript: string): string | undefined {
  if (!printed.endsWith("? ") || !transcript.startsWith(printed))
    return undefined;
  const [answer = ""] = transcript.slice(printed.length).split("\n");
  return `${answer}\n`;
}

function endGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
