import { TransportError } from "../../src/runtime/protocol/errors.ts";
import type { Receiver, Transport } from "../../src/runtime/peer/transport.ts";

export { settle } from "./wait.ts";

/** A message that a client sent. */
export interface Sent {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly [key: string]: unknown };
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A transport whose other end is the test: nothing comes that it does not send. */
export interface Script extends Transport {
  /** All that was sent, in order. */
  readonly sent: readonly Sent[];
  /** The next message that nobody has taken yet. */
  next(): Promise<Sent>;
  /** Delivers a message. */
  receive(message: object): void;
  answer(request: Sent, result: object): void;
  refuse(request: Sent, error: object): void;
  notify(method: string, params?: object): void;
  /** Closes as a server that died does. */
  die(reason?: string): void;
  /** The network loses a request, or its answer. */
  lose(id: unknown, error: Error): void;
  /** The server will say no more. */
  end(): void;
  readonly open: boolean;
}

/** `react` hears what is sent, as a server would. */
export function createScript(
  react: (message: Sent, script: Script) => void = () => {},
): Script {
  const sent: Sent[] = [];
  const untaken: Sent[] = [];
  const takers: ((message: Sent) => void)[] = [];
  let receiver: Receiver | undefined;
  let open = true;
  const shut = (error?: Error): void => {
    if (!open) return;
    open = false;
    receiver?.closed(error);
  };
  const deliver = (message: object): void => {
    if (open) receiver?.message(message);
  };
  const script: Script = {
    sent,
    get open() {
      return open;
    },
    start(one) {
      receiver = one;
    },
    send(message) {
      if (!open) throw new TransportError("the connection is closed");
      const copy = JSON.parse(JSON.stringify(message)) as Sent;
      sent.push(copy);
      const taker = takers.shift();
      if (taker) taker(copy);
      else untaken.push(copy);
      queueMicrotask(() => react(copy, script));
    },
    close() {
      shut();
      return Promise.resolve();
    },
    next: () =>
      new Promise((resolve) => {
        const message = untaken.shift();
        if (message) resolve(message);
        else takers.push(resolve);
      }),
    receive: deliver,
    answer: ({ id }, result) => deliver({ jsonrpc: "2.0", id, result }),
    refuse: ({ id }, error) => deliver({ jsonrpc: "2.0", id, error }),
    notify: (method, params) =>
      deliver({ jsonrpc: "2.0", method, ...(params && { params }) }),
    die: (reason = "the server died") => shut(new Error(reason)),
    lose: (id, error) => receiver?.failed?.(id as number, error),
    end: () => receiver?.ended(),
  };
  return script;
}

const everything = {
  tools: { listChanged: true },
  logging: {},
  resources: { subscribe: true, listChanged: true },
};

/** What a server of such a revision says to `initialize`. */
export function welcome(
  protocolVersion: string,
  capabilities: object = everything,
): object {
  const serverInfo = { name: "legacy", version: "1" };
  return { protocolVersion, capabilities, serverInfo };
}

/** What a server says to `server/discover`. */
export function discovery(supportedVersions: readonly string[]): object {
  return {
    resultType: "complete",
    supportedVersions,
    capabilities: everything,
    _meta: {
      "io.modelcontextprotocol/serverInfo": { name: "modern", version: "1" },
    },
  };
}

/** Reacts to what opens a conversation, and hands on the rest. */
export function legacyServer(
  revision: string,
  rest: (message: Sent, script: Script) => void = () => {},
): (message: Sent, script: Script) => void {
  return (message, script) => {
    if (message.method === "initialize")
      return script.answer(message, welcome(revision));
    if (message.method === "server/discover")
      return script.refuse(message, { code: -32601, message: "unknown" });
    return rest(message, script);
  };
}

export function modernServer(
  revisions: readonly string[],
  rest: (message: Sent, script: Script) => void = () => {},
): (message: Sent, script: Script) => void {
  return (message, script) => {
    if (message.id === undefined || message.method === undefined)
      return rest(message, script);
    const requested = message.params?.["_meta"] as
      { [key: string]: unknown } | undefined;
    const version = requested?.["io.modelcontextprotocol/protocolVersion"];
    if (!revisions.includes(String(version)))
      return script.refuse(message, {
        code: -32022,
        message: "Unsupported protocol version",
        data: { supported: revisions, requested: version },
      });
    if (message.method === "server/discover")
      return script.answer(message, discovery(revisions));
    return rest(message, script);
  };
}
