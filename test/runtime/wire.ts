import { createMemoryPair } from "../../src/runtime/memory.ts";
import type { Message } from "../../src/runtime/message.ts";
import type { Server } from "../../src/runtime/server.ts";
import type { Transport } from "../../src/runtime/transport.ts";

/** The other end of a connection, without any protocol code of its own. */
export interface Wire {
  /** Sends anything, message or not. */
  send(value: unknown): void;
  /** The next message that arrives. */
  next(): Promise<Record<string, unknown>>;
  /** What has arrived and nobody has asked for. */
  readonly waiting: readonly unknown[];
  close(): Promise<void>;
}

export function createWire(transport: Transport): Wire {
  const waiting: Record<string, unknown>[] = [];
  const askers: ((message: Record<string, unknown>) => void)[] = [];
  transport.start({
    message(value) {
      const message = value as Record<string, unknown>;
      const asker = askers.shift();
      if (asker) asker(message);
      else waiting.push(message);
    },
    unreadable() {},
    ended() {},
    closed() {},
  });
  return {
    send: (value) => transport.send(value as Message),
    next: () =>
      new Promise((resolve) => {
        const message = waiting.shift();
        if (message) resolve(message);
        else askers.push(resolve);
      }),
    waiting,
    close: () => transport.close(),
  };
}

/** Connects to a server, and leaves the handshake to the test. */
export function wireTo(server: Server): Wire {
  const [near, far] = createMemoryPair();
  server.connect(far);
  return createWire(near);
}

/** Connects to a server, and shakes hands. */
export async function openWire(server: Server): Promise<Wire> {
  const wire = wireTo(server);
  wire.send(initialize);
  await wire.next();
  wire.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  return wire;
}

export const initialize = {
  jsonrpc: "2.0",
  id: "init",
  method: "initialize",
  params: {
    protocolVersion: "another",
    capabilities: { roots: {} },
    clientInfo: { name: "test", version: "1" },
  },
};

/** Lets everything that is under way in memory arrive. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
