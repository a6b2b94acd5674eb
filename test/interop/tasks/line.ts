import type { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { Receiver, Transport } from "../../../src/runtime/index.ts";

/** One end of the official SDK's line within a process, as ours take it. */
export function ourEndOf(line: InMemoryTransport): Transport {
  return {
    start(receiver: Receiver) {
      line.onmessage = (message) => receiver.message(copyOf(message));
      line.onclose = () => receiver.closed();
      void line.start();
    },
    send(message) {
      // What ours sends is a message of theirs: the wire check judges it.
      const messages = [message].flat() as JSONRPCMessage[];
      for (const each of messages) void line.send(copyOf(each));
    },
    close: () => line.close(),
  };
}

/** What the wire would carry. */
function copyOf(message: JSONRPCMessage): JSONRPCMessage {
  return JSON.parse(JSON.stringify(message)) as JSONRPCMessage;
}
