import {
  callPrinter,
  echoed,
  revisionOf,
  type Lifecycle,
} from "../echo-messages.ts";

const lifecycle: Lifecycle = "stateless";
const printCall = callPrinter(lifecycle);
const headers = {
  host: "127.0.0.1:3000",
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": revisionOf[lifecycle],
  "mcp-method": "tools/call",
  "mcp-name": "echo",
};
let lastId = 0;

/** A call of the tool `echo`, as a platform hands it to a handler. */
export function buildRequest(): Request {
  const body = printCall(++lastId);
  const url = "http://127.0.0.1:3000/mcp";
  return new Request(url, { method: "POST", headers, body });
}

/** Reads a response as a platform does; gives what was echoed, or all of it. */
export async function readEcho(response: Response): Promise<string> {
  const text = await response.text();
  return text.includes(`"${echoed}"`) ? echoed : text;
}
