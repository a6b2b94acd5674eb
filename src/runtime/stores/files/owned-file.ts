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

/** False on Windows, where files inherit the permissions of their folder. */
const hasModes = (): boolean => process.platform !== "win32";

const forOthers = 0o077;

/**
 * Resolves the links of a path, so that they are retained and two names of one file are equal.
 * Rejects a link of another user.
 */
export async function placeOf(path: string): Promise<string> {
  try {
    const found = await lstat(path);
    // Links of the system are trusted.
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
      "it is a link to a file that does not exist: create the file, empty, or remove the link",
    );
}

/** Returns the text of a file that only its owner can access; undefined if it does not exist. */
export async function readOwned(
  path: string,
  tell: (warning: Error) => void,
): Promise<string | undefined> {
  // Opening a pipe would block, and links are resolved already.
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

/** Rejects a file of another user; removes permissions of others, with a warning. */
async function requireOwned(
  path: string,
  file: FileHandle,
  tell: (warning: Error) => void,
): Promise<void> {
  const found = await file.stat();
  if (!found.isFile())
    throw new FileStoreError(
      path,
      "it is not a regular file: use a separate file for the store",
    );
  if (!hasModes()) return;
  refuseForeign(path, found.uid);
  if ((found.mode & forOthers) === 0) return;
  await file.chmod(0o600);
  const { mode } = await file.stat();
  if ((mode & forOthers) !== 0)
    throw new FileStoreError(
      path,
      "others may read it, and its file system does not support changing that: use another file system",
    );
  const had = (found.mode & 0o777).toString(8);
  tell(
    new FileStoreError(
      path,
      `others could read or write it (mode ${had}). The mode is now 600, but others may know its content`,
    ),
  );
}

function refuseForeign(path: string, owner: number): void {
  const user = process.getuid?.();
  if (user === undefined || owner === user) return;
  throw new FileStoreError(
    path,
    `it belongs to user ${owner}, and this process runs as ${user}: use your own file`,
  );
}

/** Creates a folder that only its owner can access; leaves an existing one unchanged. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!hasModes()) return;
    const { mode } = await stat(folder);
    const [isOpen, isSticky] = [(mode & 0o002) !== 0, (mode & 0o1000) !== 0];
    if (isOpen && !isSticky)
      throw new FileStoreError(
        folder,
        "everybody may replace files in this folder: run chmod o-w on it, or use another folder",
      );
  } catch (error) {
    throw fileFailure(folder, "the folder cannot be made", error);
  }
}

/** Replaces a file atomically, also if the process or the machine fails in between. */
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

/** Removes a file durably; ignores a missing file. */
export async function removeOwned(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
    await syncFolder(dirname(path));
  } catch (error) {
    throw fileFailure(path, "it cannot be removed", error);
  }
}

/** Number of attempts for a file in use on Windows, and the delay between them in milliseconds. */
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

/** Flushes the folder, so that the new name survives a power loss. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot flush folders.
  if (!hasModes()) return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
