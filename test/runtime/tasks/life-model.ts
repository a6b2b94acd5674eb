/** A step in the lives of the tasks of one store. Tasks and keys are told by small numbers. */
export type Step =
  | {
      readonly kind: "create";
      readonly task: number;
      readonly ttl: number | null;
    }
  | { readonly kind: "say"; readonly task: number; readonly text: string }
  | { readonly kind: "ask"; readonly task: number; readonly key: string }
  | {
      readonly kind: "answer";
      readonly task: number;
      readonly keys: readonly string[];
      readonly by: number;
    }
  | { readonly kind: "withdraw"; readonly task: number; readonly key: string }
  | { readonly kind: "end"; readonly task: number; readonly how: End }
  | { readonly kind: "remove"; readonly task: number }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "restart" };

/** A step that changes one task that there is. */
export type Change = Extract<
  Step,
  { kind: "say" | "ask" | "answer" | "withdraw" | "end" }
>;

/** How a task ends. */
export type End = "completed" | "failed" | "cancelled";

/** A task as this model knows it: said anew, and without what is under test. */
export interface ModelTask {
  readonly taskId: string;
  readonly owner: string | undefined;
  readonly createdAt: number;
  readonly ttl: number | null;
  status: End | "working" | "input_required";
  said: string | undefined;
  readonly asked: Set<string>;
  readonly used: Set<string>;
  /** By whom each key was answered. */
  readonly answers: Map<string, number>;
}

const owners = ["ann", "bob", undefined] as const;

/** Whose the task of a number is. */
export function ownerOf(task: number): string | undefined {
  return owners[task % owners.length];
}

export function nameOf(task: number): string {
  return `task-${task}`;
}

/** What tasks there are, and what they are. */
export class LifeModel {
  readonly tasks = new Map<string, ModelTask>();
  now: number;

  constructor(now: number) {
    this.now = now;
  }

  get(taskId: string): ModelTask | undefined {
    const task = this.tasks.get(taskId);
    if (!task || task.ttl === null) return task;
    return this.now < task.createdAt + task.ttl ? task : undefined;
  }

  of(owner: string | undefined): ModelTask[] {
    return [...this.tasks.values()]
      .filter((task) => task.owner === owner && this.get(task.taskId))
      .sort(
        (one, other) =>
          one.createdAt - other.createdAt ||
          (one.taskId < other.taskId ? -1 : 1),
      );
  }

  /** False where a task of that name is there. */
  create(number: number, ttl: number | null): boolean {
    const taskId = nameOf(number);
    if (this.get(taskId)) return false;
    this.tasks.set(taskId, {
      taskId,
      owner: ownerOf(number),
      createdAt: this.now,
      ttl,
      status: "working",
      said: undefined,
      asked: new Set(),
      used: new Set(),
      answers: new Map(),
    });
    return true;
  }

  /** Says what a change does: nothing for a task that is not there, or has ended. */
  change(step: Change): "refused" | "done" {
    const task = this.get(nameOf(step.task));
    if (!task || isEnd(task.status)) return "done";
    switch (step.kind) {
      case "say":
        task.said = step.text;
        return "done";
      case "ask":
        if (task.used.has(step.key)) return "refused";
        task.used.add(step.key);
        task.asked.add(step.key);
        break;
      case "answer":
        for (const key of step.keys)
          if (task.asked.delete(key)) task.answers.set(key, step.by);
        break;
      case "withdraw":
        task.asked.delete(step.key);
        break;
      case "end":
        this.#end(task, step.how);
        return "done";
    }
    task.status = task.asked.size > 0 ? "input_required" : "working";
    return "done";
  }

  /** Another process begins: what was unfinished fails. Gives the names of that. */
  restart(): string[] {
    const left = [...this.tasks.values()].filter(
      (task) => this.get(task.taskId) && !isEnd(task.status),
    );
    for (const task of left) this.#end(task, "failed");
    return left.map(({ taskId }) => taskId);
  }

  #end(task: ModelTask, how: End): void {
    task.status = how;
    task.said = how === "completed" ? undefined : `it ${how}`;
    task.asked.clear();
    task.answers.clear();
  }
}

export function isEnd(status: ModelTask["status"]): status is End {
  return status !== "working" && status !== "input_required";
}
