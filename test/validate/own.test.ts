import { expect, test } from "vitest";
import { createClient as create2024 } from "../../generated/2024-11-05/index.ts";
import { createClient as create2025March } from "../../generated/2025-03-26/index.ts";
import { createClient as create2025June } from "../../generated/2025-06-18/index.ts";
import { createClient as create2025Nov } from "../../generated/2025-11-25/index.ts";
import { createClient as create2026 } from "../../generated/2026-07-28/index.ts";
import {
  createServer,
  elicit,
  inputRequired,
  prompt,
  resource,
  tool,
  user,
} from "../../generated/index.ts";
import { createMemoryPair } from "../../src/runtime/peer/memory.ts";
import type { Receiver, Transport } from "../../src/runtime/peer/transport.ts";
import { override } from "../support/wire-check/override.ts";
import { findingsOf, type Line } from "./traffic.ts";

const clients = {
  "2024-11-05": create2024,
  "2025-03-26": create2025March,
  "2025-06-18": create2025June,
  "2025-11-25": create2025Nov,
  "2026-07-28": create2026,
};

function weatherServer() {
  const ask = tool("ask", {}, (_, context) => {
    if (context.inputResponses?.["when"]) return "then";
    const requestedSchema = { type: "object", properties: {} } as const;
    return inputRequired({ when: elicit({ message: "?", requestedSchema }) });
  });
  const slow = tool("slow", {}, async (_, context) => {
    context.progress(1, 2, "half");
    return "done";
  });
  return createServer({
    info: { name: "weather", version: "1" },
    features: [
      ask,
      slow,
      resource("file:///a", { name: "a" }, () => "a"),
      prompt("p", {}, () => [user("Hello")]),
    ],
    onError() {},
  });
}

/** The client's end, with everything that passes it written down. */
function recorded(transport: Transport, lines: Line[]): Transport {
  const write = (from: "client" | "server", message: unknown): void =>
    void lines.push({ from, message: JSON.parse(JSON.stringify(message)) });
  return override(transport, {
    start: (receiver: Receiver) =>
      transport.start(
        override(receiver, {
          message(value: unknown) {
            write("server", value);
            receiver.message(value);
          },
        }),
      ),
    send(message: Parameters<Transport["send"]>[0]) {
      write("client", message);
      transport.send(message);
    },
  });
}

test.each(Object.entries(clients))(
  "what our own sides say to each other in %s is valid",
  async (revision, create) => {
    const lines: Line[] = [];
    const [serverEnd, clientEnd] = createMemoryPair();
    weatherServer().connect(serverEnd);
    const client = create({
      info: { name: "me", version: "1" },
      handlers: { elicit: () => ({ action: "decline" }) },
    });
    await client.connect(recorded(clientEnd, lines));
    await client.listTools();
    await client.callTool({ name: "slow" }, { onProgress() {} });
    await client.callTool({ name: "ask" }).catch(() => {});
    await client.callTool({ name: "no such" }).catch(() => {});
    await client.listResources();
    await client.readResource({ uri: "file:///a" });
    await client.getPrompt({ name: "p" });
    expect(lines.length).toBeGreaterThan(14);
    expect(await findingsOf(lines)).toEqual([]);
    expect(await findingsOf(lines, { revisions: [revision] })).toEqual([]);
  },
);
