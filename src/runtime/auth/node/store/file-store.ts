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

/** Where a store is kept, and how. */
export interface FileStoreOptions {
  /**
   * How long to wait for a lock that another process holds, in milliseconds. It
   * is long because a person may be logging in there.
   *
   * @default 600_000 (10 minutes)
   */
  readonly lockTimeoutMs?: number;
  /**
   * Hears what was wrong and was mended, such as a file that others could read.
   *
   * @default prints to standard error
   */
  readonly onWarning?: (warning: Error) => void;
}

const known: OptionNames<FileStoreOptions> = {
  lockTimeoutMs: true,
  onWarning: true,
};

/** A store, with the times of its locks; those are the same for everybody but tests. */
interface Settings extends LockTimes {
  readonly path: string;
  readonly tell: (warning: Error) => void;
}

/**
 * Makes a store in one file, which any number of processes can share, and only its
 * owner can read. The file has mode 600; a folder that is made for it has mode 700.
 * On Windows files have no such modes: keep the file in the user's profile.
 *
 * Locks are small files in a folder beside it, `<path>.locks`. The lock of a dead
 * process is taken over at once where its process can be seen. Elsewhere it is taken
 * over after a minute of silence: on another machine, in another container, on
 * Windows.
 *
 * Its calls reject with a `FileStoreError` when the file or its folder is not what
 * it has to be. A file that cannot be read as a store is never written over. Throws
 * a TypeError for options that are not sound.
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
    tell: reporter(onWarning ?? (({ message }) => console.error(message))),
  });
}

/** A store by its settings. */
export function storeAt(settings: Settings): AuthStore {
  let isTidy = false;

  const read = async (place: string): Promise<Entries> =>
    readEntries(place, await readOwned(place, settings.tell));

  const change = (edit: (entries: Entries) => boolean): Promise<void> =>
    alone(settings, "file", async (place) => {
      if (!isTidy) await tidy(place).catch(settings.tell);
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
        throw new TypeError("a store keeps text by keys that are text");
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

/** Runs work while nobody else has the lock of a name, in this process or another. */
async function alone<Result>(
  { path, tell, ...times }: Settings,
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
          tell(
            new FileStoreError(lock, "the lock was taken over while in use"),
          );
      }, tell);
    }
  });
}

function locksOf(place: string): string {
  return `${place}.locks`;
}

/** Removes what processes left that were killed: drafts have secrets in them. */
async function tidy(place: string): Promise<void> {
  const [folder, locks] = [dirname(place), locksOf(place)];
  const isDraft = (name: string): boolean =>
    name.startsWith(`${basename(place)}.`) &&
    /\.[0-9a-f]{16}\.draft$/.test(name);
  // Whoever writes has the lock that is held here: nobody needs a draft now.
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
