// Three processes behind a balancer: on Redis if there is one, else in the memory of this program.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createBalancer, type Processes } from "./balancer.js";
import { startInMemory } from "./in-memory.js";

async function freePort(): Promise<number> {
  const listening = createServer().listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  listening.close();
  await once(listening, "close");
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

/** Waits until a program says a word. Rejects if it ends before, or is not there. */
async function said(program: ChildProcess, word: string): Promise<void> {
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    program.once("error", reject);
    program.once("exit", () => reject(new Error(`It ended: ${printed}`)));
    program.stdout?.on("data", (data) => {
      printed += String(data);
      if (printed.includes(word)) resolve();
    });
  });
}

/** A Redis for this program alone; undefined if none is installed. */
async function startRedis(): Promise<[ChildProcess, string] | undefined> {
  const port = await freePort();
  const words = ["--bind", "127.0.0.1", "--port", `${port}`, "--save", ""];
  // Ctrl-C in a terminal is not for it: it ends after the others.
  const redis = spawn("redis-server", words, {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  process.once("exit", () => redis.kill());
  try {
    await said(redis, "Ready to accept connections");
    return [redis, `redis://127.0.0.1:${port}`];
  } catch {
    return undefined;
  }
}

async function ended(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  program.kill("SIGTERM");
  await once(program, "exit");
}

async function startOnRedis(
  ports: readonly number[],
  url: string,
): Promise<Processes> {
  // Beside this file, as it was written or as it was compiled.
  const { ext } = path.parse(import.meta.url);
  const file = fileURLToPath(new URL(`on-redis${ext}`, import.meta.url));
  const programs = ports.map((port, index) => {
    const more = { PORT: `${port}`, NAME: `${index + 1}`, REDIS_URL: url };
    return spawn(process.execPath, [...process.execArgv, file], {
      env: { ...process.env, ...more },
      stdio: ["ignore", "pipe", "inherit"],
    });
  });
  await Promise.all(programs.map((program) => said(program, "Listening on")));
  return { close: async () => void (await Promise.all(programs.map(ended))) };
}

const ports = [await freePort(), await freePort(), await freePort()];
const given = process.env["REDIS_URL"];
const own = given === undefined ? await startRedis() : undefined;
const url = given ?? own?.[1];
const processes =
  url === undefined ? startInMemory(ports) : await startOnRedis(ports, url);

const port = Number(process.env["PORT"] ?? 3000);
const balancer = createBalancer(ports).listen(port, "127.0.0.1");
await once(balancer, "listening");
console.log(`Three processes ${url === undefined ? "in memory" : "on Redis"}`);
console.log(`Listening on http://127.0.0.1:${port}/mcp`);

const close = async () => {
  balancer.close();
  await processes.close();
  if (own) await ended(own[0]);
};
process.once("SIGINT", close).once("SIGTERM", close);
