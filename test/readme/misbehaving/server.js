// A server of 2025-06-18 by hand, which does one thing wrong: what its argument says.
import { createInterface } from "node:readline";

const [, , wrong = ""] = process.argv;
const is = (name) => wrong === name;
const tool = (name) => ({ name, inputSchema: { type: "object" } });
const send = (message) =>
  console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));
const tell = (method, params) => send({ method, params });

if (is("prints")) console.log("Server starting on stdio...");
if (is("old")) setInterval(() => {}, 1_000);

createInterface(process.stdin).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "server/discover") {
    if (is("dies of the question")) process.exit(1);
    if (is("silent")) return;
  }
  const result = answers[method]?.(params, id);
  if (result === undefined) {
    const error = { code: -32601, message: "Method not found" };
    if (id !== undefined) send({ id, error });
    return;
  }
  if (result !== null) send({ id: is("ids as text") ? `${id}` : id, result });
});

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion: is("other revision")
      ? "2023-01-01"
      : is("echoes")
        ? protocolVersion
        : "2025-06-18",
    capabilities: { tools: {}, logging: {} },
    serverInfo: { name: wrong, version: "1.0.0" },
  }),
  "tools/list": (params) =>
    is("circles")
      ? { tools: [tool(`tool-${params?.cursor ?? 0}`)], nextCursor: "1" }
      : {
          tools: [tool("good"), ...(is("bad item") ? [{ name: "bad" }] : [])],
          ...(is("null cursor") && { nextCursor: null }),
        },
  "tools/call": ({ _meta, arguments: given }, id) => {
    if (is("no content")) return { structuredContent: { n: 1 } };
    if (is("wrong result")) return { content: "a text" };
    if (is("hangs")) return null;
    if (is("dies in a call") && given?.dies) process.exit(1);
    if (is("stray")) send({ id: 4711, result: {} });
    if (is("floods"))
      for (let count = 1; count <= 3_000; count++) {
        tell("notifications/message", { level: "info", data: count });
        const progressToken = _meta?.progressToken;
        if (progressToken !== undefined)
          tell("notifications/progress", { progressToken, progress: count });
      }
    if (is("leaves id")) return void id;
    return { content: [{ type: "text", text: "done" }] };
  },
  ping: () => (is("hangs") ? null : {}),
};
