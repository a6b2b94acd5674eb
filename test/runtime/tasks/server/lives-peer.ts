import { createMemoryPair } from "../../../../src/runtime/peer/memory.ts";
import type { Transport } from "../../../../src/runtime/peer/transport.ts";
import type { Server } from "../../../../src/runtime/server/create-server.ts";
import type { Fields } from "../../questions.ts";
import {
  initializeAs,
  modernRequest,
  newestHandshake,
  notification,
  request,
} from "../../revisions.ts";
import { tasksId } from "./tasks-rows.ts";

const askable = { elicitation: {} };

/** What a peer sends its requests by: its principal is proved. */
export class LivesPeer {
  readonly isCore: boolean;
  readonly #transport: Transport;
  readonly #answers = new Map<unknown, Fields>();
  #lastId = 0;
  /** What the server asks of it, and was not answered yet. */
  readonly asked: Fields[] = [];

  constructor(server: Server, principal: string, isCore: boolean) {
    const [near, far] = createMemoryPair();
    server.connect(Object.assign(far, { principal }));
    this.#transport = near;
    this.isCore = isCore;
    near.start({
      message: (message) => this.#hear(message as Fields),
      unreadable() {},
      ended() {},
      closed() {},
    });
    if (!isCore) return;
    near.send(initializeAs(newestHandshake, askable) as never);
    near.send(notification("notifications/initialized") as never);
  }

  /** Sends a request, and gives its id. */
  send(method: string, params: Fields = {}): number {
    const id = ++this.#lastId;
    const capabilities = { ...askable, extensions: { [tasksId]: {} } };
    const message = this.isCore
      ? request(id, method, params)
      : modernRequest(id, method, params, capabilities);
    this.#transport.send(message as never);
    return id;
  }

  /** The answer to a request, if it has come. */
  answerTo(id: number): Fields | undefined {
    return this.#answers.get(id);
  }

  /** Answers what the server asked. */
  reply({ id }: Fields, result: Fields): void {
    this.#transport.send({ jsonrpc: "2.0", id, result } as never);
  }

  /** Calls the tool as a task. */
  begin(args: Fields): number {
    const params = { name: "work", arguments: args };
    return this.send(
      "tools/call",
      this.isCore ? { ...params, task: { ttl: 60_000 } } : params,
    );
  }

  #hear(message: Fields): void {
    if (!("method" in message)) this.#answers.set(message["id"], message);
    else if ("id" in message) this.asked.push(message);
  }
}
