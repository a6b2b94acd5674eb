import { afterEach, expect, test, vi } from "vitest";
import type { Fields } from "../../questions.ts";
import { start } from "../records.ts";
import {
  LivesModel,
  peers,
  type LifeStep,
  type ModelTask,
} from "./lives-model.ts";
import { answerOf, beat, LivesWorld } from "./lives-world.ts";
import { fc, runs } from "../../../support/random.ts";

afterEach(() => {
  vi.useRealTimers();
});

const task = fc.nat({ max: 2 });
const peer = fc.nat({ max: peers.length - 1 });
const corePeer = fc.constantFrom(2, 3);
const key = fc.constantFrom("a", "b", "__proto__");
const answerKey = fc.constantFrom("a", "b", "__proto__", "constructor");

const kind = <Kind extends string>(name: Kind): fc.Arbitrary<Kind> =>
  fc.constant(name);

const change: fc.Arbitrary<LifeStep> = fc.oneof(
  fc.record({ kind: kind("say"), task, text: fc.constantFrom("x", "y", "z") }),
  { weight: 2, arbitrary: fc.record({ kind: kind("ask"), task, key }) },
  fc.record({
    kind: kind("answer"),
    task,
    peer: fc.nat({ max: 1 }),
    keys: fc.uniqueArray(answerKey, { minLength: 1 }),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind("wait for result"),
      task,
      peer: corePeer,
    }),
  },
  fc.record({ kind: kind("reply"), peer: corePeer }),
  fc.record({ kind: kind("cancel"), task, peer }),
  fc.record({
    kind: kind("end"),
    task,
    how: fc.constantFrom("result", "tool error", "protocol error"),
  }),
);

/** What is done at once may be done in either order. */
const turn: fc.Arbitrary<readonly LifeStep[]> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.record({ kind: kind("begin"), peer, obeys: fc.boolean() }),
    ),
  },
  { weight: 9, arbitrary: fc.tuple(change) },
  { weight: 4, arbitrary: fc.tuple(change, change) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.record({ kind: kind("wait"), ms: fc.constantFrom(1_000, 45_000) }),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(fc.record({ kind: kind("restart") })) },
);

/** So that most of the steps find a task. */
const first: readonly (readonly LifeStep[])[] = [
  [{ kind: "begin", peer: 0, obeys: false }],
  [{ kind: "begin", peer: 3, obeys: true }],
];

/** What waits for the result of a task. */
interface Waiter {
  readonly task: number;
  readonly peer: number;
  readonly id: number;
  /** Whether the task was its peer's, and there. */
  readonly isSeen: boolean;
}

/** What a step makes of the model. */
type Apply = (model: LivesModel) => void;

const nothing: Apply = () => {};

class Lives {
  readonly world = new LivesWorld();
  model = new LivesModel(start);
  #waiters: Waiter[] = [];
  #serial = 0;

  constructor() {
    this.world.start();
  }

