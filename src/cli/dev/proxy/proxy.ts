import { excerpt } from "../../../runtime/protocol/errors.ts";
import {
  Conversation,
  differences,
  withListChanges,
  type Replay,
} from "./conversation.ts";
import { HeldLines } from "./held-lines.ts";
import {
  isId,
  keyOf,
  messageOf,
  readLine,
  type Fields,
  type Message,
  type MessageId,
} from "./message.ts";

/** Where a proxy sends what it has read. Lines are without their line feed. */
export interface ProxyOutput {
  toClient(line: string): void;
  toServer(line: string): void;
  /** Something for who watches. */
  note(text: string): void;
}

type State =
  | { kind: "running" }
  /** The server ends, or the next one starts. */
  | { kind: "holding" }
  /** The next server is told what its client had settled. */
  | { kind: "replaying"; replay: Replay; waiting: Set<string> }
  /** The server is gone, and none starts until a file changes. */
  | { kind: "down"; reason: string };

/** Requests that change nothing: whoever asked still waits, and they are repeated. */
const repeatable =
  /^(ping|initialize|server\/discover|subscriptions\/listen|completion\/complete|(tools|prompts|resources|resources\/templates)\/list|resources\/read|prompts\/get)$/;

/** The most characters to note of a line that is not a message. */
const maxPrinted = 2_000;

/** The id of the handshake that no client sees. */
const handshakeId = "mcp-gen-dev-initialize";

/**
 * Stands between a client and a server that is started anew from time to time. Each
 * server hears the handshake that the client had with the first; messages pass unchanged
 * but for the ids of a server's requests, which would begin again with each.
 */
export class Proxy {
  readonly #output: ProxyOutput;
  readonly #conversation = new Conversation();
  /** Requests of the client that have no answer yet. */
  readonly #pending = new Map<string, { value: Fields; method: string }>();
  /** Requests of the server, by the ids that the client sees. */
  readonly #asked = new Map<string, MessageId>();
  readonly #held = new HeldLines();
  #state: State = { kind: "holding" };
  #nextId = 1;
  #servers = 0;
  #hasClient = false;

  constructor(output: ProxyOutput) {
    this.#output = output;
  }

  /** How many requests of the client have no answer yet, but for those that listen. */
  get pending(): number {
    const all = [...this.#pending.values()];
    return all.filter(({ method }) => method !== "subscriptions/listen").length;
  }

  /** Whether the client has said anything yet. */
  get hasClient(): boolean {
    return this.#hasClient;
  }

  fromClient(line: string): void {
    this.#hasClient = true;
    const state = this.#state;
    if (state.kind === "down") this.#refuse(line, state.reason);
    else if (state.kind === "running") this.#toServer(line);
    else if (!this.#held.add(line))
      this.#refuse(line, "Too much waits for a server that starts");
  }

  fromServer(line: string): void {
    const read = readLine(line);
    if (read.kind !== "messages") {
      if (read.kind === "excess")
        this.#output.note(`The server sent a message that ${read.reason}`);
      else if (line.trim() !== "")
        this.#output.note(`The server printed: ${excerpt(line, maxPrinted)}`);
      return;
    }
    const passed = pass(line, read, (value) => this.#inward(value));
    if (passed !== undefined) this.#output.toClient(passed);
  }

  /** The server is asked to end: what the client says waits for the next one. */
  hold(): void {
    this.#state = { kind: "holding" };
  }

  /** The server is gone, and why; whether the next one starts, or waits for a change. */
  gone(reason: string, next: "starts" | "waits"): void {
    for (const id of this.#asked.keys())
      this.#tell("notifications/cancelled", { requestId: parsed(id), reason });
    this.#asked.clear();
    if (next === "waits") {
      this.#down(reason);
      return;
    }
    this.#state = { kind: "holding" };
    for (const [key, { method }] of this.#pending) {
      if (repeatable.test(method)) continue;
      this.#pending.delete(key);
      this.#fail(parsed(key), reason);
    }
  }

  /** The next server takes messages. */
  started(): void {
    this.#servers += 1;
    const replay = this.#conversation.replay();
    if (!replay) {
      this.#resume();
      return;
    }
    const waiting = new Set([keyOf(handshakeId)]);
    this.#state = { kind: "replaying", replay, waiting };
    this.#forward({ ...replay.request, id: handshakeId });
  }

  #toServer(line: string): void {
    const read = readLine(line);
    // What is no message is the server's to answer.
    const passed =
      read.kind !== "messages"
        ? line
        : pass(line, read, (value) => this.#outward(value));
    if (passed !== undefined) this.#output.toServer(passed);
  }

  /** What the server gets of a client's message; undefined of what is for one that is gone. */
  #outward(value: Fields): Fields | undefined {
    const message = messageOf(value);
    if (message === undefined) return value;
    switch (message.kind) {
      case "request": {
        const { id, method } = message;
        this.#pending.set(keyOf(id), { value, method });
        return value;
      }
      case "notification":
        return this.#outwardNotice(value, message);
      case "answer": {
        const id = this.#asked.get(keyOf(message.id));
        this.#asked.delete(keyOf(message.id));
        return id === undefined ? undefined : { ...value, id };
      }
      default: {
        const never: never = message;
        return never;
      }
    }
  }

  #outwardNotice(
    value: Fields,
    { method, params }: Extract<Message, { kind: "notification" }>,
  ): Fields | undefined {
    if (method === "notifications/initialized")
      this.#conversation.initialized(value);
    const id = params["requestId"];
    if (method !== "notifications/cancelled" || !isId(id)) return value;
    this.#conversation.forget(id);
    return this.#pending.delete(keyOf(id)) ? value : undefined;
  }

  /** What the client gets of a server's message; undefined of what it knows already. */
  #inward(value: Fields): Fields | undefined {
    const message = messageOf(value);
    if (message === undefined) return value;
    switch (message.kind) {
      case "request": {
        const id = `mcp-gen-dev-${this.#nextId++}`;
        this.#asked.set(keyOf(id), message.id);
        return { ...value, id };
      }
      case "notification":
        return this.#inwardNotice(value, message);
      case "answer":
        return this.#inwardAnswer(value, message);
      default: {
        const never: never = message;
        return never;
      }
    }
  }

  #inwardNotice(
    value: Fields,
    { method, params }: Extract<Message, { kind: "notification" }>,
  ): Fields | undefined {
    if (method === "notifications/subscriptions/acknowledged")
      return this.#conversation.acknowledged(params) ? undefined : value;
    if (method !== "notifications/cancelled") return value;
    const own = [...this.#asked].find(([, id]) => id === params["requestId"]);
    if (!own) return undefined;
    this.#asked.delete(own[0]);
    return { ...value, params: { ...params, requestId: parsed(own[0]) } };
  }

  #inwardAnswer(
    value: Fields,
    { id, result }: Extract<Message, { kind: "answer" }>,
  ): Fields | undefined {
    const state = this.#state;
    if (state.kind === "replaying" && state.waiting.delete(keyOf(id))) {
      if (id === handshakeId) this.#greeted(state, value, result);
      else if (state.waiting.size === 0) this.#resume();
      return undefined;
    }
    const request = this.#pending.get(keyOf(id));
    this.#pending.delete(keyOf(id));
    if (!request) return value;
    this.#conversation.forget(id);
    if (result === undefined) return value;
    const isHandshake = request.method === "initialize";
    const told = isHandshake ? withListChanges(result) : result;
    this.#conversation.settle(request.value, request.method, told);
    return isHandshake ? { ...value, result: told } : value;
  }

