import type { CallOptions } from "../peer/caller.ts";
import type { RestartOptions } from "./restart.ts";

/** How a client connects. */
export interface ConnectOptions<Revision extends string = string> extends Pick<
  CallOptions,
  "signal"
> {
  /**
   * How long it may take in all, in milliseconds.
   *
   * @default each question has its own time
   */
  readonly timeout?: number;
  /** Starts a server again that died, where `connect` was given a function. */
  readonly restart?: RestartOptions;
  /**
   * The only revisions that are spoken on this connection.
   *
   * @default all of the client's
   */
  readonly revisions?: readonly Revision[];
}
