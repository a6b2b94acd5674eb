// JSON and a map of ids: the least that a client needs.
import { spawn } from "node:child_process";
import {
  callParams,
  initialize,
  initialized,
  type Lifecycle,
} from "../echo-messages.ts";
import { playRounds, server } from "./client-rounds.ts";

interface Answer {
  readonly id: number;
  readonly result: { readonly content: readonly { readonly text: string }[] };
}

const lifecycle: Lifecycle =
  process.argv[3] === "stateless" ? "stateless" : "handshake";
const child = spawn(server.command, server.args, {
  stdio: ["pipe", "pipe", "inherit"],
});
const waiting = new Map<number, (result: Answer["result"]) => void>();
let lastId = 0;
let rest = "";
child.stdout.setEncoding("utf8");
child.stdout.on("data", (chunk: string) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) {
    const { id, result } = JSON.parse(line) as Answer;
    const resolve = waiting.get(id);
    waiting.delete(id);
    resolve?.(result);
  }
});

function request(method: string, params: object): Promise<Answer["result"]> {
  return new Promise((resolve) => {
    const id = ++lastId;
    waiting.set(id, resolve);
    const message = { jsonrpc: "2.0", id, method, params };
    child.stdin.write(JSON.stringify(message) + "\n");
  });
}

if (lifecycle === "handshake") child.stdin.write(initialize + initialized);

playRounds({
  async call() {
    const { content } = await request("tools/call", callParams(lifecycle));
    return content[0]?.text;
  },
  close: () => void child.stdin.end(),
});
