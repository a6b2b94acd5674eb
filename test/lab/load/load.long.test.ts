import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle, type Bundle } from "../../interop/bundle.ts";
import type { Holdings, Order, Outcome } from "./report.ts";

/** A failure tells its seed: LOAD_SEED runs it again. */
const seed = Number(process.env["LOAD_SEED"] ?? Date.now() % 1_000_000);

/**
 * Bytes of the heap that may be more than before, divided by calls. What the engine
 * makes of code as it goes on counts as well, once: what is more is measured again,
 * because a leak is there each time.
 */
const keptPerCall = 100;

/** In milliseconds: it takes a fifth of that, unless the machine is busy. */
const timeout = 180_000;

let programs: { readonly server: Bundle; readonly clients: Bundle };
beforeAll(async () => {
  programs = {
    server: await bundle("../lab/load/server.ts"),
    clients: await bundle("../lab/load/clients.ts"),
  };
});
const children: ChildProcess[] = [];
afterAll(() => {
  // Those of a test that failed; the others have ended.
  for (const child of children) child.kill();
  programs.server.remove();
  programs.clients.remove();
});

test(
  `64 clients lose nothing, and leave nothing behind (seed ${seed})`,
  async () => {
    const server = start(programs.server, [], ["--expose-gc"]);
    const url = await told<string>(server);
    const come = (order: Pick<Order, "seed" | "calls">): Promise<Outcome> =>
      run({ url, clients: 64, ...order });

    const warmUp = await come({ seed: seed + 1000, calls: 4000 });
    expect(warmUp.failures).toEqual([]);
    const before = await atRest(server);
    const outcome = await come({ seed, calls: 20_000 });
    const after = await atRest(server);
    print(outcome, before, after);

    expect(outcome.failures).toEqual([]);
    expect(outcome.calls).toBeGreaterThanOrEqual(20_000);
    expect(after.errors).toEqual([]);
    expect(after.runs).toEqual(sum(warmUp.runs, outcome.runs));
    expect(after.status).toEqual({ sessions: 0, streams: 0, requests: 0 });
    expect(after.stored).toBe(0);
    expect(after.handles).toEqual(before.handles);
    let grown = (after.heap - before.heap) / outcome.calls;
    if (grown >= keptPerCall) {
      const { calls } = await come({ seed: seed + 1, calls: 20_000 });
      grown = ((await atRest(server)).heap - after.heap) / calls;
    }
    expect(grown).toBeLessThan(keptPerCall);

    server.send("close");
    const [code] = await once(server, "exit");
    expect(code).toBe(0);
  },
  timeout,
);

function start(
  { file }: Bundle,
  args: string[],
  execArgv: string[] = [],
): ChildProcess {
  const child = fork(file, args, { execArgv });
  children.push(child);
  return child;
}

/** Lets the clients do their work, in a process of their own. */
async function run(order: Order): Promise<Outcome> {
  const clients = start(programs.clients, [JSON.stringify(order)]);
  const outcome = await told<Outcome>(clients);
  if (clients.exitCode === null) await once(clients, "exit");
  return outcome;
}

/** What the server holds once the sessions that nobody ended have expired. */
async function atRest(server: ChildProcess): Promise<Holdings> {
  const holdings = (): Promise<Holdings> => {
    server.send("holdings");
    return told<Holdings>(server);
  };
  let last = await holdings();
  const deadline = performance.now() + 30_000;
  while (isBusy(last) && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    last = await holdings();
  }
  return last;
}

function isBusy({ status, stored }: Holdings): boolean {
  return status.sessions + status.streams + status.requests + stored > 0;
}

/** The next message of a child, which is one of its program's. */
async function told<Message>(child: ChildProcess): Promise<Message> {
  const exit = new AbortController();
  const { signal } = exit;
  try {
    return await Promise.race([
      once(child, "message", { signal }).then(([message]) => message),
      once(child, "exit", { signal }).then(([code]) => {
        throw new Error(`the program ended with ${code}`);
      }),
    ]);
  } finally {
    exit.abort();
  }
}

function sum(a: Outcome["runs"], b: Outcome["runs"]): Outcome["runs"] {
  const total: Outcome["runs"] = {};
  for (const runs of [a, b])
    for (const [tool, { started, aborted }] of Object.entries(runs)) {
      const one = (total[tool] ??= { started: 0, aborted: 0 });
      one.started += started;
      one.aborted += aborted;
    }
  return total;
}

function print(outcome: Outcome, before: Holdings, after: Holdings): void {
  const { calls, milliseconds, operations } = outcome;
  const kept = (after.heap - before.heap) / calls;
  const counts = Object.entries(operations).map(
    ([name, count]) => `${count} ${name}`,
  );
  console.log(
    [
      `seed ${seed}: ${calls} calls in ${(milliseconds / 1000).toFixed(1)} s: ${counts.join(", ")}`,
      `kept of each: ${kept.toFixed(1)} bytes of ${(before.heap / 1e6).toFixed(1)} MB; handles ${JSON.stringify(after.handles)}`,
    ].join("\n"),
  );
}
