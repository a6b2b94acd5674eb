import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  fileFailure,
  FileStoreError,
} from "../../../stores/files/file-store-error.ts";
import {
  takeLock,
  type HeldLock,
  type LockTimes,
} from "../../../stores/files/lock-file.ts";
import {
  makeFolder,
  placeOf,
  readOwned,
  removeOwned,
  replaceOwned,
} from "../../../stores/files/owned-file.ts";
import { toError } from "../../../protocol/errors.ts";
import { expiryOf } from "../../life.ts";
import type { TaskRecord } from "../../record.ts";
import { broken, readTaskText, taskText } from "./task-text.ts";

/** Path of the folder, times of its lock, and callback for warnings. */
export interface FolderSettings extends LockTimes {
  readonly path: string;
  readonly tell: (warning: Error) => void;
}

/** Folder of tasks that this process has locked. */
export interface TaskFolder {
  /** Tasks that were in the folder, in no order. */
  readonly found: readonly TaskRecord[];
  /** Writes a task, durably when this resolves. */
  write(task: TaskRecord): Promise<void>;
  /** Removes the file of a task, if it exists. */
  remove(taskId: string): Promise<void>;
  /** Unlocks the folder. */
  release(): Promise<void>;
}

/** Locks a folder, creates it if needed, and reads its tasks. */
export async function takeFolder(
  settings: FolderSettings,
): Promise<TaskFolder> {
  const path = await placeOf(settings.path);
  await makeFolder(path);
  const lock = await takeLock(join(path, "lock"), settings).catch((error) => {
    throw new FileStoreError(
      path,
      `only one process can use a task folder at a time: ${toError(error).message}`,
      { cause: error },
    );
  });
  try {
    return await held({ ...settings, path }, lock);
  } catch (error) {
    await lock.release();
    throw fileFailure(path, "it cannot be read", error);
  }
}

async function held(
  { path, tell }: FolderSettings,
  lock: HeldLock,
): Promise<TaskFolder> {
  const { found, foreign } = await readAll(path, tell);
  const requireHeld = async (): Promise<void> => {
    if (!(await lock.isHeld()))
      throw new FileStoreError(
        path,
        "another process has taken over the folder, because this one did not respond for too long: nothing was changed. Restart this process",
      );
  };
  return {
    found,
    async write(task) {
      const name = fileNameOf(task.taskId);
      const file = join(path, name);
      if (foreign.has(name))
        throw broken(file, "the file is not a task of this store");
      await requireHeld();
      await replaceOwned(file, taskText(task));
    },
    async remove(taskId) {
      const name = fileNameOf(taskId);
      if (foreign.has(name)) return;
      await requireHeld();
      await removeOwned(join(path, name));
    },
    async release() {
      if (!(await lock.release()))
        tell(
          new FileStoreError(path, "the folder was taken over while in use"),
        );
    },
  };
}

/** Returns the file name of a task. A hash, as the id may contain any characters. */
function fileNameOf(taskId: string): string {
  const digest = createHash("sha256").update(taskId).digest("hex");
  return `${digest.slice(0, 32)}.json`;
}

const isTaskName = (name: string): boolean => /^[0-9a-f]{32}\.json$/.test(name);

/** Matches a temporary file of a process that was killed during a write. */
const isDraft = (name: string): boolean =>
  /^[0-9a-f]{32}\.json\.[0-9a-f]{16}\.draft$/.test(name);

/** Maximum number of concurrent reads. */
const readers = 16;

interface Contents {
  readonly found: readonly TaskRecord[];
  /** Names of files that are not tasks and are left unchanged. */
  readonly foreign: ReadonlySet<string>;
}

async function readAll(
  path: string,
  tell: (warning: Error) => void,
): Promise<Contents> {
  const found: TaskRecord[] = [];
  const foreign = new Set<string>();
  const left = await readdir(path);
  const read = async (name: string): Promise<void> => {
    const file = join(path, name);
    if (isDraft(name)) return rm(file, { force: true });
    if (!isTaskName(name)) return;
    try {
      const text = await readOwned(file, tell);
      if (text === undefined) return;
      const task = readTaskText(file, text);
      if (fileNameOf(task.taskId) !== name)
        throw broken(file, "the file name does not match the task");
      if (expiryOf(task) > Date.now()) found.push(task);
      else await removeOwned(file);
    } catch (error) {
      foreign.add(name);
      tell(toError(error));
    }
  };
  await Promise.all(
    Array.from({ length: readers }, async () => {
      for (let name = left.pop(); name !== undefined; name = left.pop())
        await read(name);
    }),
  );
  return { found, foreign };
}
