// What the platform's own classes take: a request is built and read, and so is a response.
import { echoed } from "../echo-messages.ts";
import { playRounds } from "./client-rounds.ts";
import { buildRequest, readEcho } from "./web-request.ts";

const answer = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  result: {
    resultType: "complete",
    content: [{ type: "text", text: echoed }],
    _meta: {
      "io.modelcontextprotocol/serverInfo": { name: "echo", version: "1.0.0" },
    },
  },
});

async function handle(request: Request): Promise<Response> {
  await request.text();
  const headers = { "content-type": "application/json" };
  return new Response(answer, { status: 200, headers });
}

playRounds({
  call: async () => readEcho(await handle(buildRequest())),
  close: () => {},
});
