import type Process from "node:process";
import {
  createByteStreamTransport,
  type ByteStreamOptions,
} from "./byte-stream.ts";
import { claimStdio } from "./claim.ts";
import type { Server } from "../server/create-server.ts";
import { raise, watchSignals, type Signal } from "./signals.ts";
import { after } from "../time/after.ts";

// The global: to import it reads all that it has, a millisecond of each start.
declare const process: typeof Process;

export interface ServeStdioOptions extends Pick<
  ByteStreamOptions,
  "lineLimit" | "queueLimit"
> {
  /**
   * How long what is in flight may take after the end of input, in
   * milliseconds; 60,000 by default.
   */
  readonly drain?: number;
  /**
   * How long what is in flight may take after a signal, and what handlers have
   * left open (a timer, a socket) may then keep the process, in milliseconds;
   * 5,000 by default.
   */
  readonly grace?: number;
  /** Whether the process ends when serving has ended; true by default. */
  readonly exit?: boolean;
}

/**
 * Serves the process that started this one, over standard input and output.
 * Resolves when what was in flight is answered, after the end of input, SIGINT or
 * SIGTERM, or when nobody reads the answers. Until then standard output belongs
 * to the protocol: what else is printed goes to standard error. Afterwards the
 * process ends by itself; where something keeps it, it is ended after `grace`,
 * so that no server outlives its client.
 */
export async function serveStdio(
  server: Server,
  options: ServeStdioOptions = {},
): Promise<void> {
  const { drain = 60_000, grace = 5_000, exit = true, ...limits } = options;
  const { input, output, release } = claimStdio();
  const connection = server.connect(
    createByteStreamTransport(input, output, {
      ...limits,
      // After every answer of this turn, and so one write for all of them.
      schedule: (flush) => process.nextTick(flush),
    }),
  );
  const close = (): void => void connection.close();
  const signals = watchSignals(() => {
    after(grace, close);
    void connection.end();
  });
  input.on("end", () => {
    after(drain, close);
    // Nothing is left then that could answer what is in flight.
    process.once("beforeExit", close);
  });

  await connection.closed;
  process.off("beforeExit", close);
  await release(grace);
  signals.stop();
  if (exit) leave(signals.received, grace);
}

/** Ends the process when nothing keeps it any more, or after `grace`. */
function leave(signal: Signal | undefined, grace: number): void {
  if (signal === undefined) return after(grace, () => process.exit());
  const end = (): void => raise(signal);
  process.once("beforeExit", end);
  after(grace, end);
}
