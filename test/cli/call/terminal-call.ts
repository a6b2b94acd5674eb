import { Readable } from "node:stream";
import { onTestFinished } from "vitest";
import { run } from "../../../src/cli/commands/run.ts";
import type { Prompter } from "../../../src/cli/terminal/index.ts";
import type { Server } from "../../../generated/index.ts";
import { listen } from "../../../src/runtime/http-node.ts";
import { temporaryFolder } from "../../emit/output/folder.ts";

/** What a call came to. */
export interface Called {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Place {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly prompter?: Prompter;
  readonly isTerminal?: boolean;
  readonly isOutputTerminal?: boolean;
  readonly interruption?: AbortSignal;
  /** Hears standard error as it comes. */
  readonly onStderr?: (text: string) => void;
}

/** Runs `mcp-gen call` inside this process, as a person with an empty home folder. */
export async function call(
  args: readonly string[],
  place: Place = {},
): Promise<Called> {
  const { stdin = "", interruption, onStderr, prompter } = place;
  const cwd = place.cwd ?? temporaryFolder();
  const { PATH = "" } = process.env;
  let stdout = "";
  let stderr = "";
  const code = await run(["call", ...args], {
    cwd,
    env: { PATH, HOME: cwd, ...place.env },
    isTerminal: place.isTerminal ?? prompter !== undefined,
    isOutputTerminal: place.isOutputTerminal ?? false,
    stdout: (text) => void (stdout += text),
    stderr: (text) => {
      stderr += text;
      onStderr?.(text);
    },
    readStdin: () => Promise.resolve(Buffer.from(stdin)),
    stdin: () => Readable.from([Buffer.from(stdin)]),
    drained: () => Promise.resolve(true),
    ...(interruption && { interruption: () => interruption }),
    ...(prompter && { prompter }),
  });
  return { code, stdout, stderr };
}

/** The answer to a call, as a program reads it. */
export async function callJson(
  args: readonly string[],
  place: Place = {},
): Promise<unknown> {
  const { stdout } = await call([...args, "--format", "json"], place);
  return JSON.parse(stdout);
}

/** Has a server listen until the test ends; gives its address. */
export async function served(server: Server): Promise<string> {
  const running = await listen(server, { port: 0 });
  onTestFinished(() => running.close({ graceMs: 0 }));
  return running.url;
}
