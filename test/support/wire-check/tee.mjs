/**
 * Stands between a client and the server that it starts: passes on every byte,
 * and writes each line down as JSON, `["client" | "server", line]`.
 *
 * node tee.mjs <folder> <command> [argument…]
 */
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";

const [folder, command, ...args] = process.argv.slice(2);
// A client may start a server more than once: each has a log of its own. They are read in
// the order of their names: that in which they began, which ids of processes do not say.
const began = process.hrtime.bigint().toString().padStart(20, "0");
const log = join(folder, `${began}-${process.pid}.jsonl`);

const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
pass("client", process.stdin, server.stdin);
pass("server", server.stdout, process.stdout);
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => server.kill(signal));
}
server.on("exit", (code, signal) => {
  // What the server still said is on its way.
  server.stdout.on("close", () => process.exit(code ?? (signal ? 1 : 0)));
});

/** Writes down before it passes on: who has seen an answer finds it in the log. */
function pass(author, from, to) {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  from.on("data", (chunk) => {
    const lines = (rest + decoder.write(chunk)).split("\n");
    rest = lines.pop() ?? "";
    const entries = lines
      .filter((line) => line.trim() !== "")
      .map((line) => `${JSON.stringify([author, line])}\n`);
    if (entries.length > 0) appendFileSync(log, entries.join(""));
    to.write(chunk);
  });
  from.on("end", () => to.end());
  // Whichever side is gone, the other hears it by the end of its stream.
  to.on("error", () => {});
}
