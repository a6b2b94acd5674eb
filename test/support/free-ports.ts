import { createServer } from "node:net";

/**
 * Below the ports that systems give to connections and to servers that ask for any: a
 * program that is started with one, or starts again, finds that nobody has taken it.
 */
const [lowest, highest] = [12_000, 32_000];

/**
 * Each worker of the suite has ports of its own: between the moment when a port is
 * found free and the one when a program listens there, no other test finds it too.
 */
const shares = 32;
const share = (highest - lowest) / shares;
const worker = Number(process.env["VITEST_POOL_ID"] ?? process.pid) % shares;
// A run is not to begin where the one before it has just left.
let next = Math.floor(Math.random() * share);

/** A port of this machine that nobody listens on, and that is given once in a long while. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < share; tries++) {
    const port = lowest + worker * share + (next++ % share);
    if (await isFree(port)) return port;
  }
  throw new Error("All ports are taken");
}

/** So many of them. */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) found.push(await freePort());
  return found;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