  async take(turn: readonly LifeStep[]): Promise<void> {
    this.model.now = Date.now();
    const applies = turn.map((step) => this.#do(step));
    for (const step of turn)
      if (step.kind === "wait") await vi.advanceTimersByTimeAsync(step.ms);
    await beat();
    const models = [applies, applies.toReversed()].map((way) => {
      const model = this.model.clone();
      for (const apply of way) apply(model);
      model.now = Date.now();
      return model;
    });
    const seen = await this.#seen();
    const texts = models.map((model) => JSON.stringify(this.#expected(model)));
    const at = Math.max(texts.indexOf(JSON.stringify(seen)), 0);
    this.model = models[at] ?? this.model;
    expect(seen).toEqual(this.#expected(this.model));
    this.#checkWaiters();
    this.#checkQuestions();
  }

  /** No task has ended more than once; all that has ended has done so once. */
  checkEnds(): void {
    for (const { number } of this.model.tasks) {
      const ends = this.world.ends.get(this.#nameOf(number)) ?? 0;
      expect(ends).toBeLessThanOrEqual(1);
      const task = this.model.get(number);
      if (task) expect(ends).toBe(this.model.isOver(task) ? 1 : 0);
    }
  }

  /** Does a step, and gives what the model says of it. */
  #do(step: LifeStep): Apply {
    const { world } = this;
    switch (step.kind) {
      case "begin":
        return this.#begin(step.peer, step.obeys);
      case "say":
        void world.say(step.task, step.text);
        return this.#byHandler(step.task, (model) =>
          model.say(step.task, step.text),
        );
      case "ask": {
        const message = `question ${++this.#serial}`;
        world.pose(step.task, step.key, message);
        return this.#byHandler(step.task, (model) =>
          model.ask(step.task, step.key, message),
        );
      }
      case "end":
        world.puppet(step.task)?.end(step.how);
        return this.#byHandler(step.task, (model) =>
          model.end(step.task, step.how),
        );
      case "answer": {
        const mark = `mark ${++this.#serial}`;
        const inputResponses = Object.fromEntries(
          step.keys.map((name) => [name, answerOf(mark)]),
        );
        this.#send(step, "tasks/update", { inputResponses });
        return (model) => model.answer(step.task, step.peer, step.keys, mark);
      }
      case "wait for result": {
        const id = this.#send(step, "tasks/result");
        const isSeen = this.model.seenBy(step.task, step.peer) !== undefined;
        this.#waiters.push({ ...step, id, isSeen });
        return nothing;
      }
      case "reply":
        return this.#reply(step.peer);
      case "cancel":
        this.#send(step, "tasks/cancel");
        return (model) => model.cancel(step.task, step.peer);
      case "wait":
        return nothing;
      case "restart":
        this.#waiters = [];
        world.start();
        return (model) => model.restart();
    }
  }

  #begin(peer: number, obeys: boolean): Apply {
    const number = this.model.tasks.length;
    const asker = this.world.peer(peer);
    const id = asker.begin({ number, obeys });
    return (model) => {
      const { result } = asker.answerTo(id) as { result: Fields };
      const task = (asker.isCore ? result["task"] : result) as Fields;
      this.world.names[number] = String(task["taskId"]);
      model.begin(peer);
    };
  }

  /** Answers what the server asked of a peer first. */
  #reply(peer: number): Apply {
    const asker = this.world.peer(peer);
    const question = asker.asked.shift();
    if (!question) return nothing;
    const mark = `mark ${++this.#serial}`;
    asker.reply(question, answerOf(mark));
    const { task, message } = this.#meant(question);
    return (model) => {
      const name = model.keyOf(task, message);
      if (name !== undefined) model.answer(task, peer, [name], mark);
    };
  }

  /** Which task a question is about, and what it says. */
  #meant({ params }: Fields): { task: number; message: string } {
    const { _meta, message } = params as { _meta: Fields; message: string };
    const related = _meta["io.modelcontextprotocol/related-task"] as Fields;
    const task = this.world.names.indexOf(String(related["taskId"]));
    return { task, message };
  }

  /** What handlers do is nothing where their process is gone. */
  #byHandler(task: number, apply: Apply): Apply {
    return this.world.puppet(task) ? apply : nothing;
  }

  #send(
    { task, peer }: { readonly task: number; readonly peer: number },
    method: string,
    params: Fields = {},
  ): number {
    const taskId = this.#nameOf(task);
    return this.world.peer(peer).send(method, { taskId, ...params });
  }

  #nameOf(task: number): string {
    return this.world.names[task] ?? "there is none";
  }

  /** What each peer is told of each task, what is listed, and what handlers got. */
  async #seen(): Promise<unknown[]> {
    const pairs = this.#pairs();
    const polls = pairs.map((pair) => this.#send(pair, "tasks/get"));
    const lists = [2, 3].map((peer) =>
      this.world.peer(peer).send("tasks/list"),
    );
    await beat();
    const told = pairs.map(({ task, peer }, at) =>
      toldOf(this.world.peer(peer).answerTo(polls[at] ?? 0), task, peer),
    );
    const listed = lists.map((id, at) => {
      const answer = this.world.peer(at + 2).answerTo(id);
      const { tasks } = answer?.["result"] as { tasks: Fields[] };
      return tasks.map(({ taskId }) => this.world.names.indexOf(`${taskId}`));
    });
    return [...told, ...listed.map((one) => one.toSorted()), this.#got()];
  }

  /** The same, as the model has it. */
  #expected(model: LivesModel): unknown[] {
    const told = this.#pairs().map(({ task, peer }) =>
      expectedOf(model, task, peer),
    );
    const listed = [2, 3].map((peer) =>
      model.tasks
        .filter(({ number }) => model.seenBy(number, peer))
        .map(({ number }) => number),
    );
    const got = model.tasks
      .filter(({ number }) => this.world.puppet(number))
      .map(({ answers }) => [...answers.values()].toSorted());
    return [...told, ...listed, got];
  }

  #got(): unknown[] {
    return this.world.names.flatMap((_, number) => {
      const puppet = this.world.puppet(number);
      return puppet ? [puppet.got.map(markOf).toSorted()] : [];
    });
  }

  #pairs(): { task: number; peer: number }[] {
    return this.world.names.flatMap((_, task) =>
      peers.map((_, peer) => ({ task, peer })),
    );
  }

  /** Who waits has an answer when the task is over or gone, and none before. */
  #checkWaiters(): void {
    for (const { task, peer, id, isSeen } of this.#waiters) {
      const answer = this.world.peer(peer).answerTo(id);
      const known = this.model.get(task);
      if (!isSeen || !known) expect(answer).toMatchObject(refused);
      else if (this.model.isOver(known))
        expect(outcomeOf(answer)).toBe(expectedOutcome(known));
      else expect(answer).toBeUndefined();
    }
    // What has an answer has it for good.
    this.#waiters = this.#waiters.filter(
      ({ peer, id }) => !this.world.peer(peer).answerTo(id),
    );
  }

  /** Nobody is asked what somebody is being asked already. */
  #checkQuestions(): void {
    const open = this.world.peers.flatMap(({ asked }, peer) =>
      asked.map((question) => {
        const meant = this.#meant(question);
        expect(this.model.tasks[meant.task]?.principal).toBe(
          peers[peer]?.principal,
        );
        return JSON.stringify(meant);
      }),
    );
    expect(new Set(open).size).toBe(open.length);
  }
}

