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

/** Options of a file task store. */
export interface FileTaskStoreOptions extends TaskStoreBounds {
  /**
   * Maximum wait for another process that uses the folder, in milliseconds.
   *
   * @default 60_000 (a minute)
   */
  readonly lockTimeoutMs?: number;
  /**
   * Called with warnings about files that are not tasks and about repaired problems.
   *
   * @default prints to standard error
   */
  readonly onWarning?: (warning: Error) => void;
}

/** Task store in a folder. */
export interface FileTaskStore extends MeasuredTaskStore {
  open(): Promise<readonly TaskRecord[]>;
}

/**
 * Creates a task store in a folder, so that tasks survive a restart. Each task is a file, which
 * is replaced atomically and flushed to disk before a promise resolves. Files have mode 600,
 * and a created folder has mode 700. All tasks are also in memory, within the same limits.
 *
 * One process at a time uses the folder, from its first use to `close`. The lock of a dead
 * process is taken over at once if its death can be detected, and otherwise after 20 seconds of
 * silence: on another machine, in another container, on Windows. A file that is not a task is
 * reported and left unchanged.
 *
 * Methods reject with a `FileStoreError` if the folder or a file is invalid, or another process
 * uses the folder. Throws a TypeError for invalid options.
 */
export function fileTaskStore(
  folder: string | URL,
  options: FileTaskStoreOptions = {},
): FileTaskStore {
  // Inside the function: bundlers do not drop a spread at module level.
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

/** Creates a file task store from its settings. */
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
