import { buildServer } from "../../../src/runtime/server/create-server.ts";
import { serveStdio } from "../../../src/runtime/serve-stdio.ts";
import type { Context } from "../../../src/runtime/peer/context.ts";
import { createPeer, handshake } from "../table.ts";

/** A server of the test protocol, whose tools are what can go wrong with stdio. */

const options = JSON.parse(process.argv[2] ?? "{}");
if (options.clock) hurry(Number(options.clock));

const { log } = console;
const writeLater = process.stdout.write.bind(process.stdout);

type Tool = (text: string, context: Context) => unknown;

const tools: Readonly<Record<string, Tool>> = {
  echo: (text) => text,
  /** The most that it has ever held. */
  megabytes: () => String(process.resourceUsage().maxRSS / 1e3),
  async slow(text) {
    process.stderr.write("begun\n");
    await new Promise((resolve) => setTimeout(resolve, Number(text)));
  },
  async big(text) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return "x".repeat(Number(text));
  },
  /** Says when it is told to end, and goes on for a while, or gives up. */
  async told(text, { signal }) {
    process.stderr.write("begun\n");
    await new Promise((resolve) => {
      signal.addEventListener("abort", resolve, { once: true });
    });
    process.stderr.write(`told: ${signal.reason?.message}\n`);
    if (text === "gives up") signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, Number(text)));
    return "told";
  },
  hang: () => new Promise(() => {}),
  hangWithTimer() {
    setInterval(() => {}, 1000);
    return new Promise(() => {});
  },
  leaveTimer: () => void setInterval(() => {}, 1000),
  print() {
    console.log("by console.log");
    console.info("by console.info");
    log("by a log that was bound before");
    process.stdout.write("by process.stdout\n");
    process.stdout.write(Buffer.from("by bytes\n"));
    process.stdout.write("6279206865780a", "hex");
    return new Promise<void>((resolve) =>
      process.stdout.write("with a callback\n", () => resolve()),
    );
  },
  printForever: () => void setInterval(() => process.stdout.write("x\n"), 1),
  exitCode: (text) => void (process.exitCode = Number(text)),
};

const server = buildServer(
  [{ table: handshake }],
  {
    info: { name: "test", version: "1" },
    handlers: {
      async callTool(
        { name, text }: { name: string; text: string },
        context: Context,
      ) {
        const answer = await tools[name]?.(text, context);
        return { text: typeof answer === "string" ? answer : "" };
      },
    },
  },
  createPeer,
);

if (options.listen) process.on("SIGTERM", () => console.error("own SIGTERM"));
const before = listeners();
const began = performance.now();
await serveStdio(server, options);
console.log("served");
if (options.clock)
  console.error(`after ${Math.round(performance.now() - began)} ms`);
console.error("listeners left:", Number(listeners() !== before));
if (options.exitNow) process.exit();
if (options.early) writeLater("by a write that was bound before\n");

/** Time passes so many times as fast. */
function hurry(times: number): void {
  const { setTimeout: wait } = globalThis;
  const { now } = performance;
  performance.now = () => now.call(performance) * times;
  const faster = (run: () => void, ms = 0): unknown => wait(run, ms / times);
  Object.assign(globalThis, { setTimeout: faster });
}

/** What listens to the streams and signals, apart from errors that are ignored. */
function listeners(): string {
  const { stdin, stdout } = process;
  return [
    ...["SIGINT", "SIGTERM", "beforeExit"].map((name) =>
      process.listenerCount(name),
    ),
    ...["data", "end", "close", "error"].map((name) =>
      stdin.listenerCount(name),
    ),
    ...["drain", "close"].map((name) => stdout.listenerCount(name)),
  ].join();
}
