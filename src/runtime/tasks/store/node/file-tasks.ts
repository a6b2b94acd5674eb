import { filePath } from "../../../stores/files/file-path.ts";
import { reporter } from "../../../protocol/report.ts";
import {
  integerOption,
  requireKnown,
  type OptionNames,
} from "../../../protocol/sound-option.ts";
import type { TaskRecord } from "../../record.ts";
import {
  knownBounds,
  taskStoreBounds,
  type TaskStoreBounds,
} from "../bounds.ts";
import { keptTask, requireSameTask } from "../keep.ts";
import { requireNew } from "../memory.ts";
import type { MeasuredTaskStore } from "../store.ts";
import { DurableShelf } from "./durable-shelf.ts";
import type { FolderSettings } from "./task-folder.ts";

/** How much a store in a folder keeps, and how it is taken. */
export interface FileTaskStoreOptions extends TaskStoreBounds {
  /**
   * How long to wait for a process that still has the folder, in milliseconds.
   *
   * @default 60_000 (a minute)
   */
  readonly lockTimeoutMs?: number;
  /**
   * Hears of files that are no task's, and of what was wrong and was mended.
   *
   * @default prints to standard error
   */
  readonly onWarning?: (warning: Error) => void;
}

/** A store of tasks in a folder. */
export interface FileTaskStore extends MeasuredTaskStore {
  open(): Promise<readonly TaskRecord[]>;
}

/**
 * Keeps tasks in a folder, so that they outlive the process: a file for each, which is
 * replaced as a whole and is on the disk before a promise resolves. The files have mode
 * 600, a folder that is made has mode 700. All tasks are in memory as well, within the
 * same bounds.
 *
 * One process at a time has the folder, from its first use to `close`. What a dead
 * process had is taken over at once where that can be seen, and elsewhere after 20
 * seconds of silence: on another machine, in another container, on Windows. A file that
 * is no task is told and left as it is.
 *
 * Its calls reject with a `FileStoreError` when the folder or a file is not what it has
 * to be, or another process has it. Throws a TypeError for options that are not sound.
 */
export function fileTaskStore(
  folder: string | URL,
  options: FileTaskStoreOptions = {},
): FileTaskStore {
  // Within: bundlers do not leave out what is spread outside of functions.
  const known: OptionNames<FileTaskStoreOptions> = {
    ...knownBounds,
    lockTimeoutMs: true,
    onWarning: true,
  };
  requireKnown("fileTaskStore", options, known);
  const { lockTimeoutMs, onWarning, ...bounds } = options;
  return taskStoreAt(
    {
      path: filePath(folder),
      waitMs: integerOption("lockTimeoutMs", lockTimeoutMs, 60_000),
      beatMs: 2_000,
      silentMs: 20_000,
      tell: reporter(onWarning ?? (({ message }) => console.error(message))),
    },
    bounds,
  );
}

/** A store by its settings. */
export function taskStoreAt(
  settings: FolderSettings,
  bounds: TaskStoreBounds = {},
): FileTaskStore {
  const kept = new DurableShelf(settings, taskStoreBounds(bounds));
  const { shelf } = kept;
  return {
    get bytes() {
      return shelf.bytes;
    },
    get size() {
      return shelf.size;
    },
    async open() {
      await kept.ready();
      return kept.takeUnfinished();
    },
    async create(given, bytesAtWork) {
      const task = keptTask(given);
      await kept.inTurn(task.taskId, async (folder) => {
        requireNew(shelf, task.taskId);
        await kept.keep(folder, task, bytesAtWork);
      });
    },
    read: (taskId) =>
      kept.isReady
        ? shelf.read(taskId)
        : kept.ready().then(() => shelf.read(taskId)),
    update: (taskId, change) =>
      kept.inTurn(taskId, async (folder) => {
        const before = shelf.read(taskId);
        const changed = before && change(before);
        if (!changed) return before;
        const after = keptTask(changed);
        requireSameTask(before, after);
        return (await kept.keep(folder, after)) ? after : undefined;
      }),
    async list(owner, page) {
      await kept.ready();
      return shelf.list(owner, page);
    },
    remove: (taskId) =>
      kept.inTurn(taskId, async (folder) => {
        await folder.remove(taskId);
        shelf.remove(taskId);
      }),
    watch: (taskId, hear) => shelf.watch(taskId, hear),
    close: () => kept.close(),
  };
}
