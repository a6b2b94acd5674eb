import type Process from "node:process";
import type { ByteInput, ByteOutput } from "./byte-stream.ts";
import { after } from "../protocol/timers/after.ts";
import { redirectStdout } from "./redirect-stdout.ts";

// The global: to import it reads all that it has, a millisecond of each start.
declare const process: typeof Process;

type Listener = Parameters<NodeJS.EventEmitter["on"]>[1];

/** Standard input and output, as long as they belong to the protocol. */
export interface Claim {
  readonly input: ByteInput;
  readonly output: ByteOutput;
  /** Gives both back, once what was written has left, or after so many milliseconds. */
  release(within: number): Promise<void>;
}

let claimed = false;

/**
 * Takes standard input and output for the protocol. What handlers print, by
 * `console` or by `process.stdout`, then goes to standard error; a child that
 * inherits standard output, or native code, still has to be kept from it, and so
 * has what was printed before: that is for `claim-stdout`. An
 * error in writing to either stream no longer ends the process.
 */
export function claimStdio(): Claim {
  if (claimed) throw new TypeError("standard output is being served already");
  claimed = true;
  const { stdin, stdout, stderr } = process;
  const { write, giveBack } = redirectStdout();
  const listening: (() => void)[] = [];
  // For good: whoever reads them may be gone, now or after serving.
  for (const stream of [stdout, stderr]) {
    stream.off("error", ignore).on("error", ignore);
  }

  function listen(
    stream: NodeJS.EventEmitter,
    event: string,
    listener: Listener,
  ): void {
    stream.on(event, listener);
    listening.push(() => stream.off(event, listener));
  }

  return {
    input: {
      on: (event: string, listener: Listener) => listen(stdin, event, listener),
      pause: () => stdin.pause(),
      resume: () => stdin.resume(),
    },
    output: {
      write: (text) => write.call(stdout, text),
      end() {},
      on: (event: string, listener: Listener) =>
        listen(stdout, event, listener),
    },
    async release(within) {
      stdin.pause();
      await new Promise<void>((resolve) => {
        after(within, resolve);
        write.call(stdout, "", "utf8", () => resolve());
      });
      giveBack();
      for (const stop of listening) stop();
      claimed = false;
    },
  };
}

function ignore(): void {}
