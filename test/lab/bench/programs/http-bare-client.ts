// fetch and JSON: the least that a client over HTTP needs.
import { callParams, revisionOf } from "../echo-messages.ts";
import { playRounds } from "./client-rounds.ts";
import { target } from "./http-target.ts";

interface Answer {
  readonly result: { readonly content: readonly { readonly text: string }[] };
}

const { url, lifecycle } = target;
const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": revisionOf[lifecycle],
  ...(lifecycle === "stateless" && {
    "mcp-method": "tools/call",
    "mcp-name": "echo",
  }),
};
let lastId = 0;

playRounds({
  async call() {
    const params = callParams(lifecycle);
    const message = {
      jsonrpc: "2.0",
      id: ++lastId,
      method: "tools/call",
      params,
    };
    const body = JSON.stringify(message);
    const response = await fetch(url, { method: "POST", headers, body });
    const { result } = (await response.json()) as Answer;
    return result.content[0]?.text;
  },
  close: () => {},
});
