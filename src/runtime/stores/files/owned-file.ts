import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import {
  lstat,
  mkdir,
  open,
  realpath,
  rename,
  rm,
  stat,
  type FileHandle,
} from "node:fs/promises";
import { dirname } from "node:path";
import { fileFailure, FileStoreError, hasCode } from "./file-store-error.ts";

/** Windows has no such permissions: who may read a file is inherited from its folder. */
const hasModes = (): boolean => process.platform !== "win32";

const forOthers = 0o077;

/**
 * Where a file really is: its links are followed, so that they stay, and so that
 * two names of one file are one. Refuses a link that another user laid.
 */
export async function placeOf(path: string): Promise<string> {
  try {
    const found = await lstat(path);
    // The system's own links are as good as one's own.
    if (!(found.isSymbolicLink() && found.uid === 0))
      refuseForeign(path, found.uid);
    return await realpath(path);
  } catch (error) {
    if (!hasCode(error, "ENOENT"))
      throw fileFailure(path, "it cannot be reached", error);
  }
  await refuseDangling(path);
  return path;
}

async function refuseDangling(path: string): Promise<void> {
  const isLink = await lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
  if (isLink)
    throw new FileStoreError(
      path,
      "it is a link to a file that is not there: create that one, empty, or remove the link",
    );
}

/** The text of a file that is its owner's alone; undefined when there is none. */
export async function readOwned(
  path: string,
  tell: (warning: Error) => void,
): Promise<string | undefined> {
  // Opening a pipe would wait for its other end, and a link was followed before.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  try {
    const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      await requireOwned(path, file, tell);
      return await file.readFile("utf8");
    } finally {
      await file.close();
    }
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw fileFailure(path, "it cannot be read", error);
  }
}

/** Refuses what is no file of this user; takes from others what they may do with it, and tells. */
async function requireOwned(
  path: string,
  file: FileHandle,
  tell: (warning: Error) => void,
): Promise<void> {
  const found = await file.stat();
  if (!found.isFile())
    throw new FileStoreError(
      path,
      "it is no file: name one for the store alone",
    );
  if (!hasModes()) return;
  refuseForeign(path, found.uid);
  if ((found.mode & forOthers) === 0) return;
  await file.chmod(0o600);
  const { mode } = await file.stat();
  if ((mode & forOthers) !== 0)
    throw new FileStoreError(
      path,
      "others may read it, and its file system does not let that be changed: keep it on another one",
    );
  const had = (found.mode & 0o777).toString(8);
  tell(
    new FileStoreError(
      path,
      `others could read or write it (mode ${had}), which is mended (mode 600): who had access may know what is in it`,
    ),
  );
}

function refuseForeign(path: string, owner: number): void {
  const user = process.getuid?.();
  if (user === undefined || owner === user) return;
  throw new FileStoreError(
    path,
    `it belongs to another user (${owner}, and this process is ${user}): name a file of your own`,
  );
}

/** Makes the folder of a file, for its owner alone; one that is there stays as it is. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!hasModes()) return;
    const { mode } = await stat(folder);
    const [isOpen, isSticky] = [(mode & 0o002) !== 0, (mode & 0o1000) !== 0];
    if (isOpen && !isSticky)
      throw new FileStoreError(
        folder,
        "everybody may replace the files in this folder: chmod o-w it, or keep the store in another",
      );
  } catch (error) {
    throw fileFailure(folder, "the folder cannot be made", error);
  }
}

/**
 * Replaces a file as a whole, or not at all: also if the process ends, or the
 * machine, in the middle.
 */
export async function replaceOwned(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(8).toString("hex")}.draft`;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await renameOver(draft, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw fileFailure(path, "it cannot be written", error);
  }
}

/** Removes a file, durably; one that is not there is removed already. */
export async function removeOwned(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
    await syncFolder(dirname(path));
  } catch (error) {
    throw fileFailure(path, "it cannot be removed", error);
  }
}

/** How often, and how long apart, a file that somebody reads is tried again on Windows. */
const [renameTries, renameMs] = [50, 20];

async function renameOver(draft: string, path: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await rename(draft, path);
      return;
    } catch (error) {
      const isBusy = !hasModes() && hasCode(error, "EPERM", "EACCES", "EBUSY");
      if (!isBusy || tries === renameTries) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, renameMs));
  }
}

/** Without it, a machine that loses power may have the old name still. */
async function syncFolder(folder: string): Promise<void> {
  // Windows has no such thing.
  if (!hasModes()) return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
