import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What became of a program that serves on standard input and output. */
export interface Answers {
  /** Whether it is CommonJS. */
  readonly isRequired: boolean;
  /** Of one and two, as its tool adds them. */
  readonly sum: unknown;
  /** What is on standard error. */
  readonly errors: string;
}

const requests = [
  {
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test", version: "1.0.0" },
    },
  },
  { method: "notifications/initialized" },
  {
    id: 2,
    method: "tools/call",
    params: { name: "add", arguments: { a: 1, b: 2 } },
  },
];

/** Starts the program in a folder, calls its tool, and ends its input. */
export async function answersOf(
  folder: string,
  program: string,
): Promise<Answers> {
  const isRequired = readFileSync(join(folder, program), "utf8").includes(
    " = require(",
  );
  const child = spawn(process.execPath, [program], { cwd: folder });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (errors += text));
  for (const request of requests)
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`);
  child.stdin.end();
  await new Promise((resolve) => child.on("close", resolve));
  const [, answer = "{}"] = output.split("\n");
  // What the protocol says of it.
  const { result } = JSON.parse(answer || "{}") as {
    result?: { structuredContent?: { sum?: unknown } };
  };
  return { isRequired, sum: result?.structuredContent?.sum, errors };
}
