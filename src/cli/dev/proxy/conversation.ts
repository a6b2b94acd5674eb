import {
  isId,
  keyOf,
  objectOr,
  type Fields,
  type MessageId,
} from "./message.ts";

/** The handshake as it was, for a server that comes after. */
export interface Replay {
  request: Fields;
  /** What the client was told. */
  result: Fields;
  /** What comes behind the answer: the client's levels and subscriptions. */
  after: readonly Fields[];
}

const lists = ["tools", "prompts", "resources"] as const;

/** Which request that listens a notification belongs to. */
const subscriptionId = "io.modelcontextprotocol/subscriptionId";

/** What a client has settled with a server, which the next server has to be told. */
export class Conversation {
  #opening: { request: Fields; result: Fields } | undefined;
  #initialized: Fields | undefined;
  #level: Fields | undefined;
  readonly #resources = new Map<unknown, Fields>();
  readonly #listening = new Map<string, { id: MessageId; filter: Fields }>();

  /** A request of the client was answered; `result` is what the client was told. */
  settle(request: Fields, method: string, result: Fields): void {
    const { uri } = objectOr(request["params"]);
    if (method === "initialize") this.#opening = { request, result };
    else if (method === "logging/setLevel") this.#level = request;
    else if (method === "resources/subscribe")
      this.#resources.set(uri, request);
    else if (method === "resources/unsubscribe") this.#resources.delete(uri);
  }

  /** The client says that the handshake is done. */
  initialized(notification: Fields): void {
    this.#initialized = notification;
  }

  /** The server says what it will tell of a stream; whether the client knows already. */
  acknowledged(params: Fields): boolean {
    const id = objectOr(params["_meta"])[subscriptionId];
    if (!isId(id)) return false;
    const isKnown = this.#listening.has(keyOf(id));
    const filter = objectOr(params["notifications"]);
    this.#listening.set(keyOf(id), { id, filter });
    return isKnown;
  }

  /** A stream is over. */
  forget(id: MessageId): void {
    this.#listening.delete(keyOf(id));
  }

  /** The handshake, if there was one. */
  replay(): Replay | undefined {
    if (!this.#opening) return undefined;
    const after = [
      this.#initialized,
      this.#level,
      ...this.#resources.values(),
    ].filter((value) => value !== undefined);
    return { ...this.#opening, after };
  }

  /** What tells the client that lists may have changed, where it may be told. */
  changes(): Fields[] {
    const capabilities = objectOr(this.#opening?.result["capabilities"]);
    const ofHandshake = lists
      .filter((name) => objectOr(capabilities[name])["listChanged"] === true)
      .map((name) => ({ jsonrpc: "2.0", method: methodOf(name) }));
    const ofStreams = [...this.#listening.values()].flatMap(({ id, filter }) =>
      lists
        .filter((name) => filter[`${name}ListChanged`] === true)
        .map((name) => ({
          jsonrpc: "2.0",
          method: methodOf(name),
          params: { _meta: { [subscriptionId]: id } },
        })),
    );
    return [...ofHandshake, ...ofStreams];
  }
}

function methodOf(name: (typeof lists)[number]): string {
  return `notifications/${name}/list_changed`;
}

/**
 * The result of a handshake where every list may change: the next server has other lists,
 * and its client is to hear of it.
 */
export function withListChanges(result: Fields): Fields {
  const capabilities = objectOr(result["capabilities"]);
  const changing = lists
    .filter((name) => capabilities[name] !== undefined)
    .map((name) => [
      name,
      { ...objectOr(capabilities[name]), listChanged: true },
    ]);
  return {
    ...result,
    capabilities: { ...capabilities, ...Object.fromEntries(changing) },
  };
}

/** What a server says of itself that its client was told otherwise, in words. */
export function differences(told: Fields, now: Fields): string[] {
  const before = objectOr(told["capabilities"]);
  const after = objectOr(now["capabilities"]);
  const revision = now["protocolVersion"];
  return [
    ...Object.keys(after)
      .filter((name) => before[name] === undefined)
      .map((name) => `The server offers ${name} now`),
    ...Object.keys(before)
      .filter((name) => after[name] === undefined)
      .map((name) => `The server offers ${name} no more`),
    ...(told["protocolVersion"] === revision
      ? []
      : [`The server speaks ${String(revision)} now`]),
  ];
}
