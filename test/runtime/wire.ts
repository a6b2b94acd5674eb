import { expect } from "vitest";
import { createMemoryPair } from "../../src/runtime/peer/memory.ts";
import type { Message } from "../../src/runtime/protocol/message.ts";
import type { Server } from "../../src/runtime/server/create-server.ts";
import type { Transport } from "../../src/runtime/peer/transport.ts";
import { initializeAs, notification } from "./revisions.ts";
import { settle } from "./wait.ts";

export { settle };

type Fields = Record<string, unknown>;

/** The other end of a connection, without any protocol code of its own. */
export interface Wire {
  /** Sends anything, message or not. */
  send(value: unknown): void;
  /** The next message that arrives. */
  next(): Promise<Record<string, unknown>>;
  /** Sends a message, and gives what arrives next. */
  ask(value: unknown): Promise<Record<string, unknown>>;
  /** Fails when something has arrived or arrives soon. */
  expectSilence(): Promise<void>;
  /** What has arrived and nobody has asked for. */
  readonly waiting: readonly unknown[];
  readonly closed: boolean;
  close(): Promise<void>;
}

/** How long the next message may take: far more than it does. */
const patience = 30_000;

export function createWire(transport: Transport): Wire {
  const waiting: Fields[] = [];
  const askers: ((message: Fields) => void)[] = [];
  let closed = false;
  transport.start({
    message(value) {
      const message = value as Fields;
      const asker = askers.shift();
      if (asker) asker(message);
      else waiting.push(message);
    },
    unreadable() {},
    ended() {},
    closed() {
      closed = true;
    },
  });
  const wire: Wire = {
    send: (value) => transport.send(value as Message),
    next: () =>
      new Promise((resolve, reject) => {
        const message = waiting.shift();
        if (message) return resolve(message);
        const timer = setTimeout(
          () => reject(new Error("no message came")),
          patience,
        );
        askers.push((next) => {
          clearTimeout(timer);
          resolve(next);
        });
      }),
    ask(value) {
      wire.send(value);
      return wire.next();
    },
    async expectSilence() {
      await settle();
      await settle();
      expect(waiting).toEqual([]);
    },
    waiting,
    get closed() {
      return closed;
    },
    close: () => transport.close(),
  };
  return wire;
}

/** Connects to a server, and leaves the handshake to the test. */
export function wireTo(server: Server): Wire {
  const [near, far] = createMemoryPair();
  server.connect(far);
  return createWire(near);
}

/** Connects to a server under the name that a transport has proved. */
export function wireAs(server: Server, principal: string): Wire {
  const [near, far] = createMemoryPair();
  server.connect(Object.assign(far, { principal }));
  return createWire(near);
}

/** Connects to a server, and shakes hands. */
export async function openWire(
  server: Server,
  revision = "another",
  capabilities: object = { roots: {} },
): Promise<Wire> {
  const wire = wireTo(server);
  await wire.ask(initializeAs(revision, capabilities));
  wire.send(notification("notifications/initialized"));
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
