import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { bundle } from "../../../interop/bundle.ts";
import type { OpenLine } from "./lines.ts";

/** Servers that are programs, for as long as `play` takes. */
export async function withPrograms(
  play: (open: OpenLine) => Promise<void>,
): Promise<void> {
  const program = await bundle("../transcripts/server/stdio-program.ts");
  try {
    await play(async (hear) => {
      const { stdin, stdout } = spawn(process.execPath, [program.file], {
        stdio: ["pipe", "pipe", "inherit"],
      });
      const lines = createInterface({ input: stdout }).on("line", hear);
      const closed = once(lines, "close");
      return {
        write: (line) => void stdin.write(`${line}\n`),
        async end() {
          stdin.end();
          await closed;
        },
      };
    });
  } finally {
    await program.remove();
  }
}
