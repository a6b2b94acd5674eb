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

/** How many are written at once: each may have files open, and a process may open few. */
const mostFiles = 32;

/** Tasks in memory, each of which is in a folder as well. */
export class DurableShelf {
  readonly shelf: Shelf;
  readonly #settings: FolderSettings;
  /** What happens to one task happens in turn. */
  readonly #rows = new Rows(mostFiles);
  #taken: Promise<TaskFolder> | undefined;
  #unfinished: readonly TaskRecord[] = [];
  #isTaken = false;
  #isClosed = false;

  constructor(settings: FolderSettings, bounds: Required<TaskStoreBounds>) {
    this.#settings = settings;
    this.shelf = new Shelf(bounds, ({ taskId }) => this.#forget(taskId));
  }

  /** Whether its tasks are read, and nothing has ended that. */
  get isReady(): boolean {
    return this.#isTaken && !this.#isClosed;
  }

  /** Waits until the folder is this process's, and its tasks are read. */
  async ready(): Promise<void> {
    this.#requireOpen();
    await this.#folder();
  }

  /** What was unfinished when the folder was taken: told once. */
  takeUnfinished(): readonly TaskRecord[] {
    const unfinished = this.#unfinished;
    this.#unfinished = [];
    return unfinished;
  }

  /** Does something with a task when all that came before it has been done. */
  async inTurn<Result>(
    taskId: string,
    work: (folder: TaskFolder) => Promise<Result>,
  ): Promise<Result> {
    this.#requireOpen();
    return this.#rows.run(taskId, async () => work(await this.#folder()));
  }

  /**
   * Keeps a task; false when it is past its time meanwhile. It is written first: nobody
   * reads what a process after this one would not know.
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
    // What another process has now it may not have later.
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
