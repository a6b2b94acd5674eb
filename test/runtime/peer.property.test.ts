import { afterEach, expect, test, vi } from "vitest";
import { createDialect, offer } from "../../src/runtime/peer/dialect.ts";
import { bindHandlers } from "../../src/runtime/peer/handlers.ts";
import { isObject } from "../../src/runtime/protocol/message.ts";
import type { ProtocolTable } from "../../src/runtime/protocol/revision/protocol-table.ts";
import { Call, type CallState } from "../../src/runtime/peer/call.ts";
import type { Link } from "../../src/runtime/client/link.ts";
import { openLink, startLink } from "../../src/runtime/client/open-link.ts";
import { clientLimits } from "../../src/runtime/protocol/timers/time-limits.ts";
import { legacy, modern } from "./client-tables.ts";
import { Model, type CallSettings, type ModelCall } from "./peer-model.ts";
import { steps, type Step } from "./peer-steps.ts";
import {
  createScript,
  legacyServer,
  modernServer,
  type Script,
} from "./script.ts";
import { fc, runs } from "../support/random.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Hears the id of each request of a call before it is sent. */
function hearIds(call: Call, hear: (id: number) => void): void {
  let state: CallState = call.state;
  Object.defineProperty(call, "state", {
    get: () => state,
    set(next: CallState) {
      state = next;
      if (next.kind === "asking") hear(Number(next.id));
    },
  });
}

/** A handler of the client's that is at work. */
interface Work {
  readonly id: unknown;
  /** The call that waits for it; undefined for a request of the server's. */
  readonly call: ModelCall | undefined;
  readonly finish: (fail: boolean) => void;
  done: boolean;
}

/** A client's session, the scripted server at its other end, and the model of it. */
class Conversation {
  readonly model = new Model();
  readonly script: Script;
  readonly session: Link;
  readonly #outcomes = new Map<ModelCall, string[]>();
  readonly #progressed = new Map<ModelCall, number[]>();
  readonly #aborts = new Map<ModelCall, AbortController>();
  readonly #work: Work[] = [];
  /** How many answers the server has to get. */
  #owed = 0;
  /** What the client tried to send when it could not. */
  sentTooLate = 0;

  static async open(table: ProtocolTable): Promise<Conversation> {
    const conversation = new Conversation(table);
    await openLink(conversation.session, undefined);
    return conversation;
  }

  private constructor(table: ProtocolTable) {
    const { revision } = table;
    this.model.isOwed = () =>
      !this.#stateless && this.#work.some(({ done }) => !done);
    const react =
      table.lifecycle === "stateless"
        ? modernServer([revision])
        : legacyServer(revision);
    this.script = createScript((message, script) => {
      if (message.method === "server/discover") react(message, script);
      if (message.method === "initialize") react(message, script);
    });
    const { send } = this.script;
    this.script.send = (message) => {
      if (!this.script.open) this.sentTooLate++;
      send(message);
    };
    const dialect = createDialect({ table }, "client", { info: {} });
    const handlers = {
      listRoots: (_: unknown, { id }: { id: unknown }) => this.#handle(id),
    };
    offer(dialect, [{ handlers: bindHandlers(table, handlers) }]);
    this.session = startLink(
      this.script,
      {
        dialects: [dialect],
        logLevel: undefined,
        probeTimeout: 1_000,
        limits: clientLimits,
        keepAlive: undefined,
        createPeer: () => ({}),
        onError() {},
      },
      { last: 0 },
    );
  }

