import { appendFileSync, readFileSync } from "node:fs";

/** Which handlers ran, in which process: a file that all processes write, line by line. */
export interface Ran {
  readonly what: "started" | "aborted";
  readonly tool: string;
  /** Of the call: no other has it. */
  readonly token: string;
  /** The process, and which of its lives: `2.1`. */
  readonly process: string;
}

/** Writes down that a handler runs: it is there although the process is killed right behind it. */
export function writeRan(file: string, ran: Ran): void {
  const { what, tool, token, process: name } = ran;
  // One write to the end of a file is not torn by others.
  appendFileSync(file, `${what} ${tool} ${token} ${name}\n`);
}

/** All that ran, in the order of the file. */
export function readRan(file: string): Ran[] {
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [what, tool = "", token = "", name = ""] = line.split(" ");
      if (what !== "started" && what !== "aborted")
        throw new Error(`no line of a ledger: ${line}`);
      return { what, tool, token, process: name };
    });
}
