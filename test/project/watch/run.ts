import { Readable } from "node:stream";
import { expect, onTestFinished } from "vitest";
import type { ExitCode } from "../../../src/cli/commands/exit-code.ts";
import { run } from "../../../src/cli/commands/run.ts";
import { mcpGen, schema } from "../../cli/command-line.ts";
import {
  temporaryFolder,
  writeTree,
  type Tree,
} from "../../emit/output/folder.ts";

/** A watch that runs in this process. */
export interface Watch {
  readonly folder: string;
  /** Waits for the next text on standard error that has this in it, and gives all up to there. */
  said(text: string | RegExp): Promise<string>;
  /** The next line of JSON. */
  reported(): Promise<Record<string, unknown>>;
  /** All that was said on standard error. */
  readonly told: () => string;
  /** Ends it, as Ctrl-C does. */
  stop(): Promise<ExitCode>;
  readonly code: Promise<ExitCode>;
}

/** What a watch of the schema of `command-line` is told; types and guards are cheap. */
export const usual = [
  ...["--schema", "schema.ts", "--revision", "next"],
  ...["--out", "out", "--emit", "types,guards"],
];

/** Starts `mcp-gen watch` in a folder with the schema and more files. */
export function startWatch(
  args: readonly string[] = usual,
  files: Tree = {},
  folder: string = temporaryFolder(),
): Watch {
  writeTree(folder, { "schema.ts": schema, ...files });
  const controller = new AbortController();
  const [stdout, stderr] = [reader(), reader()];
  const code = run(["watch", ...args], {
    cwd: folder,
    isTerminal: false,
    stdout: stdout.add,
    stderr: stderr.add,
    readStdin: async () => Buffer.from(""),
    stdin: () => Readable.from([]),
    drained: async () => true,
    interruption: () => controller.signal,
  });
  const stop = (): Promise<ExitCode> => {
    controller.abort();
    return code;
  };
  onTestFinished(async () => void (await stop()));
  return {
    folder,
    said: stderr.until,
    async reported() {
      const line = await stdout.until(/^.*\n/);
      return JSON.parse(line) as Record<string, unknown>;
    },
    told: stderr.all,
    stop,
    code,
  };
}

/** That the folder is as a run of its own would have it. */
export async function expectFresh(
  cwd: string,
  args: readonly string[] = usual,
): Promise<void> {
  expect(await mcpGen(["check", ...args], { cwd })).toMatchObject({ code: 0 });
}

interface Reader {
  add(text: string): void;
  all(): string;
  until(text: string | RegExp): Promise<string>;
}

function reader(): Reader {
  let all = "";
  let from = 0;
  let wake = (): void => undefined;
  return {
    add(text) {
      all += text;
      wake();
    },
    all: () => all,
    async until(text) {
      for (;;) {
        const rest = all.slice(from);
        const found =
          typeof text === "string"
            ? rest.includes(text) && rest.indexOf(text) + text.length
            : endOf(text.exec(rest));
        if (found !== false) {
          from += found;
          return rest.slice(0, found);
        }
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

function endOf(match: RegExpExecArray | null): number | false {
  return match !== null && match.index + match[0].length;
}
