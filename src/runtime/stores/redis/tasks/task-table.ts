import type { RedisLink } from "../open-redis.ts";
import { integerOf, listOf, optionalText, replyText } from "../link/reply.ts";
import { randomName } from "../random-name.ts";
import { expiryOf, isOver } from "../../../tasks/life.ts";
import type { TaskRecord } from "../../../tasks/record.ts";
import {
  TaskStoreFullError,
  type TaskStoreBounds,
} from "../../../tasks/store/bounds.ts";
import { soundTask } from "../../../tasks/store/keep.ts";
import { cursorOf, readCursor } from "../../../tasks/store/order.ts";
import type { TaskList, TaskPage } from "../../../tasks/store/store.ts";
import {
  changeTaskScript,
  createTaskScript,
  listTasksScript,
  removeTaskScript,
} from "./scripts.ts";

/** Task in a version. */
export interface SeenRow {
  readonly task: TaskRecord;
  /** Version number; increases with each change. */
  readonly version: number;
}

/** Result of an attempt to change a task. */
export type Attempt =
  | { readonly kind: "done"; readonly row: SeenRow }
  | { readonly kind: "gone" }
  /** Another process has changed the task first. */
  | { readonly kind: "changed"; readonly row: SeenRow };

/** Settings of the table. */
export interface TableSettings {
  readonly bounds: Required<TaskStoreBounds>;
  /** Retention of a task without expiry after its last change, in milliseconds. */
  readonly keepMs: number;
}

/** Maximum retention of any task, in milliseconds: ten years. */
const longest = 10 * 365 * 86_400_000;

/** Tasks in Redis. Each method is one atomic round trip. */
export class TaskTable {
  readonly #redis: RedisLink;
  readonly #settings: TableSettings;
  readonly #base: string;
  /** Prefix of the nonces of this store. */
  readonly #name = randomName();
  #changes = 0;

  constructor(redis: RedisLink, settings: TableSettings) {
    this.#redis = redis;
    this.#settings = settings;
    this.#base = redis.key("tasks");
  }

  /** Stores a new task. Throws a TaskStoreFullError, or a TypeError for an existing id. */
  async create(task: TaskRecord, bytesAtWork: number): Promise<void> {
    const { owner, session } = task;
    const said = await this.#redis.run(
      createTaskScript,
      [this.#base],
      [
        ...this.#written(task),
        Date.parse(task.createdAt),
        Math.ceil(bytesAtWork),
        tagOf(owner),
        session === undefined ? "" : sessionTag(session),
        this.#redis.bus.name,
        ...this.#bounds(),
      ],
    );
    const word = replyText(said);
    if (word === "taken")
      throw new TypeError("a task with this taskId already exists");
    if (word !== "done") throw this.#full(word);
  }

  /** Changes a task if its version is unchanged. Throws a TaskStoreFullError. */
  async change(before: SeenRow, after: TaskRecord): Promise<Attempt> {
    const values = [...this.#written(after), before.version, ...this.#bounds()];
    const [word, text, version] = listOf(
      await this.#redis.run(changeTaskScript, [this.#base], values),
    );
    switch (replyText(word)) {
      case "done":
        return {
          kind: "done",
          row: { task: after, version: before.version + 1 },
        };
      case "gone":
        return { kind: "gone" };
      case "changed":
        return { kind: "changed", row: seen(text, version) };
      default:
        throw this.#full(replyText(word));
    }
  }

  async remove(taskId: string): Promise<void> {
    await this.#redis.run(removeTaskScript, [this.#base], [taskId]);
  }

  async list(
    owner: string | undefined,
    { after, limit, session }: TaskPage,
  ): Promise<TaskList> {
    const place = after === undefined ? undefined : readCursor(after);
    const ofSession = session === undefined ? "" : sessionTag(session);
    // Sessions without an owner have separate lists.
    const isOwn = owner === undefined && session !== undefined;
    const values = [
      isOwn ? ofSession : tagOf(owner),
      place?.createdAt ?? "-inf",
      place?.taskId ?? "",
      limit + 1,
      ofSession,
    ];
    const texts = listOf(
      await this.#redis.run(listTasksScript, [this.#base], values),
    );
    const tasks = texts.map(recordOf).filter((task) => task.owner === owner);
    const page = tasks.slice(0, limit);
    const last = page.at(-1);
    return tasks.length > limit && last
      ? { tasks: page, next: cursorOf(last) }
      : { tasks: page };
  }

  /** Returns the common values of the create and change scripts. */
  #written(task: TaskRecord): readonly (string | number)[] {
    const nonce = `${this.#name}-${++this.#changes};`;
    const over = isOver(task) ? 1 : 0;
    const text = JSON.stringify(task);
    return [task.taskId, text, nonce, over, this.#timeLeft(task)];
  }

  /** Returns the remaining time, at least 1 ms: Redis removes an expired task. */
  #timeLeft(task: TaskRecord): number {
    const { keepMs } = this.#settings;
    const left = task.ttl === null ? keepMs : expiryOf(task) - Date.now();
    return Math.min(Math.max(Math.ceil(left), 1), longest);
  }

  #bounds(): readonly number[] {
    const { bounds } = this.#settings;
    return [
      bounds.maxTasks,
      bounds.maxBytes,
      bounds.maxTasksPerOwner,
      bounds.maxBytesPerOwner,
    ];
  }

  #full(word: string): Error {
    const { bounds } = this.#settings;
    return isBound(word, bounds)
      ? new TaskStoreFullError(word, bounds[word])
      : new TypeError("Unexpected reply from a task script in Redis");
  }
}

/** Reads a task; undefined if it does not exist. */
export async function readRow(
  redis: RedisLink,
  taskId: string,
): Promise<SeenRow | undefined> {
  const key = redis.key("tasks", "t", taskId);
  const [text, version] = listOf(await redis.command("HMGET", key, "r", "v"));
  return optionalText(text) === undefined ? undefined : seen(text, version);
}

function isBound(
  word: string,
  bounds: Required<TaskStoreBounds>,
): word is keyof TaskStoreBounds {
  return Object.hasOwn(bounds, word);
}

/**
 * Returns the tag of an owner; the prefixes keep owners, sessions and tasks without an owner
 * apart.
 */
function tagOf(owner: string | undefined): string {
  return owner === undefined ? "n" : `o:${owner}`;
}

function sessionTag(session: string): string {
  return `s:${session}`;
}

function seen(text: unknown, version: unknown): SeenRow {
  return { task: recordOf(text), version: integerOf(version) };
}

/** Parses a record, without quoting an invalid one: it may be confidential. */
function recordOf(text: unknown): TaskRecord {
  try {
    return soundTask(JSON.parse(replyText(text)));
  } catch {
    throw new TypeError(
      "invalid task in Redis: it was written by another program or a later release",
    );
  }
}
