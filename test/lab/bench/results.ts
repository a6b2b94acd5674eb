import path from "node:path";
import { pathToFileURL } from "node:url";
import type * as generated from "../../../generated/index.ts";
import type { Receiver } from "../../../src/runtime/peer/transport.ts";
import type { Folders } from "./main.ts";
import { inTurns, pairedRows, type Entrant } from "./rounds.ts";
import type { Table } from "./table.ts";

const rounds = 21;
/** How long a round takes, about. */
const milliseconds = 20;

type Content = { type: "text"; text: string }[] | object[];

/** What a tool returns: its guard has one block to look at, or many, or long ones. */
const results: Readonly<Record<string, Content>> = {
  "one line of text": [{ type: "text", text: "It rains." }],
  "1,000 blocks of text": Array.from({ length: 1_000 }, (_, at) => ({
    type: "text",
    text: `line ${at} of a longer answer`,
  })),
  "an image of 1 MB": [
    { type: "image", mimeType: "image/png", data: "iVBO".repeat(262_144) },
  ],
};

/**
 * The time of one `tools/call`, from the parsed request to the text of its answer,
 * with the check of what leaves and without.
 */
export async function resultTables({ repository }: Folders): Promise<Table[]> {
  const entry = path.join(repository, "dist/generated/index.js");
  const { createServer } = (await import(
    pathToFileURL(entry).href
  )) as typeof generated;
  const tables: Table[] = [];
  for (const [title, content] of Object.entries(results)) {
    const entries = [{ name: "check: false" }, { name: "checked" }];
    const entrants = entries.map(({ name }): Entrant => {
      const call = caller(createServer, content, name === "checked");
      let calls = 1;
      const round = async (): Promise<number> => timed(call, calls);
      // Until it is warm, and takes the time that a round is to take.
      for (let i = 0; i < 6; i++)
        calls = Math.ceil((milliseconds * 1000) / timed(call, calls));
      return { name, round };
    });
    const samples = await inTurns(entrants, rounds);
    tables.push({
      title: `tools/call: ${title}`,
      unit: "µs",
      rows: pairedRows(entries, samples, "cost"),
    });
  }
  return tables;
}

/** The time of one call in microseconds. */
function timed(call: () => void, calls: number): number {
  const start = performance.now();
  for (let i = 0; i < calls; i++) call();
  return ((performance.now() - start) * 1000) / calls;
}

/** Calls a tool, whose answer is written and thrown away. */
function caller(
  createServer: typeof generated.createServer,
  content: Content,
  check: boolean,
): () => void {
  const server = createServer({
    info: { name: "bench", version: "1" },
    check,
    handlers: { callTool: () => ({ content: content as [] }) },
  });
  let receiver: Receiver | undefined;
  let bytes = 0;
  server.connect({
    start: (one) => (receiver = one),
    send: (message) => (bytes += JSON.stringify(message).length),
    close: () => Promise.resolve(),
  });
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name: "weather", _meta: meta };
  const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  return () => {
    const before = bytes;
    receiver?.message(request);
    if (bytes === before) throw new Error("the call has no answer");
  };
}
