import { afterEach, expect, test, vi } from "vitest";
import type { UntypedCaller } from "../../src/runtime/peer/caller.ts";
import { createDialect, offer } from "../../src/runtime/peer/dialect.ts";
import { bindHandlers } from "../../src/runtime/peer/handlers.ts";
import { isObject } from "../../src/runtime/protocol/message.ts";
import type { ProtocolTable } from "../../src/runtime/protocol/revision/protocol-table.ts";
import type { HandlerContext as RequestContext } from "../../src/runtime/peer/handler-context.ts";
import { ServerLink as ServerSession } from "../../src/runtime/server/link.ts";
import { metaKeys } from "../../src/runtime/protocol/meta-keys.ts";
import { serverLimits } from "../../src/runtime/protocol/timers/time-limits.ts";
import { legacy, modern } from "./client-tables.ts";
import { steps, type Step } from "./peer-server-steps.ts";
import { createScript, type Script, type Sent } from "./script.ts";
import { fc, runs } from "../support/random.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** A request of the client's, and the handler that is at work on it. */
interface Work {
  readonly id: number;
  readonly token: string | undefined;
  readonly context: RequestContext;
  readonly finish: (how: "result" | "error" | "nonsense") => void;
  state: "working" | "cancelled" | "done";
  readonly progressed: number[];
}

/** A call of the server's own. */
interface OwnCall {
  readonly request: Sent;
  readonly outcomes: string[];
  expected: string | undefined;
  readonly deadline: number;
}

class Conversation {
  readonly script: Script = createScript();
  readonly #session: ServerSession;
  readonly #stateless: boolean;
  readonly #revision: string;
  readonly #work: Work[] = [];
  readonly #asked: OwnCall[] = [];
  /** `ending` once the client will ask no more. */
  #state: "open" | "ending" | "closed" = "open";
  #time = 0;
  #requests = 0;
  /** How many answers each id has to get. */
  readonly #owed = new Map<number, number>();
  #sentTooLate = 0;

