import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { threadId } from "node:worker_threads";
import { isJsonObject } from "../../base/json-object.ts";
import { isSystemError, OutputError, withOutputErrors } from "./error.ts";
import { openFolder } from "./folder.ts";
import { removeEmptyFolders } from "./journal.ts";
import { stagingFolders } from "./staging.ts";

/** How long a run waits for another one that writes to the same folder, in milliseconds. */
const patience = 10_000;

const pause = 25;

/** Writing takes seconds: a lock of this age, in milliseconds, is nobody's. */
const longestRun = 10 * 60_000;

/**
 * Runs `write` while no other run writes to the output folder, and waits for one that
 * does. `write` is not to wait for anything: a lock of this very thread is one that an
 * earlier run left. Throws an `OutputError` (`busy`) when the other one does not end.
 */
export async function withOutputLock<Result>(
  out: string,
  write: () => Result,
  longest: number = patience,
): Promise<Result> {
  return withOutputLocks([out], write, longest);
}

/** Like `withOutputLock`, of several folders at once: a run that waits holds none of them. */
export async function withOutputLocks<Result>(
  outs: readonly string[],
  write: () => Result,
  longest: number = patience,
): Promise<Result> {
  const roots = withOutputErrors(() => [
    ...new Set(outs.map((out) => openFolder(out).root)),
  ]);
  const end = Date.now() + longest;
  for (;;) {
    const attempt = withOutputErrors(() => tryLocks(roots));
    if ("release" in attempt) {
      try {
        return write();
      } finally {
        attempt.release();
      }
    }
    if (Date.now() >= end) throw busy(attempt);
    await wait(pause);
  }
}

interface Held {
  readonly place: string;
  /** Who has it: undefined where that cannot be read. */
  readonly owner: Owner | undefined;
}

interface Owner {
  readonly pid: number;
  readonly thread: number;
  readonly host: string;
}

function tryLocks(roots: readonly string[]): { release: () => void } | Held {
  const releases: (() => void)[] = [];
  const release = (): void => {
    for (const one of releases.reverse()) one();
  };
  try {
    for (const root of roots) {
      const attempt = tryLock(root);
      if (!("release" in attempt)) {
        release();
        return attempt;
      }
      releases.push(attempt.release);
    }
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}

function tryLock(root: string): { release: () => void } | Held {
  const parent = dirname(root);
  const created = mkdirSync(parent, { recursive: true });
  const [beside, inside] = stagingFolders(root).map((path) => `${path}.lock`);
  const release = (place: string) => (): void => {
    rmSync(place, { force: true });
    // What stays empty was made for a run that wrote nothing.
    if (created !== undefined) removeEmptyAbove(created, parent);
  };
  for (const place of [beside, inside]) {
    if (place === undefined) continue;
    try {
      const held = take(place);
      return held ?? { release: release(place) };
    } catch (error) {
      const isLocked = isSystemError(error, "EACCES", "EPERM", "EROFS");
      if (place === inside || !isLocked) throw error;
    }
  }
  throw new Error("unreachable");
}

function removeEmptyAbove(created: string, parent: string): void {
  const above = dirname(created);
  removeEmptyFolders(above, parent.slice(above.length).replace(/^[/\\]/, ""));
}

/** Takes the lock at `place`; says who holds it when that is someone else. */
function take(place: string): Held | undefined {
  const me: Owner = { pid: process.pid, thread: threadId, host: hostname() };
  const draft = `${place}.${me.pid}.${me.thread}`;
  writeFileSync(draft, JSON.stringify(me));
  try {
    if (claim(draft, place)) return undefined;
    const held = { place, owner: readOwner(place) };
    if (!isStale(held, me) || !removeStale(held, draft)) return held;
    return claim(draft, place) ? undefined : held;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A link appears whole or not at all, and never over another one. */
function claim(draft: string, place: string): boolean {
  try {
    linkSync(draft, place);
    return true;
  } catch (error) {
    if (isSystemError(error, "EEXIST")) return false;
    return claimWithoutLinks(draft, place);
  }
}

/** Not every file system has hard links. */
function claimWithoutLinks(draft: string, place: string): boolean {
  try {
    writeFileSync(place, readFileSync(draft), { flag: "wx" });
    return true;
  } catch (error) {
    if (isSystemError(error, "EEXIST")) return false;
    throw error;
  }
}

function readOwner(place: string): Owner | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(place, "utf8"));
    if (!isJsonObject(value)) return undefined;
    const { pid, thread, host } = value;
    const isOwner =
      typeof pid === "number" &&
      typeof thread === "number" &&
      typeof host === "string";
    return isOwner ? { pid, thread, host } : undefined;
  } catch {
    return undefined;
  }
}

function isStale({ place, owner }: Held, me: Owner): boolean {
  const age = ageOf(place);
  if (age === undefined || age > longestRun) return true;
  // Another machine's processes cannot be asked for; a lock is written in no time.
  if (owner === undefined) return age > 1_000;
  if (owner.host !== me.host) return false;
  if (owner.pid === me.pid) return owner.thread === me.thread;
  return !isRunning(owner.pid);
}

function ageOf(place: string): number | undefined {
  const stats = statSync(place, { throwIfNoEntry: false });
  return stats === undefined ? undefined : Date.now() - stats.mtimeMs;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process of another user is one as well.
    return isSystemError(error, "EPERM");
  }
}

/**
 * Takes a lock away that nobody holds. Of two runs that find the same one, the later
 * would take that of the earlier: it looks at what it has moved, and puts it back.
 */
function removeStale({ place, owner }: Held, draft: string): boolean {
  const away = `${draft}.stale`;
  try {
    renameSync(place, away);
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return true;
    throw error;
  }
  const isSame = JSON.stringify(readOwner(away)) === JSON.stringify(owner);
  if (!isSame) claim(away, place);
  rmSync(away, { force: true });
  return isSame;
}

function busy({ place, owner }: Held): OutputError {
  const who = owner === undefined ? "" : ` (process ${owner.pid})`;
  return new OutputError(
    "busy",
    `Another run${who} writes to the same folder`,
    { hint: `wait for it; if there is none, remove ${place}` },
  );
}
