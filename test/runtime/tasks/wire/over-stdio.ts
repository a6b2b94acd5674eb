import { PassThrough } from "node:stream";
import type { Server } from "../../../../generated/index.ts";
import { createByteStreamTransport } from "../../../../src/runtime/stdio/byte-stream.ts";
import {
  fieldsOf,
  requestOf,
  type Examiner,
  type Fields,
  type Listening,
  type Reply,
} from "./examiner.ts";

/** Lines to and from a server, each a message. */
export interface Pipe {
  send(message: object): void;
  /** Hears what the server sends from now on. */
  hear(listener: (message: Fields) => void): () => void;
  /** The answer to a request, by its id. */
  ask(message: Fields): Promise<Fields>;
  close(): Promise<void>;
}

/** Opens what would be standard input and output, within this process. */
export function pipeTo(server: Server, principal?: string): Pipe {
  const input = new PassThrough();
  const output = new PassThrough();
  const transport = createByteStreamTransport(input, output);
  const proved =
    principal === undefined
      ? transport
      : Object.assign(transport, { principal });
  server.connect(proved);
  const listeners = new Set<(message: Fields) => void>();
  let rest = "";
  output.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines)
      for (const listener of listeners) listener(fieldsOf(JSON.parse(line)));
  });
  const pipe: Pipe = {
    send: (message) => void input.write(`${JSON.stringify(message)}\n`),
    hear(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask: (message) =>
      new Promise((resolve) => {
        const leave = pipe.hear((heard) => {
          if (heard["id"] !== message["id"] || "method" in heard) return;
          leave();
          resolve(heard);
        });
        pipe.send(message);
      }),
    async close() {
      input.end();
      await transport.close();
    },
  };
  return pipe;
}

/** An examiner of a server over stdio. Each principal has a pipe of its own. */
export function overStdio(server: Server): Examiner {
  const pipes = new Map<string | undefined, Pipe>();
  const pipeOf = (principal: string | undefined): Pipe => {
    const pipe = pipes.get(principal) ?? pipeTo(server, principal);
    pipes.set(principal, pipe);
    return pipe;
  };
  return {
    async ask(method, params, unusual = {}) {
      const pipe = pipeOf(unusual.as);
      const message = requestOf(method, params, unusual);
      const before: Fields[] = [];
      const leave = pipe.hear((heard) => {
        if ("method" in heard) before.push(heard);
      });
      const answer = await pipe.ask(message);
      leave();
      return { ...(answer as Pick<Reply, "result" | "error">), before };
    },
    async listen(notifications, unusual = {}) {
      const message = requestOf(
        "subscriptions/listen",
        { notifications },
        unusual,
      );
      return listeningOn(pipeOf(unusual.as), message);
    },
    async close() {
      await Promise.all([...pipes.values()].map((pipe) => pipe.close()));
    },
  };
}

/** All streams share one pipe: each message says whose it is. */
async function listeningOn(pipe: Pipe, message: Fields): Promise<Listening> {
  const waiting: Fields[] = [];
  const askers: ((message: Fields) => void)[] = [];
  const leave = pipe.hear((heard) => {
    const { _meta } = fieldsOf(heard["params"]);
    const to =
      heard["id"] ?? fieldsOf(_meta)["io.modelcontextprotocol/subscriptionId"];
    if (to !== message["id"]) return;
    const asker = askers.shift();
    if (asker) asker(heard);
    else waiting.push(heard);
  });
  const next = (): Promise<Fields> =>
    new Promise((resolve) => {
      const heard = waiting.shift();
      if (heard) resolve(heard);
      else askers.push(resolve);
    });
  pipe.send(message);
  return {
    first: await next(),
    next,
    async close() {
      leave();
      pipe.send({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: message["id"] },
      });
    },
  };
}
