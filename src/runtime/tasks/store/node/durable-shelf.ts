import { FileStoreError } from "../../../stores/files/file-store-error.ts";
import { toError } from "../../../protocol/errors.ts";
import { isOver } from "../../life.ts";
import type { TaskRecord } from "../../record.ts";
import type { TaskStoreBounds } from "../bounds.ts";
import { Shelf } from "../shelf.ts";
import { Rows } from "../rows.ts";
import {
  takeFolder,
  type FolderSettings,
  type TaskFolder,
} from "./task-folder.ts";

/** Maximum number of concurrent writes, as each needs open files. */
const mostFiles = 32;

/** Task index in memory, backed by a folder. */
export class DurableShelf {
  readonly shelf: Shelf;
  readonly #settings: FolderSettings;
  /** Runs the operations on one task in order. */
  readonly #rows = new Rows(mostFiles);
  #taken: Promise<TaskFolder> | undefined;
  #unfinished: readonly TaskRecord[] = [];
  #isTaken = false;
  #isClosed = false;

  constructor(settings: FolderSettings, bounds: Required<TaskStoreBounds>) {
    this.#settings = settings;
    this.shelf = new Shelf(bounds, ({ taskId }) => this.#forget(taskId));
  }

  /** True if the tasks are loaded and the store is open. */
  get isReady(): boolean {
    return this.#isTaken && !this.#isClosed;
  }

  /** Waits until this process has locked the folder and loaded its tasks. */
  async ready(): Promise<void> {
    this.#requireOpen();
    await this.#folder();
  }

  /** Returns the open tasks found in the folder, once. */
  takeUnfinished(): readonly TaskRecord[] {
    const unfinished = this.#unfinished;
    this.#unfinished = [];
    return unfinished;
  }

  /** Runs an operation on a task after all earlier ones. */
  async inTurn<Result>(
    taskId: string,
    work: (folder: TaskFolder) => Promise<Result>,
  ): Promise<Result> {
    this.#requireOpen();
    return this.#rows.run(taskId, async () => work(await this.#folder()));
  }

  /**
   * Writes a task and then adds it to the index, so that nobody reads a state that is not
   * durable. Returns false if the task has expired in between.
   */
  async keep(
    folder: TaskFolder,
    task: TaskRecord,
    bytesAtWork?: number,
  ): Promise<boolean> {
    const room = this.shelf.reserve(task, bytesAtWork);
    try {
      await folder.write(task);
    } catch (error) {
      room.cancel();
      throw error;
    }
    return room.commit();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.shelf.close();
    await this.#rows.idle();
    const folder = await this.#taken?.catch(() => undefined);
    await folder?.release();
  }

  #folder(): Promise<TaskFolder> {
    // A failure is not cached: the folder may be free later.
    this.#taken ??= this.#take().catch((error) => {
      this.#taken = undefined;
      throw error;
    });
    return this.#taken;
  }

  #requireOpen(): void {
    if (this.#isClosed)
      throw new FileStoreError(this.#settings.path, "the store is closed");
  }

  async #take(): Promise<TaskFolder> {
    const folder = await takeFolder(this.#settings);
    for (const task of folder.found) this.shelf.restore(task);
    this.#unfinished = folder.found.filter((task) => !isOver(task));
    this.#isTaken = true;
    return folder;
  }

  #forget(taskId: string): void {
    const done = this.#rows.run(taskId, async () => {
      if (!this.shelf.read(taskId)) await (await this.#taken)?.remove(taskId);
    });
    done.catch((error) => this.#settings.tell(toError(error)));
  }
}
