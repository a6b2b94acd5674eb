import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { Conversation } from "../../src/runtime/client/conversation.ts";
import { createDialect, offer } from "../../src/runtime/peer/dialect.ts";
import { bindHandlers } from "../../src/runtime/peer/handlers.ts";
import type { ProtocolTable } from "../../src/runtime/protocol/revision/protocol-table.ts";
import type { Receiver, Transport } from "../../src/runtime/peer/transport.ts";
import { clientLimits } from "../../src/runtime/protocol/timers/time-limits.ts";
import { legacy, modern } from "./client-tables.ts";
import { discovery, welcome, type Sent } from "./script.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** A transport that answers everything, and keeps nothing. */
function createEcho(revision: string): Transport {
  let receiver: Receiver | undefined;
  const answers: { readonly [method: string]: object } = {
    initialize: welcome(revision),
    "server/discover": discovery([revision]),
  };
  // Where there is no handshake, this answer asks for input first.
  const answer = ({ id, method, params }: Sent): void => {
    if (id === undefined || method === undefined) return;
    const asks = params?.["name"] === "ask" && !params["inputResponses"];
    const result = asks
      ? {
          content: [],
          resultType: "input_required",
          inputRequests: { r: { method: "roots/list" } },
        }
      : (answers[method] ?? { content: [] });
    receiver?.message({ jsonrpc: "2.0", id, result });
  };
  return {
    start: (one) => void (receiver = one),
    send: (message) => queueMicrotask(() => answer(message as Sent)),
    close: () => Promise.resolve(receiver?.closed()),
  };
}

async function openSession(table: ProtocolTable): Promise<Conversation> {
  const dialect = createDialect({ table }, "client", { info: {} });
  const handlers = { listRoots: () => ({ roots: [] }) };
  offer(dialect, [{ handlers: bindHandlers(table, handlers) }]);
  const session = new Conversation({
    dialects: [dialect],
    logLevel: undefined,
    probeTimeout: 1_000,
    limits: clientLimits,
    keepAlive: undefined,
    createPeer: () => ({}),
    onError: console.error,
  });
  await session.connect(createEcho(table.revision));
  return session;
}

/** The bytes in use when everything is collected that can be. */
function heap(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

test.each([
  ["with a handshake", legacy("1")],
  ["without a handshake", modern("3")],
])("100,000 calls leave nothing behind, %s", async (_, table) => {
  const session = await openSession(table);
  const { signal } = new AbortController();
  const options = { signal, totalTimeout: 60_000, onProgress() {} };
  const call = async (calls: number): Promise<void> => {
    for (let index = 0; index < calls; index++) {
      const name = index % 10 === 0 ? "ask" : "a";
      await session.request("tools/call", { name }, options);
    }
  };
  await call(5_000);
  const before = heap();
  await call(100_000);
  const kept = heap() - before;
  expect(getEventListeners(signal, "abort")).toEqual([]);
  // Ten bytes for each call: what one forgotten entry would exceed by far.
  expect(kept).toBeLessThan(1_000_000);
  await session.close();
});
