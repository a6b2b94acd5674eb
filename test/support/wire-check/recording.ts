import type { ProtocolTable } from "../../../src/runtime/protocol/revision/protocol-table.ts";

export type Side = "client" | "server";

/** Who wrote a message: the side that we test, or the peer it talks to. */
export type Author = "ours" | "peer";

/** What went over one connection, in the order in which our side saw it. */
export interface Recording {
  /** Which side is ours. */
  readonly side: Side;
  /** The tables of what our side speaks; empty when any generated revision may be spoken. */
  readonly tables: readonly ProtocolTable[];
  /** Whether our side also refuses what is no message: an HTTP request is none. */
  readonly refusesAnything?: boolean;
  /** What has been written since the last look, oldest first. */
  take(): Entry[];
}

/** One message or batch as JSON; no text for input that could not be read. */
export interface Entry {
  readonly author: Author;
  readonly text: string | undefined;
}

type Source = () => readonly Recording[];

/** What has been written to since the last look: a recording may be one of very many. */
const written = new Set<Recording>();

const sources: Source[] = [];

/** The sides that are not recorded in this test file. */
const unrecorded = new Set<Side>();

/** Every recording of this test file that may have something new. */
export function allRecordings(): Recording[] {
  return [...written, ...sources.flatMap((source) => source())];
}

/** What an earlier test file has left behind is none of the next one's. */
export function forgetRecordings(): void {
  written.clear();
  sources.length = 0;
  unrecorded.clear();
}

/**
 * Leaves one side out in this test file, whose servers or clients are made as
 * they are: the check keeps every message, and follows ids as a user would.
 */
export function leaveUnrecorded(side: Side): void {
  unrecorded.add(side);
}

export function isRecorded(side: Side): boolean {
  return !unrecorded.has(side);
}

/** Adds recordings, whose number may grow. */
export function addRecordings(source: Source): void {
  sources.push(source);
}

/** A recording that is written as a test goes on. */
export interface OpenRecording {
  write(author: Author, text: string | undefined): Entry;
  /** Takes back what did not go out after all. */
  drop(entry: Entry): void;
}

export function openRecording(
  side: Side,
  tables: readonly ProtocolTable[],
  refusesAnything = false,
): OpenRecording {
  let entries: Entry[] = [];
  const recording: Recording = {
    side,
    tables,
    refusesAnything,
    take: () => {
      const taken = entries;
      entries = [];
      written.delete(recording);
      return taken;
    },
  };
  return {
    write(author, text) {
      const entry = { author, text };
      entries.push(entry);
      written.add(recording);
      return entry;
    },
    drop(entry) {
      entries = entries.filter((other) => other !== entry);
    },
  };
}
