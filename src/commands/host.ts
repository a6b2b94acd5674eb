/** What a command sees of the process that it runs in. */
export interface Host {
  cwd: string;
  /** Whether someone watches standard error. */
  isTerminal: boolean;
  stdout(text: string): void;
  stderr(text: string): void;
  readStdin(): Promise<Uint8Array>;
}

/** 0: done, or nothing differs. 1: something differs. 2: bad usage or input. */
export type ExitCode = 0 | 1 | 2;

/** Says what happens to who watches, and nothing to a pipe. */
export function progress(host: Host, text: string): void {
  if (host.isTerminal) host.stderr(`${text}\n`);
}
