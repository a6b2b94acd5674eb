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

/** A task as it was after one of its changes. */
export interface SeenRow {
  readonly task: TaskRecord;
  /** The number of the change: later ones have higher numbers. */
  readonly version: number;
}

/** What came of an attempt to change a task. */
export type Attempt =
  | { readonly kind: "done"; readonly row: SeenRow }
  | { readonly kind: "gone" }
  /** Somebody else was faster. */
  | { readonly kind: "changed"; readonly row: SeenRow };

/** What a table needs beside the link. */
export interface TableSettings {
  readonly bounds: Required<TaskStoreBounds>;
  /** How long a task without a time of its own is kept after its last change, in milliseconds. */
  readonly keepMs: number;
}

/** No task is kept for longer, in milliseconds: ten years. */
const longest = 10 * 365 * 86_400_000;

/** The tasks in Redis: each method is one round trip, and one step there. */
export class TaskTable {
  readonly #redis: RedisLink;
  readonly #settings: TableSettings;
  readonly #base: string;
  /** What its changes are known by, which no other store's are. */
  readonly #name = randomName();
  #changes = 0;

  constructor(redis: RedisLink, settings: TableSettings) {
    this.#redis = redis;
    this.#settings = settings;
    this.#base = redis.key("tasks");
  }

  /** Keeps a new task. Throws a TaskStoreFullError, or a TypeError for a name that is taken. */
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

  /** Changes a task, if it still is what it was. Throws a TaskStoreFullError. */
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
    // Of nobody, sessions have lists of their own.
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

  /** What both ways of writing begin with. */
  #written(task: TaskRecord): readonly (string | number)[] {
    const nonce = `${this.#name}-${++this.#changes};`;
    const over = isOver(task) ? 1 : 0;
    const text = JSON.stringify(task);
    return [task.taskId, text, nonce, over, this.#timeLeft(task)];
  }

  /** At least a moment: what is past its time is forgotten by Redis. */
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
      : new TypeError("Redis answered what no script of tasks says");
  }
}

/** A task as it is now; undefined when it is gone. */
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

/** Tags tell nobody, owners and sessions apart, whatever those are called. */
function tagOf(owner: string | undefined): string {
  return owner === undefined ? "n" : `o:${owner}`;
}

function sessionTag(session: string): string {
  return `s:${session}`;
}

function seen(text: unknown, version: unknown): SeenRow {
  return { task: recordOf(text), version: integerOf(version) };
}

/** Quotes nothing of what is no record: it may be confidential. */
function recordOf(text: unknown): TaskRecord {
  try {
    return soundTask(JSON.parse(replyText(text)));
  } catch {
    throw new TypeError(
      "what Redis keeps of a task has not its form: another program, or a later release of this one, has written it",
    );
  }
}
