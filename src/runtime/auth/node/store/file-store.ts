import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { delayOption } from "../../../http/shared/check-option.ts";
import {
  type OptionNames,
  requireKnown,
} from "../../../protocol/sound-option.ts";
import { reporter } from "../../../protocol/report.ts";
import type { AuthStore } from "../../client/store.ts";
import { entriesText, readEntries, type Entries } from "./entries.ts";
import {
  FileStoreError,
  hasCode,
} from "../../../stores/files/file-store-error.ts";
import { filePath } from "../../../stores/files/file-path.ts";
import { lifeOf, readHolderText } from "../../../stores/files/holder.ts";
import { takeLock, type LockTimes } from "../../../stores/files/lock-file.ts";
import {
  makeFolder,
  placeOf,
  readOwned,
  replaceOwned,
} from "../../../stores/files/owned-file.ts";
import { inTurn } from "../../../stores/files/turns.ts";

/** Options of `fileStore`. */
export interface FileStoreOptions {
  /**
   * Maximum time to wait for a lock that another process holds, in
   * milliseconds. The default is long because a user may be logging in there.
   *
   * @default 600_000 (10 minutes)
   */
  readonly lockTimeoutMs?: number;
  /**
   * Called with problems that were repaired, such as a file that others could
   * read.
   *
   * @default prints to standard error
   */
  readonly onWarning?: (warning: Error) => void;
}

const known: OptionNames<FileStoreOptions> = {
  lockTimeoutMs: true,
  onWarning: true,
};

/** Path of a store, and lock times, which only tests change. */
interface Settings extends LockTimes {
  readonly path: string;
  readonly warn: (warning: Error) => void;
}

/**
 * Creates a store in one file that any number of processes can share and only
 * its owner can read. The file has mode 600; a folder that is created for it
 * has mode 700. Windows has no such modes: use a path in the user's profile.
 *
 * Locks are small files in a folder next to it, `<path>.locks`. The lock of a
 * dead process is taken over at once if its process is visible. If it is not
 * (another machine, another container, Windows), the lock is taken over after a
 * minute without renewal.
 *
 * Its methods reject with a `FileStoreError` if the file or its folder is not
 * valid. A file that is not a valid store is never overwritten. Throws a
 * TypeError for invalid options.
 */
export function fileStore(
  path: string | URL,
  options: FileStoreOptions = {},
): AuthStore {
  requireKnown("fileStore", options, known);
  const { lockTimeoutMs, onWarning } = options;
  return storeAt({
    path: filePath(path),
    waitMs: delayOption("lockTimeoutMs", lockTimeoutMs, 600_000),
    beatMs: 5_000,
    silentMs: 60_000,
    warn: reporter(onWarning ?? (({ message }) => console.error(message))),
  });
}

/** Creates a store from its settings. */
export function storeAt(settings: Settings): AuthStore {
  let isTidy = false;

  const read = async (place: string): Promise<Entries> =>
    readEntries(place, await readOwned(place, settings.warn));

  const change = (edit: (entries: Entries) => boolean): Promise<void> =>
    alone(settings, "file", async (place) => {
      if (!isTidy) await tidy(place).catch(settings.warn);
      isTidy = true;
      const entries = await read(place);
      if (edit(entries)) await replaceOwned(place, entriesText(entries));
    });

  return {
    async get(key) {
      return (await read(await placeOf(settings.path))).get(key);
    },
    async set(key, value) {
      if (typeof key !== "string" || typeof value !== "string")
        throw new TypeError("keys and values of a store must be strings");
      await change((entries) => {
        if (entries.get(key) === value) return false;
        entries.set(key, value);
        return true;
      });
    },
    delete: (key) => change((entries) => entries.delete(key)),
    lock(key, work) {
      const name = createHash("sha256").update(key).digest("hex").slice(0, 32);
      return alone(settings, name, work);
    },
  };
}

/**
 * Runs `work` while holding a named lock, exclusively in this process and all
 * others.
 */
async function alone<Result>(
  { path, warn, ...times }: Settings,
  name: string,
  work: (place: string) => Promise<Result>,
): Promise<Result> {
  const place = await placeOf(path);
  const lock = join(locksOf(place), name);
  const late = (): FileStoreError =>
    new FileStoreError(
      lock,
      `this process itself has held the lock for longer than ${times.waitMs} ms`,
    );
  return inTurn(lock, times.waitMs, late, async () => {
    await makeFolder(dirname(place));
    await makeFolder(locksOf(place));
    const held = await takeLock(lock, times);
    try {
      return await work(place);
    } finally {
      await held.release().then((isOurs) => {
        if (!isOurs)
          warn(
            new FileStoreError(lock, "the lock was taken over while in use"),
          );
      }, warn);
    }
  });
}

function locksOf(place: string): string {
  return `${place}.locks`;
}

/** Removes files of killed processes, because drafts contain secrets. */
async function tidy(place: string): Promise<void> {
  const [folder, locks] = [dirname(place), locksOf(place)];
  const isDraft = (name: string): boolean =>
    name.startsWith(`${basename(place)}.`) &&
    /\.[0-9a-f]{16}\.draft$/.test(name);
  // Every writer needs the lock that is held here, so no draft is in use.
  for (const name of (await readdir(folder)).filter(isDraft))
    await rm(join(folder, name), { force: true });
  for (const name of await readdir(locks))
    if (name.endsWith(".own") && (await isLeft(join(locks, name))))
      await rm(join(locks, name), { force: true });
}

async function isLeft(own: string): Promise<boolean> {
  try {
    const holder = readHolderText(await readFile(own, "utf8"));
    return holder !== undefined && (await lifeOf(holder)) === "dead";
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}
