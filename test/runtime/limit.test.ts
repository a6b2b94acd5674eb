import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { waitFor } from "../../src/runtime/protocol/timers/wait-for.ts";
import { settle } from "./wait.ts";

/** Says something, and raises a flag, when it is told to. */
const speaker = `
  const { parentPort, workerData } = require("node:worker_threads");
  parentPort.once("message", (what) => {
    if (what !== undefined) parentPort.postMessage(what);
    Atomics.store(workerData, 0, 1);
    Atomics.notify(workerData, 0);
  });
  parentPort.postMessage("ready");
`;

/** Nothing else happens in this process until another thread has said this, and for 300 ms more. */
async function standStillUntilSaid(
  timeout: number,
  what: string | undefined,
): Promise<string> {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(speaker, { eval: true, workerData: flag });
  try {
    await once(worker, "message");
    // Out of the turn that reads messages, which would read the next one, too.
    await settle();
    const said = once(worker, "message").then(([one]) => String(one));
    const waiting = waitFor(said, { timeout });
    worker.postMessage(what);
    expect(Atomics.wait(flag, 0, 0, 60_000)).not.toBe("timed-out");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    return await waiting;
  } finally {
    await worker.terminate();
  }
}

test("what came while the process stood still is read before its time is over", async () => {
  expect(await standStillUntilSaid(100, "answer")).toBe("answer");
});

test("what did not come meanwhile is given up all the same", async () => {
  await expect(standStillUntilSaid(100, undefined)).rejects.toThrow(
    "no connection within 100 ms",
  );
});
