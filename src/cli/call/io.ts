import type { Prompter } from "../terminal/index.ts";
import type { Screen } from "./print/screen.ts";

/** What a call has of the process that it runs in. */
export interface CallIo extends Screen {
  /** The folder that paths count from. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a person reads standard error. */
  readonly isTerminal: boolean;
  readonly prompter?: Prompter | undefined;
  readStdin(): Promise<Uint8Array>;
  /** From now on Ctrl-C ends the call, and not the process. */
  interruption?(): AbortSignal;
}
