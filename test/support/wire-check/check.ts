import type { Judges } from "./judges.ts";
import {
  allRecordings,
  forgetRecordings,
  type Recording,
} from "./recording.ts";
import { Session, type Finding } from "./session.ts";

const sessions = new WeakMap<Recording, Session>();
const ofPeers: Finding[] = [];
let judged = 0;
let invalidAllowed: string | undefined;

/**
 * What is wrong with what was written since the last look. Loads guards and
 * schemas only when something was.
 */
export async function findings(
  recordings: readonly Recording[] = allRecordings(),
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const recording of recordings) {
    const entries = recording.take();
    if (entries.length === 0) continue;
    const session = await sessionOf(recording);
    for (const entry of entries) found.push(...session.see(entry));
    judged += entries.length;
  }
  return found;
}

/**
 * Lets our side put invalid messages on the wire in this test, which must do so:
 * an exemption that is not needed fails the test as well.
 */
export function allowInvalid(reason: string): void {
  invalidAllowed = reason;
}

/** Fails the test whose messages are wrong; called after each. */
export async function assertValid(): Promise<void> {
  const allowed = invalidAllowed;
  invalidAllowed = undefined;
  const found = await findings();
  const ours = found.filter(({ author }) => author === "ours");
  ofPeers.push(...found.filter(({ author }) => author === "peer"));
  if (allowed !== undefined && ours.length === 0) {
    throw new Error(`No message was invalid, but the test says: ${allowed}`);
  }
  if (allowed === undefined && ours.length > 0) {
    throw new Error(
      `Invalid on the wire:\n${ours.map(describeFinding).join("\n")}`,
    );
  }
}

/** What the peers have sent wrongly in the tests of this file so far. */
export function peerFindings(): readonly Finding[] {
  return ofPeers;
}

/** How many messages and batches have been judged in this file so far. */
export function judgedCount(): number {
  return judged;
}

/** Begins anew, for the next test file in this process. */
export function forget(): void {
  forgetRecordings();
  ofPeers.length = 0;
  judged = 0;
  invalidAllowed = undefined;
}

/** A finding as text, a message of any length cut to what one can read. */
function describeFinding({ side, revision, text, reasons }: Finding): string {
  const message = text.length > 500 ? `${text.slice(0, 500)}…` : text;
  const lines = [`${side}, ${revision}: ${message}`, ...reasons];
  return lines.join("\n    ");
}

async function sessionOf(recording: Recording): Promise<Session> {
  const known = sessions.get(recording);
  if (known) return known;
  const { judgesOf } = await import("./judges.ts");
  const judges: Judges = await judgesOf(recording.tables);
  const { side, refusesAnything } = recording;
  const session = new Session(side, judges, refusesAnything);
  sessions.set(recording, session);
  return session;
}
