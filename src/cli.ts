#!/usr/bin/env node
import { run } from "./commands/run.ts";

const { stdin, stdout, stderr } = process;
const ends = ["drain", "error", "close"] as const;
let isReaderGone = false;

stdout.on("error", () => (isReaderGone = true));
for (const stream of [stdout, stderr]) stream.on("error", stopWriting);

process.exitCode = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  isTerminal: stderr.isTTY,
  stdout: (text) => void stdout.write(text),
  stderr: (text) => void stderr.write(text),
  readStdin: async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  },
  stdin: () => stdin,
  drained,
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

// A reader that has seen enough, such as `head`, is no error; a full disk is.
function stopWriting({ code, message }: NodeJS.ErrnoException): void {
  if (code === "EPIPE") return;
  stderr.write(`error unwritable: ${message}\n`);
  process.exit(2);
}
