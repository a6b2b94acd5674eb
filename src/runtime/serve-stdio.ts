import process from "node:process";
import { createByteStreamTransport, type ByteOutput } from "./byte-stream.ts";
import type { Server } from "./server.ts";

export interface ServeStdioOptions {
  /** The longest line in bytes that is read; a longer one is answered with an error. */
  readonly lineLimit?: number;
}

/**
 * Serves the process that started this one, over standard input and output.
 * Resolves at the end of input, when what was in flight is answered. Until then
 * standard output belongs to the protocol: what else is printed goes to
 * standard error.
 */
export async function serveStdio(
  server: Server,
  options: ServeStdioOptions = {},
): Promise<void> {
  const { output, release } = claimStdout();
  const transport = createByteStreamTransport(process.stdin, output, {
    ...options,
    // After every answer of this turn, and so one write for all of them.
    schedule: (flush) => process.nextTick(flush),
  });
  try {
    await server.connect(transport).closed;
  } finally {
    release();
  }
}

/** Takes standard output for the protocol; `console.log` then goes to standard error. */
function claimStdout(): { output: ByteOutput; release: () => void } {
  const { stdout, stderr } = process;
  const write = stdout.write;
  stdout.write = stderr.write.bind(stderr);
  const output: ByteOutput = {
    write: (text) => write.call(stdout, text),
    end() {},
    on: (event: string, listener: (error: Error) => void) =>
      stdout.on(event, listener),
  };
  return { output, release: () => void (stdout.write = write) };
}