  get #stateless(): boolean {
    return this.session.lifecycle.table.lifecycle === "stateless";
  }

  #handle(id: unknown): Promise<object> {
    return new Promise((resolve, reject) => {
      const finish = (fail: boolean): void =>
        fail ? reject(new Error("no roots")) : resolve({ roots: [] });
      const call =
        id === undefined
          ? this.model.calls.findLast(
              (one) =>
                one.state === "asked" &&
                !this.#work.some((work) => !work.done && work.call === one),
            )
          : undefined;
      this.#work.push({ id, call, finish, done: false });
    });
  }

  async play(step: Step): Promise<void> {
    this.#do(step);
    await vi.advanceTimersByTimeAsync(0);
  }

  #do(step: Step): void {
    switch (step.do) {
      case "call":
        return this.#call(step.settings);
      case "answer":
        return this.#answer(step);
      case "progress":
        return this.#progress(step.nth, step.progress);
      case "abort":
        return this.#abort(step.nth);
      case "advance":
        return this.#advance(step.milliseconds);
      case "request":
        return this.#request(step.id);
      case "takeBack":
        return this.#takeBack(step.id);
      case "handle":
        return this.#finish(step.nth, step.fail);
      case "close":
        return this.#close(step.how);
      default:
        return step satisfies never;
    }
  }

  #call(settings: CallSettings): void {
    const { connection, lifecycle } = this.session;
    const { outgoing: sender, transport } = connection;
    const controller = new AbortController();
    const seen: number[] = [];
    const outcomes: string[] = [];
    let id = 0;
    const sent = new Call(
      {
        method: "tools/call",
        params: { name: "a" },
        options: {
          timeout: settings.timeout,
          totalTimeout: settings.totalTimeout,
          signal: controller.signal,
          ...(settings.progress && {
            onProgress: ({ progress }: { progress: number }) =>
              seen.push(progress),
          }),
        },
        exchange: lifecycle.outgoing(),
      },
      transport,
    );
    hearIds(sent, (asked) => {
      if (id === 0) id = asked;
      else this.model.repeat(call, asked);
    });
    sender.ask(sent);
    const call = this.model.call(id, settings);
    this.#aborts.set(call, controller);
    this.#progressed.set(call, seen);
    this.#outcomes.set(call, outcomes);
    sent.done.then(
      () => outcomes.push("result"),
      (error: unknown) =>
        outcomes.push(
          isObject(error) ? String(error["kind"]) : "no error at all",
        ),
    );
  }

  #nthCall(index: number): ModelCall | undefined {
    return this.model.calls.at(-1 - (index % (this.model.calls.length || 1)));
  }

  #answer(step: Extract<Step, { do: "answer" }>): void {
    const call = this.#nthCall(step.nth);
    if (!call) return;
    const ids = { right: call.id, text: String(call.id), unknown: 1_000_000 };
    const id = ids[step.id];
    const bodies = {
      result: { result: { content: [] } },
      invalid: { result: { resultType: "another" } },
      error: { error: { code: 7, message: "no" } },
      both: { result: { content: [] }, error: { code: 7, message: "no" } },
      input: {
        result: {
          resultType: "input_required",
          inputRequests: { r: { method: "roots/list" } },
          requestState: "s",
        },
      },
    };
    // Before the handlers are called, which look for the call that asked.
    if (step.id !== "unknown") this.#expectAnswer(call, step.with);
    for (let time = 0; time < step.times; time++)
      this.script.receive({ jsonrpc: "2.0", id, ...bodies[step.with] });
  }

  #expectAnswer(call: ModelCall, kind: keyof typeof outcomeOf): void {
    if (kind === "input" && this.#stateless) this.model.askInput(call);
    else this.model.answer(call, outcomeOf[kind]);
  }

  #progress(index: number, progress: number): void {
    const call = this.#nthCall(index);
    if (!call) return;
    const params = { progressToken: call.id, progress };
    this.script.notify("notifications/progress", params);
    if (this.model.open) this.model.progress(call, progress);
  }

  #abort(index: number): void {
    const call = this.#nthCall(index);
    if (!call) return;
    this.model.abandon(call, "cancelled");
    this.#aborts.get(call)?.abort("enough");
  }

  #advance(milliseconds: number): void {
    this.model.advance(milliseconds);
    vi.advanceTimersByTime(milliseconds);
  }

  /**
   * The server asks the client, perhaps with an id that is in use. Without a
   * handshake it may not, and hears nothing.
   */
  #request(id: number): void {
    if (this.model.open && !this.#stateless) this.#owed++;
    this.script.receive({ jsonrpc: "2.0", id, method: "roots/list" });
  }

  #takeBack(id: number): void {
    this.script.notify("notifications/cancelled", { requestId: id });
    const work = this.#work.find((one) => one.id === id && !one.done);
    if (!work || !this.model.open) return;
    // Its handler may go on, but nobody hears what it makes.
    this.#owed--;
    work.done = true;
    work.finish(false);
  }

  #finish(index: number, fail: boolean): void {
    const open = this.#work.filter(({ done }) => !done);
    const work = open[index % (open.length || 1)];
    if (!work) return;
    work.done = true;
    const { call } = work;
    if (call?.state === "asked" && fail) this.model.end(call, "cancelled");
    work.finish(fail);
  }

  #close(how: "die" | "end" | "close"): void {
    // What is at work now is answered no more.
    if (this.model.open)
      this.#owed -= this.#work.filter(
        ({ id, done }) => id !== undefined && !done,
      ).length;
    if (how === "die") this.script.die();
    else if (how === "end") this.script.end();
    else void this.session.connection.close();
    this.model.close();
  }

  /** Lets everything come to its end, and compares it with the model. */
  async check(): Promise<void> {
    const sent = [...this.script.sent];
    await this.play({ do: "close", how: "die" });
    for (const work of this.#work) work.finish(false);
    await vi.advanceTimersByTimeAsync(0);
    const { outgoing, incoming: served } = this.session.connection;
    const sender = { calls: outgoing.pending };
    expect([sender.calls.size, served.inFlight.size]).toEqual([0, 0]);
    expect(vi.getTimerCount()).toBe(0);
    expect(this.sentTooLate).toBe(0);
    for (const [call, outcomes] of this.#outcomes)
      expect(outcomes).toEqual([call.outcome]);
    for (const [call, seen] of this.#progressed)
      expect(seen).toEqual(call.progressed);
    const takenBack = sent
      .filter(({ method }) => method === "notifications/cancelled")
      .map(({ params }) => params?.["requestId"]);
    expect(takenBack.sort()).toEqual(this.model.takenBack.sort());
    const answers = sent.filter(({ method }) => method === undefined);
    expect(answers).toHaveLength(this.#owed);
    const ids = sent
      .filter(({ id, method }) => id !== undefined && method !== undefined)
      .map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
}

const outcomeOf = {
  result: "result",
  invalid: "invalid",
  error: "protocol",
  both: "invalid",
  // Where there is no such answer it lacks what a result has.
  input: "invalid",
} as const;

test.each([
  ["with a handshake", legacy("1")],
  ["without a handshake", modern("3")],
])("every call ends exactly once, and as it should, %s", async (_, table) => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "performance"],
  });
  await fc.assert(
    fc.asyncProperty(steps, async (conversation) => {
      const one = await Conversation.open(table);
      for (const step of conversation) await one.play(step);
      await one.check();
    }),
    { numRuns: runs(1_000) },
  );
});
