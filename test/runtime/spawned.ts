import {
  spawnStdio,
  type SpawnStdioOptions,
} from "../../src/runtime/spawn-stdio.ts";
import type { Transport } from "../../src/runtime/peer/transport.ts";
import { createLog, type Log } from "./byte-pair.ts";
import { until } from "./wait.ts";

export const hello = { jsonrpc: "2.0", method: "hello" } as const;

/** Says its id first. */
export const says = `
  const say = (value) => process.stdout.write(JSON.stringify(value) + "\\n");
  say({ pid: process.pid });
`;
/** Stays whatever becomes of its input. */
export const stays = `setInterval(() => {}, 1000);`;
/** Exits, and leaves a child that holds its standard output for a while. */
export const leavesChild = `
  const { spawn } = require("child_process");
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 40_000)"], {
    stdio: ["ignore", "inherit", "ignore"], detached: true });
  process.stdout.write(JSON.stringify({ child: child.pid }) + "\\n");
  process.exitCode = 5;
  child.unref();
`;
/** Starts a child that stays, whatever becomes of the server, and says its id. */
export function startsChild(script: string = ""): string {
  const text = JSON.stringify(
    `${script}; setInterval(() => {}, 1000); console.log("up")`,
  );
  return `
    const child = require("child_process").spawn(
      process.execPath, ["-e", ${text}], { stdio: ["ignore", "pipe", "ignore"] });
    child.stdout.once("data", () => say({ child: child.pid }));
    child.unref();
    child.stdout.unref();
  `;
}
/** Ends with its input. */
export const reads = `process.stdin.resume();`;

export interface Spawned {
  readonly transport: Transport;
  readonly log: Log;
  /** Resolves once the receiver has heard `closed`. */
  readonly closed: Promise<void>;
}

/** Starts a server, and logs what its transport tells. */
export function start(options: SpawnStdioOptions): Spawned {
  const log = createLog();
  const transport = spawnStdio(options);
  const closed = new Promise<void>((resolve) => {
    transport.start({
      ...log,
      closed(error) {
        log.closed(error);
        resolve();
      },
    });
  });
  return { transport, log, closed };
}

/** Starts a script as a server, which closing gives 300 ms for each step. */
export function run(
  script: string,
  options: Partial<SpawnStdioOptions> = {},
): Spawned {
  const args = ["-e", script];
  return start({ command: process.execPath, args, grace: 300, ...options });
}

/** The id of a server that has said it. */
export async function pidOf({ log }: Spawned): Promise<number> {
  await until(() => log.heard.length > 0);
  const [first] = log.heard as { message: { pid: number } }[];
  return first?.message.pid ?? NaN;
}
