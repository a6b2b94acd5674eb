/** The two ways in which a conversation can open. */
export type Lifecycle = "handshake" | "stateless";

/** What every call sends, and every answer has to give back. */
export const echoed = "hello, world";

/** What is spoken in each of them. */
export const revisionOf = {
  handshake: "2025-11-25",
  stateless: "2026-07-28",
} as const;
const info = { name: "bench", version: "1.0.0" };

/** What the stateless lifecycle wants in every request. */
const statelessMeta: Readonly<Record<string, unknown>> = {
  "io.modelcontextprotocol/protocolVersion": revisionOf.stateless,
  "io.modelcontextprotocol/clientInfo": info,
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** The params of a call of the tool `echo`. */
export function callParams(lifecycle: Lifecycle): object {
  const args = { text: echoed };
  return lifecycle === "handshake"
    ? { name: "echo", arguments: args }
    : { name: "echo", arguments: args, _meta: statelessMeta };
}

/** The line that opens a handshake, and the one that ends it. */
export const initialize: string = line({
  id: 0,
  method: "initialize",
  params: {
    protocolVersion: revisionOf.handshake,
    capabilities: {},
    clientInfo: info,
  },
});
export const initialized: string = line({
  method: "notifications/initialized",
});

/** Lines that call the tool, printed with the least work for each. */
export function callPrinter(lifecycle: Lifecycle): (id: number) => string {
  const [before = "", after = ""] = line({
    id: "ID",
    method: "tools/call",
    params: callParams(lifecycle),
  }).split('"ID"');
  return (id) => before + id + after;
}

function line(message: object): string {
  return JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n";
}
