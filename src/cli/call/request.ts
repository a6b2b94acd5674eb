import type { LogLevel } from "../../runtime/protocol/log-level.ts";
import type { Assignment } from "./params/assignment.ts";
import type { ServerChoice } from "./server/resolve.ts";

/** What is asked of which server, and how. */
export interface CallRequest {
  readonly server: Omit<ServerChoice, "cwd">;
  /** A method, a tool, a prompt or a URI; without it, what the server is. */
  readonly method?: string | undefined;
  readonly assignments: readonly Assignment[];
  /** Sends names as they are, whether the server has them or not. */
  readonly isAsIs: boolean;
  readonly format: "text" | "json";
  /** The only revisions that are spoken; all of them where it is empty. */
  readonly revisions: readonly string[];
  /** Over those of the server's own configuration. */
  readonly headers: Readonly<Record<string, string>>;
  /** `NAME=value`, or `NAME` for the variable as it is here. */
  readonly variables: readonly string[];
  /** The folder that a program runs in. */
  readonly folder?: string | undefined;
  readonly answers: ReadonlyMap<string, readonly string[]>;
  /** Folders that the server may know of. */
  readonly roots: readonly string[];
  /** Whether the person answers in the place of a model. */
  readonly isModel: boolean;
  readonly logLevel?: LogLevel | undefined;
  /** The longest silence, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** How long it may take to say which revisions it speaks, in milliseconds: 5,000 unless it is said. */
  readonly probeMs?: number;
  /** Whether a person may be sent to log in; by default where one is at a terminal. */
  readonly login?: boolean | undefined;
  readonly opensBrowser: boolean;
  /** Forgets the login at the server, and calls nothing. */
  readonly isLogout: boolean;
  readonly client: {
    readonly id?: string | undefined;
    readonly secret?: string | undefined;
    readonly port?: number | undefined;
    readonly scopes: readonly string[];
  };
  /** Leaves out what the server prints, logs and tells of its progress. */
  readonly isQuiet: boolean;
  /** The file that the bytes of an answer go to. */
  readonly out?: string | undefined;
}

/** 0: answered. 1: with an error. 2: bad usage. 3: no answer. 130: Ctrl-C. */
export type CallExitCode = 0 | 1 | 2 | 3 | 130;
