import {
  link,
  open,
  rename,
  unlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { now } from "../../protocol/timers/deadlines.ts";
import { fileFailure, FileStoreError, hasCode } from "./file-store-error.ts";
import {
  holderText,
  lifeOf,
  newHolder,
  readHolderText,
  type Holder,
  type Life,
} from "./holder.ts";

/** How long one waits for a lock, and how a silent holder is judged; all in milliseconds. */
export interface LockTimes {
  readonly waitMs: number;
  /** How often a holder shows that it lives. */
  readonly beatMs: number;
  /** After how much silence a holder is given up whose process cannot be seen. */
  readonly silentMs: number;
}

/** A lock that is held. */
export interface HeldLock {
  /** Whether nobody has taken it over: who stood still for long may have been taken for dead. */
  isHeld(): Promise<boolean>;
  /** Lets go of it; resolves with false when somebody else had taken it over. */
  release(): Promise<boolean>;
}

/**
 * Takes the lock that a file stands for, when nobody has it: waits, and takes over
 * what a dead process left. The holder's file is there from the first moment with
 * all that it says, because it is linked into its place.
 */
export async function takeLock(
  path: string,
  times: LockTimes,
  judge: Judge = lifeOf,
): Promise<HeldLock> {
  const holder = await newHolder();
  const own = `${path}.${holder.nonce}.own`;
  const silence = new Silence(times.silentMs);
  const attempt = { path, own, holder, judge, silence };
  try {
    await writeFile(own, holderText(holder), { flag: "wx", mode: 0o600 });
    await waitFor(attempt, times.waitMs);
  } catch (error) {
    throw fileFailure(path, "the lock cannot be taken", error);
  } finally {
    await removeFile(own);
  }
  return hold(path, holder, times.beatMs);
}

/** Tells whether the process of a holder lives. */
type Judge = (holder: Holder) => Promise<Life>;

interface Attempt {
  readonly path: string;
  /** The file with what the holder says of itself. */
  readonly own: string;
  readonly holder: Holder;
  readonly judge: Judge;
  readonly silence: Silence;
}

/** The shortest and the longest time between two looks at a lock. */
const [firstLookMs, lastLookMs] = [2, 50];

async function waitFor(attempt: Attempt, waitMs: number): Promise<void> {
  const end = now() + waitMs;
  for (let delay = firstLookMs; ; delay = Math.min(2 * delay, lastLookMs)) {
    const by = await take(attempt);
    if (by === undefined) return;
    if (now() >= end) throw lateError(attempt.path, waitMs, by);
    // All that wait would look at the same moment, again and again.
    const pause = delay * (0.5 + Math.random());
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function lateError(
  path: string,
  waitMs: number,
  by: LockState,
): FileStoreError {
  const who = by.holder ? `process ${by.holder.pid}` : "another process";
  return new FileStoreError(
    path,
    `${who} has held the lock for longer than ${waitMs} ms: when it is none of this program's, remove this file`,
  );
}

/** What a lock file says, and when its holder last showed that it lives. */
interface LockState {
  /** Undefined for a file that says nothing that can be read. */
  readonly holder: Holder | undefined;
  readonly beat: string;
}

/**
 * Takes the lock, or says who has it. A dead holder has one heir: whoever makes
 * the file that is named after it, which can be made once. An heir that died too
 * has an heir of its own. Who made such a file after the lock had changed hands
 * inherits nothing.
 */
async function take(attempt: Attempt): Promise<LockState | undefined> {
  const { path, own, holder } = attempt;
  if (await place(own, path)) return undefined;
  const first = await readLock(path);
  // Gone in this moment.
  if (first === undefined) return { holder: undefined, beat: "" };
  if (first.holder?.nonce === holder.nonce) return undefined;
  const heirs: string[] = [];
  let last = first;
  while (await isGone(last, attempt)) {
    const claim = `${path}.${nameOf(last)}.heir`;
    if (await place(own, claim)) {
      const root = await readLock(path);
      if (root === undefined || nameOf(root) !== nameOf(first)) {
        await removeFile(claim);
        return first;
      }
      await rename(claim, path);
      for (const heir of heirs) await removeFile(heir);
      return undefined;
    }
    heirs.push(claim);
    const next = await readLock(claim);
    if (next === undefined) return last;
    last = next;
  }
  return last;
}

/** The holder's nonce, or what else no other lock file has. */
function nameOf({ holder, beat }: LockState): string {
  return holder?.nonce ?? beat;
}

async function isGone(
  state: LockState,
  { judge, silence }: Attempt,
): Promise<boolean> {
  const life = state.holder ? await judge(state.holder) : "unknown";
  switch (life) {
    case "alive":
      return false;
    case "dead":
      return true;
    case "unknown":
      return silence.isTooLong(state);
  }
}

/** The longest that one look can add to a silence: a machine may have slept since. */
const longestStepMs = 1_000;

/**
 * How long holders have shown no life, by this process's own clock alone: those of
 * two machines need not agree.
 */
class Silence {
  readonly #limitMs: number;
  readonly #seen = new Map<string, { beat: string; ms: number; at: number }>();

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  isTooLong(state: LockState): boolean {
    const name = nameOf(state);
    const { beat } = state;
    const before = this.#seen.get(name);
    const at = now();
    const ms =
      before?.beat === beat
        ? before.ms + Math.min(at - before.at, longestStepMs)
        : 0;
    this.#seen.set(name, { beat, ms, at });
    return ms >= this.#limitMs;
  }
}

/** Puts a file in a place that nothing has, with all that is in it; false when there is something. */
async function place(own: string, path: string): Promise<boolean> {
  try {
    await link(own, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST") || isBusy(error)) return false;
    if (!hasCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EISDIR"))
      throw error;
  }
  return placeCopy(own, path);
}

/** Where there are no links: who looks before all is written sees a holder that is unknown. */
async function placeCopy(own: string, path: string): Promise<boolean> {
  const text = await readText(own);
  try {
    await writeFile(path, text?.text ?? "", { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST") || isBusy(error)) return false;
    throw error;
  }
}

async function readLock(path: string): Promise<LockState | undefined> {
  const read = await readText(path);
  return read && { holder: readHolderText(read.text), beat: read.beat };
}

async function readText(
  path: string,
): Promise<{ text: string; beat: string } | undefined> {
  try {
    const file = await open(path, "r");
    try {
      const { ino, mtimeMs } = await file.stat();
      const text = await file.readFile("utf8");
      return { text, beat: `${ino}-${mtimeMs}` };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (hasCode(error, "ENOENT") || isBusy(error)) return undefined;
    throw error;
  }
}

/** How often, and how long apart, what is busy is tried again, in milliseconds. */
const [busyTries, busyMs] = [50, 20];

async function removeFile(path: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await unlink(path);
      return;
    } catch (error) {
      if (hasCode(error, "ENOENT")) return;
      if (!isBusy(error) || tries === busyTries) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, busyMs));
  }
}

/** On Windows a file that is being removed is in the way for a moment. */
function isBusy(error: unknown): boolean {
  return (
    process.platform === "win32" && hasCode(error, "EPERM", "EACCES", "EBUSY")
  );
}

function hold(path: string, { nonce }: Holder, beatMs: number): HeldLock {
  const isOurs = async (): Promise<boolean> => {
    try {
      return (await readLock(path))?.holder?.nonce === nonce;
    } catch (error) {
      throw fileFailure(path, "the lock cannot be read", error);
    }
  };
  const beat = async (): Promise<void> => {
    const time = new Date();
    // Who was taken for dead shows no life for the one who has it now.
    if (await isOurs()) await utimes(path, time, time);
    else clearInterval(timer);
  };
  // What cannot be touched now can be at the next beat, or never.
  const timer = setInterval(() => void beat().catch(() => {}), beatMs);
  timer.unref();
  return {
    isHeld: isOurs,
    async release() {
      clearInterval(timer);
      const isHeld = await isOurs();
      if (isHeld) await removeFile(path);
      return isHeld;
    },
  };
}