  constructor(table: ProtocolTable) {
    this.#revision = table.revision;
    this.#stateless = table.lifecycle === "stateless";
    const { send } = this.script;
    this.script.send = (message) => {
      if (!this.script.open) this.#sentTooLate++;
      send(message);
    };
    const dialect = createDialect({ table }, "server", { info: {} });
    const callTool = (_: unknown, context: RequestContext): unknown =>
      this.#handle(context);
    offer(dialect, [{ handlers: bindHandlers(table, { callTool }) }]);
    this.#session = new ServerSession(this.script, {
      served: [{ table, dialect, refresh() {} }],
      run: ({ handler }, context) => handler(context.params, context),
      createPeer: ({ request, notify }: UntypedCaller) => ({ request, notify }),
      onError() {},
      limits: serverLimits,
      keepAlive: undefined,
    });
    if (!this.#stateless) this.#shakeHands();
  }

  #shakeHands(): void {
    const params = {
      protocolVersion: this.#revision,
      capabilities: { roots: {} },
      clientInfo: {},
    };
    const id = "init";
    this.script.receive({ jsonrpc: "2.0", id, method: "initialize", params });
    this.script.notify("notifications/initialized");
  }

  #handle(context: RequestContext): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { progressToken } = context.meta;
      this.#work.push({
        id: Number(context.id),
        token: progressToken === undefined ? undefined : String(progressToken),
        context,
        finish: (how) => {
          if (how === "error") reject(new Error("broken"));
          else resolve(how === "result" ? { content: [] } : 5);
        },
        state: "working",
        progressed: [],
      });
    });
  }

  async play(step: Step): Promise<void> {
    this.#do(step);
    await vi.advanceTimersByTimeAsync(0);
  }

  #do(step: Step): void {
    switch (step.do) {
      case "request":
        return this.#request(step.id, step.token);
      case "cancel":
        return this.#cancel(step.id);
      case "finish":
        return this.#finish(step.nth, step.how);
      case "progress":
        return this.#progress(step.nth, step.progress);
      case "ask":
        return this.#ask(step.nth);
      case "answer":
        return this.#answer(step);
      case "advance":
        return this.#advance(step.milliseconds);
      case "close":
        return this.#close(step.how);
      default:
        return step satisfies never;
    }
  }

  #request(id: number, token: boolean): void {
    if (this.#state !== "open") return;
    this.#owed.set(id, (this.#owed.get(id) ?? 0) + 1);
    const meta = {
      ...(token && { progressToken: `t${this.#requests++}` }),
      ...(this.#stateless && {
        [metaKeys.protocolVersion]: this.#revision,
        [metaKeys.clientCapabilities]: {},
      }),
    };
    const params = { name: "a", _meta: meta };
    this.script.receive({ jsonrpc: "2.0", id, method: "tools/call", params });
  }

  #cancel(id: number): void {
    if (this.#state !== "open") return;
    this.script.notify("notifications/cancelled", { requestId: id });
    const work = this.#work.find(
      (one) => one.id === id && one.state === "working",
    );
    if (work) this.#forget(work);
  }

  /** Nobody waits for what the handler makes. */
  #forget(work: Work): void {
    work.state = "cancelled";
    this.#owed.set(work.id, (this.#owed.get(work.id) ?? 0) - 1);
    expect(work.context.signal.aborted).toBe(true);
    // A well-behaved handler stops.
    work.finish("error");
  }

  #nth<Item>(items: readonly Item[], index: number): Item | undefined {
    return items[index % (items.length || 1)];
  }

  #finish(index: number, how: "result" | "error" | "nonsense"): void {
    const working = this.#work.filter(({ state }) => state === "working");
    const work = this.#nth(working, index);
    if (!work) return;
    work.state = "done";
    work.finish(how);
    if (this.#state === "ending" && working.length === 1) this.#shut();
  }

  /** Also of requests that are over, which must not be heard of. */
  #progress(index: number, progress: number): void {
    const work = this.#nth(this.#work, index);
    if (!work) return;
    work.context.progress(progress);
    const heard = work.token !== undefined && work.state === "working";
    if (heard && progress > (work.progressed.at(-1) ?? -Infinity))
      work.progressed.push(progress);
  }

  #ask(index: number): void {
    const work = this.#nth(
      this.#work.filter(({ state }) => state === "working"),
      index,
    );
    if (!work || this.#stateless || this.#state !== "open") return;
    const outcomes: string[] = [];
    const peer = work.context.peer as UntypedCaller;
    const own: OwnCall = {
      get request() {
        return sent() ?? {};
      },
      outcomes,
      expected: undefined,
      deadline: this.#time + 50,
    };
    const position = this.#asked.push(own) - 1;
    const sent = (): Sent | undefined =>
      this.script.sent.filter(({ method }) => method === "roots/list")[
        position
      ];
    peer.request("roots/list", undefined, { timeout: 50 }).then(
      () => outcomes.push("result"),
      (error: unknown) =>
        outcomes.push(isObject(error) ? String(error["kind"]) : "?"),
    );
  }

  #answer(step: Extract<Step, { do: "answer" }>): void {
    const own = this.#nth(this.#asked, step.nth);
    if (!own || this.#state !== "open") return;
    own.expected ??= {
      result: "result",
      error: "protocol",
      invalid: "invalid",
    }[step.with];
    const bodies = {
      result: { result: { roots: [] } },
      error: { error: { code: 7, message: "no" } },
      invalid: { result: {} },
    };
    const { id } = own.request;
    for (let time = 0; time < step.times; time++)
      this.script.receive({ jsonrpc: "2.0", id, ...bodies[step.with] });
  }

  #advance(milliseconds: number): void {
    this.#time += milliseconds;
    for (const own of this.#asked)
      if (own.deadline <= this.#time) own.expected ??= "timeout";
    vi.advanceTimersByTime(milliseconds);
  }

  #close(how: "die" | "end" | "close"): void {
    if (this.#state === "closed") return;
    for (const own of this.#asked) own.expected ??= "transport";
    if (how === "end") {
      if (this.#state === "ending") return;
      this.script.end();
      this.#state = "ending";
      if (!this.#work.some(({ state }) => state === "working")) this.#shut();
      return;
    }
    if (how === "die") this.script.die();
    else void this.#session.connection.close();
    this.#shut();
  }

  #shut(): void {
    this.#state = "closed";
    for (const work of this.#work)
      if (work.state === "working") this.#forget(work);
  }

  async check(): Promise<void> {
    await this.play({ do: "close", how: "die" });
    const { outgoing, incoming: served } = this.#session.connection;
    const sender = { calls: outgoing.pending };
    expect([sender.calls.size, served.inFlight.size]).toEqual([0, 0]);
    expect(vi.getTimerCount()).toBe(0);
    expect(this.#sentTooLate).toBe(0);
    expect(this.script.open).toBe(false);
    for (const { outcomes, expected } of this.#asked)
      expect(outcomes).toEqual([expected]);
    const { sent } = this.script;
    for (const [id, owed] of this.#owed) {
      const answers = sent.filter(
        (message) => message.id === id && message.method === undefined,
      );
      expect(answers).toHaveLength(owed);
    }
    for (const { token, progressed } of this.#work) {
      const told = sent.filter(
        ({ params }) => params?.["progressToken"] === token,
      );
      if (token !== undefined)
        expect(told.map(({ params }) => params?.["progress"])).toEqual(
          progressed,
        );
    }
  }
}

test.each([
  ["with a handshake", legacy("1")],
  ["without a handshake", modern("3")],
])(
  "every request of a client has one answer, and every call of the server one end, %s",
  async (_, table) => {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "performance"],
    });
    await fc.assert(
      fc.asyncProperty(steps, async (conversation) => {
        const one = new Conversation(table);
        await vi.advanceTimersByTimeAsync(0);
        for (const step of conversation) await one.play(step);
        await one.check();
      }),
      { numRuns: runs(1_000) },
    );
  },
);
