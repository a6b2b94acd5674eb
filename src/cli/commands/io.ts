import type { Prompter } from "../terminal/index.ts";

/** What a command reads. */
export interface CommandInput {
  /** The system, as Node calls it. */
  platform?: string;
  /** The words that start this program: Node, and its script. */
  program?: readonly [node: string, script: string];
  /** The folder that paths count from. */
  cwd: string;
  /** The variables of the environment; none without it. */
  env?: Readonly<Record<string, string | undefined>>;
  readStdin(): Promise<Uint8Array>;
  /** Standard input as it comes. */
  stdin(): AsyncIterable<Uint8Array>;
}

/** Where a command prints. */
export interface CommandOutput {
  /** Whether someone watches standard error. */
  isTerminal: boolean;
  /** Whether someone watches standard output; nobody does without it. */
  isOutputTerminal?: boolean;
  stdout(text: string): void;
  stderr(text: string): void;
  /**
   * Waits until standard output takes more, so that what is printed does not pile up;
   * says whether anyone still reads it.
   */
  drained(): Promise<boolean>;
}

/** All that a command has of the process that it runs in. */
export interface CommandIo extends CommandInput, CommandOutput {
  /** From now on the first request to stop ends no process, but what it reads. */
  interruption?(): AbortSignal;
  /** Asks the person at the terminal; not there where standard input or error is none. */
  prompter?: Prompter;
}

/** Says what happens to who watches, and nothing to a pipe. */
export function progress(output: CommandOutput, text: string): void {
  if (output.isTerminal) output.stderr(`${text}\n`);
}

/** Prints what a command did: all lines to a person, the first line to a log. */
export function printOutcome(output: CommandOutput, text: string): void {
  const [first = ""] = text.split("\n", 1);
  output.stderr(`${output.isTerminal ? text : first}\n`);
}
