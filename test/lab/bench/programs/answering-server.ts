// Answers calls of `echo` with the least work, so that their client is the slower side.
import process from "node:process";
import { echoed, revisionOf } from "../echo-messages.ts";

interface Request {
  readonly id?: number;
  readonly method: string;
}

const info = { name: "echo", version: "1.0.0" };
const content = [{ type: "text", text: echoed }];
const capabilities = { tools: {} };
const complete = {
  resultType: "complete",
  _meta: { "io.modelcontextprotocol/serverInfo": info },
};

const results: Readonly<Record<string, object>> =
  process.argv[2] === "stateless"
    ? {
        "server/discover": {
          ...complete,
          supportedVersions: [revisionOf.stateless],
          capabilities,
          ttlMs: 0,
          cacheScope: "private",
        },
        "tools/call": { ...complete, content },
      }
    : {
        initialize: {
          protocolVersion: revisionOf.handshake,
          capabilities,
          serverInfo: info,
        },
        "tools/call": { content },
      };
const callResult = JSON.stringify(results["tools/call"]);

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk: string) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  const answers = lines.map(answerTo).join("");
  if (answers !== "") process.stdout.write(answers);
});

function answerTo(line: string): string {
  // No call has another member of this name: reading the number takes no parser.
  if (line.includes('"method":"tools/call"')) {
    const id = parseInt(line.slice(line.indexOf('"id":') + '"id":'.length), 10);
    return `{"jsonrpc":"2.0","id":${id},"result":${callResult}}\n`;
  }
  const { id, method } = JSON.parse(line) as Request;
  if (id === undefined) return "";
  const result = results[method];
  const error = { code: -32601, message: "Unknown" };
  const outcome = result ? { result } : { error };
  return JSON.stringify({ jsonrpc: "2.0", id, ...outcome }) + "\n";
}
