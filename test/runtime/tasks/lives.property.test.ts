import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import {
  answer,
  ask,
  begin,
  cancelTask,
  completeTask,
  failTask,
  isOver,
  say,
  withdraw,
} from "../../../src/runtime/tasks/life.ts";
import { fileTaskStore } from "../../../src/runtime/tasks/node.ts";
import type { TaskRecord } from "../../../src/runtime/tasks/record.ts";
import { memoryTaskStore } from "../../../src/runtime/tasks/store/memory.ts";
import type {
  MeasuredTaskStore,
  TaskStore,
} from "../../../src/runtime/tasks/store/store.ts";
import {
  isEnd,
  LifeModel,
  nameOf,
  ownerOf,
  type Change,
  type ModelTask,
  type Step,
} from "./life-model.ts";
import { start, sure } from "./records.ts";
import { fc, runs } from "../../support/random.ts";

const toFake = ["Date", "setTimeout", "clearTimeout"] as const;

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "mcp-gen-tasks-"));
});
afterAll(() => rmSync(root, { recursive: true }));
afterEach(() => {
  vi.useRealTimers();
});

const task = fc.nat({ max: 5 });
// Some that objects have already, and few, so that they come again.
const key = fc.constantFrom("a", "b", "__proto__", "constructor");

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant("say" as const),
    task,
    text: fc.string({ maxLength: 5 }),
  }),
  fc.record({ kind: fc.constant("ask" as const), task, key }),
  fc.record({
    kind: fc.constant("answer" as const),
    task,
    keys: fc.uniqueArray(key),
    by: fc.nat(),
  }),
  fc.record({ kind: fc.constant("withdraw" as const), task, key }),
  fc.record({
    kind: fc.constant("end" as const),
    task,
    how: fc.constantFrom("completed", "failed", "cancelled"),
  }),
);

const work: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: change },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("create" as const),
      task,
      ttl: fc.constantFrom(null, 500, 2_000, 10_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("remove" as const), task }),
  },
);

const time: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("wait" as const),
    ms: fc.constantFrom(1, 499, 1_500, 5_000),
  }),
  fc.constant({ kind: "restart" as const }),
);

/** Steps that are taken at once: those of one task are taken in their order. */
const turns = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.array(work, { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: fc.tuple(time) },
  ),
  { maxLength: 40 },
);

/** A store, and what it is to be. */
class Lives {
  readonly model = new LifeModel(start);
  /** Makes a store of the same tasks; what only memory has is gone with it. */
  readonly #make: () => MeasuredTaskStore;
  #store: MeasuredTaskStore;
  /** How often each task has ended; a name may be used again when its task is gone. */
  readonly #ends = new Map<string | undefined, number>();
  #lives = 0;

  constructor(make: () => MeasuredTaskStore) {
    this.#make = make;
    this.#store = make();
  }

