import process from "node:process";

/** A request as the least code reads it: nothing is checked. */
export interface BareRequest {
  readonly id?: number;
  readonly method: string;
  readonly params: {
    readonly protocolVersion: string;
    readonly arguments: { readonly text: string };
  };
}

/** With this flag, the answers to a chunk of requests leave in one write. */
const oneWrite = process.argv.includes("--one-write");

/** Splits lines, parses, prints, and writes each answer: no more. */
export function serveBare(answer: (request: BareRequest) => unknown): void {
  let rest = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    let unsent = "";
    for (const line of lines) {
      const request = JSON.parse(line) as BareRequest;
      const { id } = request;
      if (id === undefined) continue;
      const result = answer(request);
      const message =
        result === undefined
          ? { jsonrpc: "2.0", id, error: { code: -32601, message: "Unknown" } }
          : { jsonrpc: "2.0", id, result };
      const text = JSON.stringify(message) + "\n";
      if (oneWrite) unsent += text;
      else process.stdout.write(text);
    }
    if (unsent !== "") process.stdout.write(unsent);
  });
}
