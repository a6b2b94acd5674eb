import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  addRecordings,
  type Entry,
  type Recording,
  type Side,
} from "./recording.ts";
import { isJson } from "./read.ts";

export interface Command {
  readonly command: string;
  readonly args: string[];
}

/** A command whose lines are written down. */
export interface TeedCommand extends Command {
  /** Everything that has passed so far, process after process. */
  lines(): Line[];
  remove(): void;
}

export interface Line {
  readonly author: Side;
  readonly text: string;
}

const pass = new URL("tee.mjs", import.meta.url).pathname;

/**
 * The same command, with what passes between the client and the server that it
 * starts written down and checked: our side's messages fail the test when they
 * are wrong, as those of servers and clients in this process do.
 */
export function teeStdio({ command, args }: Command, side: Side): TeedCommand {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-"));
  const recordings = new Map<string, Recording>();
  addRecordings(() => {
    for (const file of logsIn(folder)) {
      if (!recordings.has(file)) recordings.set(file, recordingOf(file, side));
    }
    return [...recordings.values()];
  });
  return {
    command: process.execPath,
    args: [pass, folder, command, ...args],
    lines: () => logsIn(folder).flatMap(readLines),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The logs of a folder, which is gone when its tests are over. */
function logsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => join(folder, name));
}

function recordingOf(file: string, side: Side): Recording {
  return { side, tables: [], take: takeFrom(file, side) };
}

function takeFrom(file: string, side: Side): () => Entry[] {
  let taken = 0;
  return () => {
    if (!existsSync(file)) return [];
    const fresh = readLines(file).slice(taken);
    taken += fresh.length;
    return fresh.map(({ author, text }) => ({
      author: author === side ? "ours" : "peer",
      text: isJson(text) ? text : undefined,
    }));
  };
}

/** The whole lines of a log that may still grow. */
function readLines(file: string): Line[] {
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => {
    // What tee.mjs has written.
    const [author, text] = JSON.parse(line) as [Side, string];
    return { author, text };
  });
}