  /** The next server has answered the handshake, which its client has behind it. */
  #greeted(
    { replay, waiting }: Extract<State, { kind: "replaying" }>,
    value: Fields,
    result: Fields | undefined,
  ): void {
    if (result === undefined) {
      const error = JSON.stringify(value["error"]).slice(0, 300);
      this.#output.note(`The server refuses the handshake: ${error}`);
      this.#down("The server refuses the handshake that it took before");
      return;
    }
    for (const difference of differences(replay.result, result))
      this.#output.note(
        `${difference}, which its client hears of when it connects again`,
      );
    for (const next of replay.after) {
      if (messageOf(next)?.kind === "notification") {
        this.#forward(next);
        continue;
      }
      const id = `mcp-gen-dev-${this.#nextId++}`;
      waiting.add(keyOf(id));
      this.#forward({ ...next, id });
    }
    if (waiting.size === 0) this.#resume();
  }

  /** The client's requests go on, and it hears that lists may have changed. */
  #resume(): void {
    this.#state = { kind: "running" };
    for (const { value } of this.#pending.values()) this.#forward(value);
    const changes = this.#servers > 1 ? this.#conversation.changes() : [];
    for (const change of changes) this.#output.toClient(JSON.stringify(change));
    for (const line of this.#held.take()) this.fromClient(line);
  }

  #down(reason: string): void {
    this.#state = { kind: "down", reason };
    for (const key of this.#pending.keys()) this.#fail(parsed(key), reason);
    this.#pending.clear();
    for (const line of this.#held.take()) this.#refuse(line, reason);
  }

  /** Answers what wants an answer; the rest is lost. */
  #refuse(line: string, reason: string): void {
    const read = readLine(line);
    if (read.kind !== "messages") return;
    for (const value of read.values) {
      const message = messageOf(value);
      if (message?.kind === "request") this.#fail(message.id, reason);
    }
  }

  #forward(value: Fields): void {
    this.#output.toServer(JSON.stringify(value));
  }

  #tell(method: string, params: Fields): void {
    this.#output.toClient(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  #fail(id: MessageId, message: string): void {
    const error = { code: -32603, message };
    this.#output.toClient(JSON.stringify({ jsonrpc: "2.0", id, error }));
  }
}

/** A line as it was, where nothing in it changes; undefined where nothing is left. */
function pass(
  line: string,
  { isBatch, values }: { isBatch: boolean; values: readonly Fields[] },
  change: (value: Fields) => Fields | undefined,
): string | undefined {
  const changed = values.map(change);
  if (changed.every((value, index) => value === values[index])) return line;
  const left = changed.filter((value) => value !== undefined);
  if (left.length === 0) return undefined;
  return JSON.stringify(isBatch ? left : left[0]);
}

/** An id from its key. */
function parsed(key: string): MessageId {
  // Keys are made of ids alone.
  return JSON.parse(key) as MessageId;
}
