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

/** Times of a lock, in milliseconds. */
export interface LockTimes {
  readonly waitMs: number;
  /** Interval of heartbeats. */
  readonly beatMs: number;
  /** Silence after which an owner is considered dead if its process is not visible. */
  readonly silentMs: number;
}

/** Acquired lock. */
export interface HeldLock {
  /**
   * Returns true if no other process has taken over the lock, as it can after a long stall of
   * this one.
   */
  isHeld(): Promise<boolean>;
  /** Releases the lock. Resolves to false if another process had taken it over. */
  release(): Promise<boolean>;
}

/**
 * Acquires a lock file: waits for it, or takes it over from a dead process. The file is linked
 * into its place, so it is complete from the start.
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

/** Checks whether the owner's process is alive. */
type Judge = (holder: Holder) => Promise<Life>;

interface Attempt {
  readonly path: string;
  /** File with the description of this process. */
  readonly own: string;
  readonly holder: Holder;
  readonly judge: Judge;
  readonly silence: Silence;
}

/** Minimum and maximum delay between two checks, in milliseconds. */
const [firstLookMs, lastLookMs] = [2, 50];

async function waitFor(attempt: Attempt, waitMs: number): Promise<void> {
  const end = now() + waitMs;
  for (let delay = firstLookMs; ; delay = Math.min(2 * delay, lastLookMs)) {
    const by = await take(attempt);
    if (by === undefined) return;
    if (now() >= end) throw lateError(attempt.path, waitMs, by);
    // Random delay, so that waiting processes do not check at the same time.
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
    `${who} has held the lock for longer than ${waitMs} ms: if it is not a process of this program, remove this file`,
  );
}

/** Content and heartbeat of a lock file. */
interface LockState {
  /** Owner; undefined for an unreadable file. */
  readonly holder: Holder | undefined;
  readonly beat: string;
}

/**
 * Acquires the lock, or returns its owner. A dead owner has one heir: the process that creates
 * the file named after the owner, which can be created once. A dead heir has an heir in turn. A
 * process that creates the file after the lock has changed hands inherits nothing.
 */
async function take(attempt: Attempt): Promise<LockState | undefined> {
  const { path, own, holder } = attempt;
  if (await place(own, path)) return undefined;
  const first = await readLock(path);
  // The lock was released in this moment.
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

/** Returns the nonce of the owner, or the unique heartbeat of an unreadable file. */
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

/** Maximum silence that one check can add, in milliseconds: the machine may have been suspended. */
const longestStepMs = 1_000;

/** Tracks the silence of owners by the clock of this process: clocks of two machines may differ. */
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

/** Links a complete file into its place; returns false if the place is taken. */
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

/** Copies the file if links are not supported; until it is complete, the owner is unknown. */
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

/** Number of attempts for a busy file, and the delay between them in milliseconds. */
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

/** On Windows, a file that is being removed is busy for a moment. */
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
    // A process that lost the lock must not send heartbeats for the new owner.
    if (await isOurs()) await utimes(path, time, time);
    else clearInterval(timer);
  };
  // A failed heartbeat is repeated at the next interval.
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
