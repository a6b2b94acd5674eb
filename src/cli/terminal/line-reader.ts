import type { Interface } from "node:readline";
import { Writable, type Readable } from "node:stream";
import { PromptEndError } from "./prompt-end.ts";

/** Where a person types, and sees what is asked. */
export interface Terminal {
  input: Readable;
  output: Writable;
}

export interface LineOptions {
  /** Shows nothing of what is typed. */
  isSecret: boolean;
  signal?: AbortSignal | undefined;
}

/** Reads a line after a prompt. */
export type LineReader = (
  prompt: string,
  options: LineOptions,
) => Promise<string>;

/**
 * Reads lines with the terminal's own keys for editing. Between two lines the terminal is
 * as it was, so that Ctrl-C is a signal again; what was typed ahead is kept for the next.
 */
export function createLineReader(terminal: Terminal): LineReader {
  const typed: TypedAhead = { lines: [], rest: "", end: undefined };
  return async (prompt, options) => {
    options.signal?.throwIfAborted();
    const { output } = terminal;
    const line = typed.lines.shift();
    if (line === undefined) return readLine(terminal, prompt, options, typed);
    output.write(`${prompt}${options.isSecret ? "" : line}\n`);
    return line;
  };
}

interface TypedAhead {
  /** Whole lines that nobody asked for yet. */
  lines: string[];
  /** The beginning of one more. */
  rest: string;
  /** What ends the question after those lines. */
  end: PromptEndError["reason"] | undefined;
}

async function readLine(
  { input, output }: Terminal,
  prompt: string,
  { isSecret, signal }: LineOptions,
  typed: TypedAhead,
): Promise<string> {
  const { end, rest } = typed;
  if (end !== undefined) {
    typed.end = undefined;
    throw new PromptEndError(end);
  }
  if (input.readableEnded || input.destroyed)
    throw new PromptEndError("endOfInput");
  const { createInterface } = await import("node:readline");
  signal?.throwIfAborted();
  const reader = createInterface({
    input,
    output: isSecret ? nowhere() : output,
    prompt: isSecret ? "" : prompt,
    terminal: true,
    historySize: 0,
  });
  // A terminal that goes away is the end of its input.
  const onError = (): void => reader.close();
  input.once("error", onError);
  if (isSecret) output.write(prompt);
  try {
    const line = nextLine(reader, signal, typed);
    reader.prompt();
    if (rest !== "") reader.write(rest);
    return await line;
  } catch (error) {
    if (!isSecret) output.write("\n");
    throw error;
  } finally {
    typed.rest = reader.line;
    reader.close();
    input.off("error", onError);
    if (isSecret) output.write("\n");
  }
}

/** The first line that comes; those that come in the same breath are kept. */
function nextLine(
  reader: Interface,
  signal: AbortSignal | undefined,
  typed: TypedAhead,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let hasLine = false;
    const end = (reason: PromptEndError["reason"]): void => {
      if (hasLine) typed.end = reason;
      else reject(new PromptEndError(reason));
    };
    const onAbort = (): void => reject(signal?.reason);
    reader.on("line", (line) => {
      if (hasLine) typed.lines.push(line);
      else resolve(line);
      hasLine = true;
    });
    reader.on("SIGINT", () => end("interrupted"));
    reader.on("close", () => {
      signal?.removeEventListener("abort", onAbort);
      // With a line at hand it is we who close it; an input that has ended says so again.
      if (!hasLine) end("endOfInput");
    });
    signal?.addEventListener("abort", onAbort);
  });
}

/** Where readline may show what nobody is to see. */
function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
