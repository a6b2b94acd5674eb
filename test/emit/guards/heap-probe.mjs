// Prints how many bytes a call of each guard allocates, on the average of many.
import { pathToFileURL } from "node:url";

const guards = await import(pathToFileURL(process.argv[2]).href);
const calls = 100_000;

const request = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "a", arguments: { a: [1, 2] }, _meta: { progressToken: 1 } },
};
const list = {
  tools: [
    {
      name: "a",
      inputSchema: { type: "object", properties: { a: {} }, required: ["a"] },
      icons: [{ src: "https://example.com", sizes: ["48x48"] }],
    },
  ],
};
const result = {
  content: [
    { type: "text", text: "a", annotations: { audience: ["user"] } },
    { type: "resource", resource: { uri: "a:b", blob: "" } },
  ],
};

const kept = [];
const probes = {
  control: () => kept.push({ call: kept.length }) > 0,
  isCallToolRequest: () => guards.isCallToolRequest(request),
  validateCallToolRequest: () => !guards.validateCallToolRequest(request),
  isListToolsResult: () => guards.isListToolsResult(list),
  validateListToolsResult: () => !guards.validateListToolsResult(list),
  isCallToolResult: () => guards.isCallToolResult(result),
  validateCallToolResult: () => !guards.validateCallToolResult(result),
};

const bytes = Object.entries(probes).map(([name, probe]) => [
  name,
  // What the compiler allocates shows in some rounds, what the guard does in all.
  Math.min(...Array.from({ length: 5 }, () => measure(probe))),
]);
console.log(JSON.stringify(Object.fromEntries(bytes)));

function measure(probe) {
  globalThis.gc();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < calls; i++)
    if (!probe()) throw new Error("the value should be valid");
  return (process.memoryUsage().heapUsed - before) / calls;
}
