import type { Prompter } from "../../terminal/index.ts";

/** Who answers what a server asks. */
export interface Asker {
  /** The person at the terminal; absent where there is none. */
  readonly prompter: Prompter | undefined;
  /** Answers that were given before, by the names of the fields. */
  readonly answers: ReadonlyMap<string, readonly string[]>;
  /** A question was not answered as it was said before: none of it is sent. */
  misfit(reason: string): void;
  /** A field was asked for. */
  asked(name: string): void;
  /** Aborted when nobody waits for an answer any more. */
  readonly signal: AbortSignal;
  /** Whether a page is opened in a browser, or its address shown alone. */
  readonly opensBrowser: boolean;
  /** How the server is called. */
  serverName(): string;
  /** Prints words of mcp-gen's own, in which a server's are escaped and short. */
  say(text: string): void;
  /** Prints a text that the server chose. */
  show(text: string): void;
  /** The person has pressed Ctrl-C: all of it is over. */
  interrupt(): void;
}
