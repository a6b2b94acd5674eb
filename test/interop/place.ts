import {
  teeStdio,
  type Command,
  type Line,
} from "../support/wire-check/tee.ts";
import type { Side } from "../support/wire-check/recording.ts";
import type { Target } from "./clients/target.ts";

/** Where one client and one server of the interop tests meet. */
export interface Place {
  readonly target: Target;
  /** What has passed between the two. */
  lines(): Line[];
  close(): Promise<void>;
}

/** A program that the client starts. */
export function stdioPlace(command: Command, ours: Side): Place {
  const teed = teeStdio(command, ours);
  return {
    target: teed,
    lines: teed.lines,
    close: () => Promise.resolve(teed.remove()),
  };
}
