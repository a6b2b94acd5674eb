import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import {
  createEraCache,
  httpTransport,
} from "../../../src/runtime/http-client.ts";
import type { Transport } from "../../../src/runtime/index.ts";
import { spawnStdio } from "../../../src/runtime/spawn-stdio.ts";
import { freePort } from "../../support/free-ports.ts";

/** What the reference server can be reached by, as it calls it. */
export type Way = "stdio" | "streamableHttp" | "sse";

export interface Started {
  readonly transport: Transport;
  end(): Promise<void>;
}

export async function startEverything(way: Way): Promise<Started> {
  const command = process.execPath;
  switch (way) {
    case "stdio": {
      const transport = spawnStdio({
        command,
        args: [everythingProgram()],
        grace: 500,
      });
      return { transport, end: () => Promise.resolve() };
    }
    case "streamableHttp":
    case "sse": {
      const { port, end } = await startListening(way);
      const path = way === "sse" ? "/sse" : "/mcp";
      const url = `http://127.0.0.1:${port}${path}`;
      return { transport: httpTransport({ url, eras: createEraCache() }), end };
    }
    default:
      return way satisfies never;
  }
}

export function everythingProgram(): string {
  const require = createRequire(import.meta.url);
  const name = "@modelcontextprotocol/server-everything";
  return join(
    dirname(require.resolve(`${name}/package.json`)),
    "dist/index.js",
  );
}

/** Starts the server on a port, with as little in its environment as over stdio. */
export async function startListening(
  way: Way,
): Promise<{ port: number; end(): Promise<void> }> {
  const port = await freePort();
  const { PATH } = process.env;
  const child = spawn(process.execPath, [everythingProgram(), way], {
    env: { PATH, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const gone = once(child, "exit");
  await new Promise<void>((resolve, reject) => {
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes(`on port ${port}`)) resolve();
    });
    child.once("exit", () => reject(new Error(`it ended: ${said}`)));
  });
  return {
    port,
    async end() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}
