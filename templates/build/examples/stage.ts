import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { commandLine, nodeArgs, quoted } from "./command-line.ts";
import type { Use } from "./examples.ts";
import { describeGenerated } from "./generated.ts";
import { answerLogins } from "./person.ts";

/** Where an example plays: its folder, and what runs meanwhile. */
export interface Stage {
  /** Writes generated code, and prints which files it wrote. */
  emit(args: readonly string[]): Promise<void>;
  /** Starts a server; gives its address as soon as it says it. */
  start(file: string, env?: Readonly<Record<string, string>>): Promise<string>;
  /** Rejects where it fails. */
  use(use: Use): Promise<void>;
  /** Resolves with Ctrl-C, or when a server ends by itself. */
  interrupted(): Promise<void>;
  /** Ends the servers, the last one first. */
  end(): Promise<void>;
}

const cli = path.join(import.meta.dirname, "../../../dist/cli.js");

type Environment = Readonly<Record<string, string | undefined>>;

export function createStage(cwd: string): Stage {
  const servers: ChildProcess[] = [];
  // Of the programs that are run here: nothing is left in the user's own.
  const home = mkdtempSync(path.join(tmpdir(), "mcp-gen-example-"));

  function run(
    line: string,
    args: readonly string[],
    env: Environment = {},
  ): ChildProcess {
    console.log(`\n$ ${line}`);
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout?.pipe(process.stdout, { end: false });
    child.stderr?.pipe(process.stderr, { end: false });
    return child;
  }

  async function toItsEnd(child: ChildProcess, expected = 0): Promise<void> {
    const [code] = await once(child, "close");
    if (code !== expected) throw new Error(`It ended with exit code ${code}`);
  }

  return {
    async emit(args) {
      const line = `npx mcp-gen ${args.map(quoted).join(" ")}`;
      console.log(`\n$ ${line}`);
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [cli, ...args],
        { cwd, encoding: "utf8" },
      );
      process.stdout.write(stdout);
      // The summary of `generate` is shorter than the one below, which replaces it.
      process.stderr.write(stderr.replace(/^Wrote .*\n/m, ""));
      if (status !== 0) throw new Error(`It ended with exit code ${status}`);
      const out = args[args.indexOf("--out") + 1] ?? ".";
      console.log(describeGenerated(path.join(cwd, out)));
    },
    async start(file, env = {}) {
      const variables = { ...env, PORT: `${await freePort()}` };
      const before = Object.entries(variables).map((pair) => pair.join("="));
      const line = [...before, "node", ...nodeArgs, file].join(" ");
      const child = run(line, [...nodeArgs, file], variables);
      servers.push(child);
      return address(child);
    },
    async use(use) {
      const line = commandLine(use);
      switch (use.kind) {
        case "program": {
          const { file, args = [] } = use;
          // A browser is opened for nobody here.
          const env = { HOME: home, USERPROFILE: home, BROWSER: "none" };
          const child = run(line, [...nodeArgs, file, ...args], env);
          if (use.login) answerLogins(child);
          return toItsEnd(child);
        }
        case "call":
          return toItsEnd(run(line, [cli, "call", ...use.args]));
        case "check": {
          const args = ["client", "--check", ...use.args];
          return toItsEnd(run(line, [cli, ...args]), use.differs ? 1 : 0);
        }
        case "get": {
          console.log(`\n$ ${line}`);
          const response = await fetch(use.url);
          console.log((await response.text()).trimEnd());
          return;
        }
      }
    },
    async interrupted() {
      const ended = servers.map((server) => once(server, "exit"));
      await Promise.race([once(process, "SIGINT"), ...ended]);
    },
    async end() {
      rmSync(home, { recursive: true, force: true });
      for (const server of servers.reverse()) await endServer(server);
    },
  };
}

/** Where a server says that it listens. */
async function address(server: ChildProcess): Promise<string> {
  let printed = "";
  return new Promise((resolve, reject) => {
    server.stdout?.on("data", (data) => {
      printed += String(data);
      const [, url] = /Listening on (\S+)\s/.exec(printed) ?? [];
      if (url !== undefined) resolve(url);
    });
    server.once("exit", () => reject(new Error("The server ended")));
  });
}

async function endServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  const late = setTimeout(() => server.kill("SIGKILL"), 15_000);
  await ended;
  clearTimeout(late);
}

async function freePort(): Promise<number> {
  const listening = createServer().listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  listening.close();
  await once(listening, "close");
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
