import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { startServer } from "../lab/bench/http-server-process.ts";
import { openHttpSession } from "../lab/bench/http-session.ts";
import { openSession } from "../lab/bench/raw-session.ts";
import { figuresOf, type Figures } from "./figures.ts";
import type { ClientSetup } from "./programs/client.ts";
import { probedCalls, type Observation } from "./programs/probe.ts";
import type { ServerSetup } from "./programs/server.ts";
import type { Scenario } from "./scenarios.ts";

/**
 * Options of Node that make measurements repeatable: no compiler allocates code or
 * removes allocations, and no collection happens while calls are measured.
 */
const nodeOptions: readonly string[] = [
  "--expose-gc",
  "--predictable",
  "--single-threaded",
  "--no-opt",
  "--no-maglev",
  "--no-sparkplug",
  "--no-lazy-feedback-allocation",
  "--min-semi-space-size=128",
  "--max-semi-space-size=128",
];

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Programs to measure and their peers, in a temporary folder. */
export class Programs {
  readonly #folder = mkdtempSync(
    path.join(realpathSync(tmpdir()), "mcp-gen-gates-"),
  );

  /** Bundles the programs with the sources of the runtime. */
  async build(): Promise<void> {
    const gates = ["client", "server"];
    const peers = ["bare-server", "bare-stateless-server", "http-bare-server"];
    await build({
      absWorkingDir: repository,
      entryPoints: [
        ...gates.map((name) => `test/gates/programs/${name}.ts`),
        ...peers.map((name) => `test/lab/bench/programs/${name}.ts`),
      ],
      outdir: this.#folder,
      entryNames: "[name]",
      outExtension: { ".js": ".mjs" },
      bundle: true,
      platform: "node",
      format: "esm",
      target: "es2022",
      // As in the package.
      minifySyntax: true,
      sourcemap: "external",
      logLevel: "error",
    });
  }

  /** Measures a scenario with a program of Node. */
  async measure(scenario: Scenario, node: string): Promise<Figures> {
    const file = path.join(this.#folder, "observation.json");
    await (scenario.program === "server"
      ? this.#runServer(scenario, node, file)
      : this.#runClient(scenario, node, file));
    // Written by the probe.
    const observation = JSON.parse(readFileSync(file, "utf8")) as Observation;
    rmSync(file);
    return figuresOf(observation, repository);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #runServer(
    { name, lifecycle, answer }: ScenarioOf<"server">,
    node: string,
    file: string,
  ): Promise<void> {
    const mode = answer && { lifecycle, answer };
    const setup: ServerSetup = { file, ...(mode && { mode }) };
    const args = [...nodeOptions, ...this.#args("server", setup)];
    const target = { name, lifecycle, command: node, args };
    const session = mode
      ? await openHttpSession({ ...target, ...mode }, 1)
      : await openSession(target);
    for (let call = 0; call < probedCalls; call++) await session.check();
    await session.end();
  }

  async #runClient(
    { name, lifecycle, transport }: ScenarioOf<"client">,
    node: string,
    file: string,
  ): Promise<void> {
    const run = async (server: ClientSetup["server"]): Promise<void> => {
      const args = this.#args("client", { file, server });
      const child = spawn(node, [...nodeOptions, ...args], {
        stdio: "inherit",
      });
      const [code] = await once(child, "exit");
      if (code !== 0) throw new Error(`${name}: ended with code ${code}`);
    };
    if (transport === "stdio") {
      const stateless = lifecycle === "stateless";
      const bare = stateless ? "bare-stateless-server" : "bare-server";
      return run({ command: node, args: this.#args(bare) });
    }
    const args = this.#args("http-bare-server", { lifecycle, answer: "json" });
    const server = await startServer(name, { command: node, args });
    await run({ url: `http://127.0.0.1:${server.port}/mcp` });
    await server.end();
  }

  #args(program: string, setup: object = {}): string[] {
    return [path.join(this.#folder, `${program}.mjs`), JSON.stringify(setup)];
  }
}

type ScenarioOf<Program> = Extract<Scenario, { program: Program }>;
