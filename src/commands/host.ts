/** What a command sees of the process that it runs in. */
export interface Host {
  cwd: string;
  /** Whether someone watches standard error. */
  isTerminal: boolean;
  stdout(text: string): void;
  stderr(text: string): void;
  readStdin(): Promise<Uint8Array>;
  /** Standard input as it comes. */
  stdin(): AsyncIterable<Uint8Array>;
  /**
   * Waits until standard output takes more, so that what is printed does not pile up;
   * says whether anyone still reads it.
   */
  drained(): Promise<boolean>;
  /** From now on the first request to stop ends no process, but what it reads. */
  interruption?(): AbortSignal;
}

/** 0: done, or nothing differs or is invalid. 1: something is. 2: bad usage or input. */
export type ExitCode = 0 | 1 | 2;

/** Says what happens to who watches, and nothing to a pipe. */
export function progress(host: Host, text: string): void {
  if (host.isTerminal) host.stderr(`${text}\n`);
}