  async take(turn: readonly Step[]): Promise<void> {
    await Promise.all(turn.map((one) => this.#step(one)));
    for (let number = 0; number <= 5; number++) await this.#check(number);
    for (const owner of ["ann", "bob", undefined]) await this.#checkList(owner);
  }

  async close(): Promise<void> {
    await this.#store.close();
    for (const count of this.#ends.values()) expect(count).toBe(1);
  }

  /** The model goes first: what the store does at once, it does in the same order. */
  async #step(one: Step): Promise<void> {
    const { model } = this;
    switch (one.kind) {
      case "create": {
        const isNew = model.create(one.task, one.ttl);
        const creating = this.#store.create(
          newRecord(one.task, one.ttl, model.now, ++this.#lives),
        );
        if (isNew) await creating;
        else await expect(creating).rejects.toThrow(/already exists/);
        return;
      }
      case "remove":
        model.tasks.delete(nameOf(one.task));
        return this.#store.remove(nameOf(one.task));
      case "wait":
        model.now += one.ms;
        vi.setSystemTime(model.now);
        return;
      case "restart":
        return this.#restart();
      default:
        return this.#change(one);
    }
  }

  async #change(one: Change): Promise<void> {
    const expected = this.model.change(one);
    const changing = this.#store.update(nameOf(one.task), (now) => {
      const after = changed(now, one);
      if (after && isOver(after)) this.#count(after);
      return after;
    });
    if (expected === "refused")
      await expect(changing).rejects.toThrow(/used only once in a task/);
    else await changing;
  }

  #count({ session }: TaskRecord): void {
    this.#ends.set(session, (this.#ends.get(session) ?? 0) + 1);
  }

  async #restart(): Promise<void> {
    const before: TaskStore = this.#store;
    await before.close?.();
    this.#store = this.#make();
    const store: TaskStore = this.#store;
    if (!store.open) return this.model.tasks.clear();
    const left = (await store.open()).map(({ taskId }) => taskId);
    expect(left.toSorted()).toEqual(this.model.restart().toSorted());
    for (const taskId of left)
      await store.update(taskId, (now) => {
        const failed = failTask(now, { code: -32603, message: "it failed" });
        if (failed) this.#count(failed);
        return failed;
      });
  }

  async #check(number: number): Promise<void> {
    const expected = this.model.get(nameOf(number));
    const found = await this.#store.read(nameOf(number));
    expect(found && seen(found)).toEqual(expected && told(expected));
  }

  /** In pages, so that every cursor is gone through. */
  async #checkList(owner: string | undefined): Promise<void> {
    const names: string[] = [];
    let after: string | undefined;
    do {
      const page = await this.#store.list(owner, {
        limit: 2,
        ...(after !== undefined && { after }),
      });
      names.push(...page.tasks.map(({ taskId }) => taskId));
      for (const found of page.tasks) expect(found.owner).toBe(owner);
      after = page.next;
    } while (after !== undefined);
    expect(names).toEqual(this.model.of(owner).map(({ taskId }) => taskId));
  }
}

function newRecord(
  number: number,
  ttl: number | null,
  at: number,
  life: number,
): TaskRecord {
  const owner = ownerOf(number);
  const taskId = nameOf(number);
  return begin(
    {
      taskId,
      method: "tools/call",
      ttl,
      session: `${life}`,
      ...(owner !== undefined && { owner }),
    },
    at,
  );
}

function changed(now: TaskRecord, one: Change): TaskRecord | undefined {
  switch (one.kind) {
    case "say":
      return say(now, one.text);
    case "ask":
      return ask(now, one.key, sure);
    case "answer":
      return answer(
        now,
        Object.fromEntries(one.keys.map((name) => [name, { by: one.by }])),
      );
    case "withdraw":
      return withdraw(now, one.key);
    case "end":
      switch (one.how) {
        case "completed":
          return completeTask(now, { content: [] });
        case "failed":
          return failTask(now, { code: -32603, message: "it failed" });
        case "cancelled":
          return cancelTask(now, "it cancelled");
      }
  }
}

/** What the model knows of a task, and what a record says of that. */
const told = (expected: ModelTask): unknown => ({
  owner: expected.owner,
  createdAt: expected.createdAt,
  status: expected.status,
  said: expected.said,
  asked: [...expected.asked].toSorted(),
  answers: [...expected.answers].toSorted(),
  hasEnd: isEnd(expected.status),
});

const seen = (found: TaskRecord): unknown => ({
  owner: found.owner,
  createdAt: Date.parse(found.createdAt),
  status: found.status,
  said: found.statusMessage,
  asked: Object.keys(found.questions ?? {}).toSorted(),
  answers: Object.entries(found.answers ?? {})
    .map(([name, { by }]) => [name, by])
    .toSorted(),
  hasEnd: isOver(found),
});

async function live(
  make: () => MeasuredTaskStore,
  steps: readonly (readonly Step[])[],
): Promise<void> {
  vi.useFakeTimers({ now: start, toFake: [...toFake] });
  const lives = new Lives(make);
  try {
    for (const turn of steps) await lives.take(turn);
  } finally {
    await lives.close();
    vi.useRealTimers();
  }
}

test("tasks in memory live as they are to: each ends once, and no key is answered twice", async () => {
  await fc.assert(
    fc.asyncProperty(turns, (steps) => live(memoryTaskStore, steps)),
    { numRuns: runs(300) },
  );
});

test("tasks in a folder live so too, through one process after another", async () => {
  await fc.assert(
    fc.asyncProperty(turns, async (steps) => {
      const folder = join(root, randomUUID());
      await live(() => fileTaskStore(folder), steps);
      rmSync(folder, { recursive: true, force: true });
    }),
    { numRuns: runs(40, 3) },
  );
});
