/** Who asks: each is one connection. Two of each principal, of either generation. */
export const peers = [
  { principal: "ann", isCore: false },
  { principal: "bob", isCore: false },
  { principal: "ann", isCore: true },
  { principal: "bob", isCore: true },
] as const;

/** How a handler ends. */
export type HandlerEnd = "result" | "tool error" | "protocol error";

/** A step in the lives of a server's tasks. Tasks and peers are told by small numbers. */
export type LifeStep =
  | { readonly kind: "begin"; readonly peer: number; readonly obeys: boolean }
  | { readonly kind: "say"; readonly task: number; readonly text: string }
  | { readonly kind: "ask"; readonly task: number; readonly key: string }
  | {
      readonly kind: "answer";
      readonly task: number;
      readonly peer: number;
      readonly keys: readonly string[];
    }
  | {
      readonly kind: "wait for result";
      readonly task: number;
      readonly peer: number;
    }
  | { readonly kind: "reply"; readonly peer: number }
  | { readonly kind: "cancel"; readonly task: number; readonly peer: number }
  | { readonly kind: "end"; readonly task: number; readonly how: HandlerEnd }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "restart" };

/** A task as its clients are to see it: said anew, and without what is under test. */
export interface ModelTask {
  readonly number: number;
  readonly principal: string;
  readonly createdAt: number;
  status: "working" | "input_required" | "completed" | "failed" | "cancelled";
  said: string | undefined;
  /** How it ended, where its handler ended it. */
  how: HandlerEnd | undefined;
  /** The message of what is open, by key. */
  readonly open: Map<string, string>;
  /** The keys that were ever used. */
  readonly asked: string[];
  /** The marks of the answers that the handler got, by key. */
  readonly answers: Map<string, string>;
}

export const ttl = 60_000;

export class LivesModel {
  readonly tasks: ModelTask[];
  now: number;

  constructor(now: number, tasks: ModelTask[] = []) {
    this.now = now;
    this.tasks = tasks;
  }

  /** Another one that is the same, and goes its own way. */
  clone(): LivesModel {
    const tasks = this.tasks.map((task) => ({
      ...task,
      asked: [...task.asked],
      open: new Map(task.open),
      answers: new Map(task.answers),
    }));
    return new LivesModel(this.now, tasks);
  }

  /** A task that is there. */
  get(number: number): ModelTask | undefined {
    const task = this.tasks[number];
    return task && this.now < task.createdAt + ttl ? task : undefined;
  }

  /** A task, for one that may know of it. */
  seenBy(number: number, peer: number): ModelTask | undefined {
    const task = this.get(number);
    return task?.principal === peers[peer]?.principal ? task : undefined;
  }

  begin(peer: number): ModelTask {
    const task: ModelTask = {
      number: this.tasks.length,
      principal: peers[peer]?.principal ?? "nobody",
      createdAt: this.now,
      status: "working",
      said: undefined,
      how: undefined,
      asked: [],
      open: new Map(),
      answers: new Map(),
    };
    this.tasks.push(task);
    return task;
  }

  say(number: number, text: string): void {
    const task = this.#alive(number);
    if (task) task.said = text;
  }

  /** A key stands for one question of a call: another by the same is refused to the handler. */
  ask(number: number, key: string, message: string): void {
    const task = this.#alive(number);
    if (!task || task.asked.includes(key)) return;
    task.asked.push(key);
    task.open.set(key, message);
    task.status = "input_required";
  }

  /** The first answer to what is asked is taken, by whomever of its principal. */
  answer(
    number: number,
    peer: number,
    keys: readonly string[],
    mark: string,
  ): void {
    const task = this.#alive(number);
    if (!task || this.seenBy(number, peer) !== task) return;
    for (const key of keys)
      if (task.open.delete(key)) task.answers.set(key, mark);
    task.status = task.open.size > 0 ? "input_required" : "working";
  }

  cancel(number: number, peer: number): void {
    const task = this.#alive(number);
    if (!task || this.seenBy(number, peer) !== task) return;
    task.said = "cancelled by its client";
    this.#end(task, "cancelled");
  }

  end(number: number, how: HandlerEnd): void {
    const task = this.#alive(number);
    if (!task) return;
    task.how = how;
    const said = {
      result: undefined,
      "tool error": "it broke",
      "protocol error": "no",
    };
    task.said = said[how];
    this.#end(task, how === "protocol error" ? "failed" : "completed");
  }

  /** The key of what is asked by a message; undefined where that is not open. */
  keyOf(number: number, message: string): string | undefined {
    const open = [...(this.get(number)?.open ?? [])];
    return open.find(([, asked]) => asked === message)?.[0];
  }

  restart(): void {
    for (const { number } of this.tasks) {
      const task = this.#alive(number);
      if (!task) continue;
      task.said = "The server process ended before the task did";
      this.#end(task, "failed");
    }
  }

  isOver({ status }: ModelTask): boolean {
    return status !== "working" && status !== "input_required";
  }

  #alive(number: number): ModelTask | undefined {
    const task = this.get(number);
    return task && !this.isOver(task) ? task : undefined;
  }

  #end(task: ModelTask, status: ModelTask["status"]): void {
    task.status = status;
    task.open.clear();
  }
}
