import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { freePort, freePorts } from "../../../support/free-ports.ts";

/** How a Redis is started. */
export interface RedisSetup {
  /** Each write is on the disk before it is answered: nothing is lost by a restart. */
  readonly isDurable?: boolean;
  /** What clients have to know. */
  readonly password?: string;
  /** TLS alone, with the certificate and the key of these files. */
  readonly tls?: { readonly certificate: string; readonly key: string };
  /** A cluster of this one node, which has all slots. */
  readonly isCluster?: boolean;
  /** More of the command line, such as `["--maxmemory", "3mb"]`. */
  readonly more?: readonly string[];
}

/** A Redis of one test, on a free port of the loopback interface. */
export interface RedisServer {
  readonly port: number;
  /** What it keeps lies there. */
  readonly folder: string;
  /** With the password, if there is one. */
  readonly url: string;
  /** Its pid now. */
  readonly pid: number;
  /** Ends it in order; what is kept stays in its folder. */
  stop(): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same port and with the same folder, after `stop` or `kill`. */
  start(): Promise<void>;
  /** Holds it, as a machine that stands still would; `resume` lets it go on. */
  pause(): void;
  resume(): void;
  /** Runs `redis-cli` on it, and gives what that prints. */
  cli(...words: readonly string[]): string;
  /** Ends it, and removes its folder. */
  remove(): Promise<void>;
}

const program = "redis-server";

/** Why no Redis can be started here; undefined where one can. Tests that need one are skipped with this word. */
export const redisMissing: string | undefined = spawnSync(program, [
  "--version",
]).error
  ? `${program} is not installed`
  : undefined;

/** Starts a Redis with a folder of its own. */
export async function startRedis(setup: RedisSetup = {}): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), "mcp-gen-redis-"));
  const port = await freePort();
  let child = await launch(port, folder, setup);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  };
  const { password, tls } = setup;
  const login =
    password === undefined ? "" : `:${encodeURIComponent(password)}@`;
  const server: RedisServer = {
    port,
    folder,
    url: `${tls ? "rediss" : "redis"}://${login}127.0.0.1:${port}`,
    get pid() {
      return child.pid ?? 0;
    },
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    start: async () => {
      child = await launch(port, folder, setup);
      await settled(server, setup);
    },
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    cli: (...words) => cli(port, setup, words),
    remove: async () => {
      await end("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
  if (setup.isCluster) server.cli("cluster", "addslotsrange", "0", "16383");
  await settled(server, setup);
  return server;
}

/** A cluster looks around for a moment before it answers, and tells nobody when it has. */
async function settled(
  server: RedisServer,
  { isCluster }: RedisSetup,
): Promise<void> {
  if (!isCluster) return;
  while (!server.cli("cluster", "info").includes("cluster_state:ok"))
    await setTimeout(20);
}

/** Resolves when it takes connections. */
async function launch(
  port: number,
  folder: string,
  { isDurable, password, tls, isCluster, more = [] }: RedisSetup,
): Promise<ChildProcess> {
  const words = ["--bind", "127.0.0.1", "--dir", folder, "--save", ""];
  if (isDurable) words.push("--appendonly", "yes", "--appendfsync", "always");
  if (password !== undefined) words.push("--requirepass", password);
  if (isCluster) {
    // Else it is the port and 10,000, which there may not be.
    const [bus] = await freePorts(1);
    words.push("--cluster-enabled", "yes", "--cluster-port", `${bus}`);
  }
  if (tls)
    words.push(
      ...["--port", "0", "--tls-port", `${port}`],
      ...["--tls-cert-file", tls.certificate, "--tls-key-file", tls.key],
      ...["--tls-ca-cert-file", tls.certificate, "--tls-auth-clients", "no"],
    );
  else words.push("--port", `${port}`);
  const child = spawn(program, [...words, ...more], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  // Whatever ends the tests ends it, too.
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    if (!line.includes("Ready to accept connections")) continue;
    child.stdout.resume();
    return child;
  }
  throw new Error(`${program} did not start:\n${said.join("\n")}`);
}

function cli(
  port: number,
  { password, tls }: RedisSetup,
  words: readonly string[],
): string {
  const before = ["-p", `${port}`];
  if (password !== undefined) before.push("-a", password, "--no-auth-warning");
  if (tls) before.push("--tls", "--cacert", tls.certificate);
  const run = spawnSync("redis-cli", [...before, ...words], {
    encoding: "utf8",
  });
  if (run.status !== 0)
    throw new Error(`redis-cli ${words.join(" ")}: ${run.stderr}${run.stdout}`);
  return run.stdout.trim();
}
