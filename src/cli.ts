#!/usr/bin/env node
import { run } from "./cli/commands/run.ts";
import { createPrompter } from "./cli/terminal/index.ts";

const { stdin, stdout, stderr } = process;
const ends = ["drain", "error", "close"] as const;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
let isReaderGone = false;

stdout.on("error", () => (isReaderGone = true));
for (const stream of [stdout, stderr]) stream.on("error", stopWriting);

process.exitCode = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  platform: process.platform,
  program: [process.execPath, process.argv[1] ?? ""],
  isTerminal: stderr.isTTY,
  isOutputTerminal: stdout.isTTY,
  stdout: (text) => void stdout.write(text),
  stderr: (text) => void stderr.write(text),
  readStdin: async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  },
  stdin: () => stdin,
  drained,
  interruption,
  // A pipe is never asked; questions leave standard output to the answer.
  ...(stdin.isTTY && stderr.isTTY
    ? { prompter: createPrompter({ input: stdin, output: stderr }) }
    : {}),
});

/** When standard output takes more, or never will; whether anyone still reads it. */
async function drained(): Promise<boolean> {
  if (isReaderGone || !stdout.writableNeedDrain) return !isReaderGone;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      for (const event of ends) stdout.off(event, done);
      resolve();
    };
    for (const event of ends) stdout.on(event, done);
  });
  return !isReaderGone;
}

/** Ctrl-C and `kill` stop what is read; the second of them stops the process. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    for (const name of signals) process.off(name, stop);
    controller.abort();
    // What still waits for input would keep the process.
    stdin.destroy();
  };
  for (const name of signals) process.on(name, stop);
  return controller.signal;
}

// A reader that has seen enough, such as `head`, is no error; a full disk is.
function stopWriting({ code, message }: NodeJS.ErrnoException): void {
  if (code === "EPIPE") return;
  stderr.write(`error unwritable: ${message}\n`);
  process.exit(2);
}
