import { vi } from "vitest";
import {
  ProtocolError,
  ToolError,
} from "../../../../src/runtime/protocol/errors.ts";
import { isOver } from "../../../../src/runtime/tasks/life.ts";
import type { TaskRecord } from "../../../../src/runtime/tasks/record.ts";
import { memoryTaskStore } from "../../../../src/runtime/tasks/store/memory.ts";
import type { TaskStore } from "../../../../src/runtime/tasks/store/store.ts";
import type { Fields } from "../../questions.ts";
import { LivesPeer } from "./lives-peer.ts";
import { peers, ttl, type HandlerEnd } from "./lives-model.ts";
import { serverOf, type TaskContext } from "./server.ts";

/** A handler at work, which does what it is told. */
interface Puppet {
  readonly context: TaskContext;
  /** Ends it. */
  readonly end: (how: HandlerEnd) => void;
  /** The marks of the answers that it got, by what it asked: each comes once. */
  readonly got: Fields[];
}

/** Servers, one after another, on one store that outlives them, and their clients. */
export class LivesWorld {
  readonly #inner = memoryTaskStore();
  #puppets = new Map<number, Puppet>();
  peers: LivesPeer[] = [];
  /** The name of each task. */
  readonly names: string[] = [];
  /** How often each task has ended. */
  readonly ends = new Map<string, number>();

  /** What was before goes on by itself: nobody hears of it. */
  start(): void {
    this.#puppets = new Map();
    const server = serverOf(
      (args, context) => this.#work(args, context),
      { store: this.#survivor(), ttl, maxTtl: ttl },
      { onError() {} },
    );
    this.peers = peers.map(
      ({ principal, isCore }) => new LivesPeer(server, principal, isCore),
    );
  }

  peer(number: number): LivesPeer {
    const peer = this.peers[number];
    if (!peer) throw new Error(`there is no peer ${number}`);
    return peer;
  }

  puppet(task: number): Puppet | undefined {
    return this.#puppets.get(task);
  }

  /** Tells how far a task is, as its handler does. */
  async say(task: number, text: string): Promise<void> {
    const puppet = this.#puppets.get(task);
    (await puppet?.context.task())?.say(text);
  }

  /** Asks as the handler of a task does. */
  pose(task: number, key: string, message: string): void {
    const puppet = this.#puppets.get(task);
    puppet?.context.elicit(key, form(message)).then(
      (answer) => puppet.got.push(answer),
      () => {},
    );
  }

  async #work(args: Fields, context: TaskContext): Promise<unknown> {
    const { number, obeys } = args as { number: number; obeys: boolean };
    const how = await new Promise<HandlerEnd>((resolve, reject) => {
      this.#puppets.set(number, { context, end: resolve, got: [] });
      if (obeys)
        context.signal.addEventListener("abort", () =>
          reject(context.signal.reason),
        );
    });
    switch (how) {
      case "result":
        return `done ${number}`;
      case "tool error":
        throw new ToolError("it broke");
      case "protocol error":
        throw new ProtocolError(-32000, "no");
    }
  }

  /** The store, as the next process has it. */
  #survivor(): TaskStore {
    const inner = this.#inner;
    return {
      create: (task) => inner.create(task),
      read: (taskId) => inner.read(taskId),
      list: (owner, page) => inner.list(owner, page),
      remove: (taskId) => inner.remove(taskId),
      watch: (taskId, hear) => inner.watch(taskId, hear),
      update: (taskId, change) =>
        inner.update(taskId, (before) => {
          const after = change(before);
          if (after) this.#count(before, after);
          return after;
        }),
      async open() {
        const pages = ["ann", "bob"].map((owner) =>
          inner.list(owner, { limit: 1_000 }),
        );
        const all = (await Promise.all(pages)).flatMap(({ tasks }) => tasks);
        return all.filter((task) => !isOver(task));
      },
    };
  }

  #count(before: TaskRecord, after: TaskRecord): void {
    // Also a change of what has ended is one end too many.
    if (!isOver(before) && !isOver(after)) return;
    this.ends.set(after.taskId, (this.ends.get(after.taskId) ?? 0) + 1);
  }
}

/** Time enough for all that is under way; time goes by. */
export async function beat(): Promise<void> {
  await vi.advanceTimersByTimeAsync(150);
}

/** A question that is known by its message, and an answer that is known by its mark. */
const form = (message: string): Fields => ({
  message,
  requestedSchema: {
    type: "object",
    properties: { mark: { type: "string" } },
  },
});

export const answerOf = (mark: string): Fields => ({
  action: "accept",
  content: { mark },
});
