// A balancer that takes turns and knows nothing of MCP: nginx or Caddy in real life.
import { createServer, request, type Server } from "node:http";
import { pipeline } from "node:stream";

/** Processes of the server that were started. */
export interface Processes {
  close(): Promise<void>;
}

const host = "127.0.0.1";

export function createBalancer(ports: readonly number[]): Server {
  let turn = 0;
  return createServer(async (incoming, outgoing) => {
    const body: Buffer[] = [];
    for await (const part of incoming) body.push(part);
    const { method, url, headers } = incoming;

    function forward(attemptsLeft: number): void {
      const next = turn++ % ports.length;
      const to = { host, port: ports[next], method, path: url, headers };
      const onward = request({ ...to, agent: false }, (answer) => {
        // Who answers is for this example to show.
        const more = { "x-process": `${next + 1}` };
        outgoing.writeHead(answer.statusCode ?? 502, {
          ...answer.headers,
          ...more,
        });
        // Where one side breaks, the other does.
        pipeline(answer, outgoing, () => {});
      });
      onward.on("error", (error) => {
        if (outgoing.headersSent) return;
        // Nothing was sent: only then another process may be tried.
        const isRefused = "code" in error && error.code === "ECONNREFUSED";
        if (isRefused && attemptsLeft > 0) forward(attemptsLeft - 1);
        else outgoing.writeHead(502).end();
      });
      outgoing.once("close", () => onward.destroy());
      onward.end(Buffer.concat(body));
    }
    forward(ports.length - 1);
  });
}