const refused = { error: { code: -32602 } };

const markOf = ({ content }: Fields): unknown => (content as Fields)["mark"];

function toldOf(
  answer: Fields | undefined,
  task: number,
  peer: number,
): unknown[] {
  const { result, error } = (answer ?? {}) as {
    result?: Fields;
    error?: Fields;
  };
  if (!result) return [task, peer, error?.["code"]];
  const { status, statusMessage = null, inputRequests = {} } = result;
  const open = Object.entries(inputRequests as Record<string, Fields>).map(
    ([name, { params }]) => [name, (params as Fields)["message"]],
  );
  const own = "result" in result || "error" in result;
  return [task, peer, status, statusMessage, open.toSorted(), own];
}

function expectedOf(
  model: LivesModel,
  number: number,
  peer: number,
): unknown[] {
  const task = model.seenBy(number, peer);
  if (!task) return [number, peer, -32602];
  const isCore = peers[peer]?.isCore ?? false;
  const hasFailed = isCore && task.how === "tool error";
  const open = isCore ? [] : [...task.open].toSorted();
  const own =
    !isCore && (task.status === "completed" || task.status === "failed");
  const status = hasFailed ? "failed" : task.status;
  return [number, peer, status, task.said ?? null, open, own];
}

/** What a call came to, in a few words. */
function outcomeOf(answer: Fields | undefined): string | undefined {
  const { result, error } = (answer ?? {}) as {
    result?: Fields;
    error?: Fields;
  };
  if (error) return String(error["message"]);
  const [content] = (result?.["content"] ?? []) as Fields[];
  return content && String(content["text"]);
}

function expectedOutcome({ number, status, said }: ModelTask): string {
  if (status === "cancelled") return "The task was cancelled";
  return said ?? `done ${number}`;
}

test("the tasks of a server live as they are to: each ends once, and is its principal's alone", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 25 }), async (turns) => {
      vi.useFakeTimers({ now: start });
      const lives = new Lives();
      for (const each of [...first, ...turns]) await lives.take(each);
      lives.checkEnds();
      vi.useRealTimers();
    }),
    { numRuns: runs(100, 5) },
  );
});
