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

/** Which folder, how long its lock is waited for, and who hears what is wrong in it. */
export interface FolderSettings extends LockTimes {
  readonly path: string;
  readonly tell: (warning: Error) => void;
}

/** A folder of tasks that this process alone writes to. */
export interface TaskFolder {
  /** The tasks that were in it, in no order. */
  readonly found: readonly TaskRecord[];
  /** Writes a task, durably when it resolves. */
  write(task: TaskRecord): Promise<void>;
  /** Removes the file of a task, if there is one. */
  remove(taskId: string): Promise<void>;
  /** Lets another process write here. */
  release(): Promise<void>;
}

/** Takes a folder, which is made if it is not there, and reads what is in it. */
export async function takeFolder(
  settings: FolderSettings,
): Promise<TaskFolder> {
  const path = await placeOf(settings.path);
  await makeFolder(path);
  const lock = await takeLock(join(path, "lock"), settings).catch((error) => {
    throw new FileStoreError(
      path,
      `one process at a time keeps its tasks in a folder: ${toError(error).message}`,
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
        "another process has taken the folder over, because this one stood still for long: nothing was changed; start this one again",
      );
  };
  return {
    found,
    async write(task) {
      const name = fileNameOf(task.taskId);
      const file = join(path, name);
      if (foreign.has(name)) throw broken(file, "it was there before");
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

/** A task's name may be anything: it is never part of a path. */
function fileNameOf(taskId: string): string {
  const digest = createHash("sha256").update(taskId).digest("hex");
  return `${digest.slice(0, 32)}.json`;
}

const isTaskName = (name: string): boolean => /^[0-9a-f]{32}\.json$/.test(name);

/** What a process left that was killed while it wrote. */
const isDraft = (name: string): boolean =>
  /^[0-9a-f]{32}\.json\.[0-9a-f]{16}\.draft$/.test(name);

/** How many files are read at once. */
const readers = 16;

interface Contents {
  readonly found: readonly TaskRecord[];
  /** The names of files that are no task's, and are to stay. */
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
        throw broken(file, "it is named after another task");
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
