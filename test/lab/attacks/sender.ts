import { Agent, request, type IncomingHttpHeaders } from "node:http";
import { createConnection, type Socket } from "node:net";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Headers {
  readonly [name: string]: string;
}

/** Who sends requests, from an address of its own. */
export interface Sender {
  /** Posts, and reads the answer; status 0 when there is none. */
  post(body: string, headers?: Headers, target?: string): Promise<Answer>;
  get(headers: Headers, target?: string): Held;
  /** Posts, and reads nothing. */
  postAndHold(body: string, headers?: Headers): Held;
  /** Sends all of a POST but its last byte. */
  stall(body: string, headers?: Headers): Socket;
  /** Closes all connections. */
  leave(): void;
}

/** A request whose answer is held open, or not read. */
export interface Held {
  readonly socket: Socket;
  /** The answer so far. */
  text(): string;
  /** Resolves when there is more, or nothing more comes. */
  more(): Promise<unknown>;
}

export function senderFrom(localAddress: string, port: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 24 });
  const sockets = new Set<Socket>();
  const usual = {
    host: `127.0.0.1:${port}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const connect = (): Socket => {
    const socket = createConnection({ port, host: "127.0.0.1", localAddress });
    sockets.add(socket);
    socket.on("error", () => {});
    return socket;
  };
  const head = (method: string, target: string, headers: Headers): string =>
    [
      `${method} ${target} HTTP/1.1`,
      ...Object.entries({ ...usual, ...headers }).map((one) => one.join(": ")),
    ].join("\r\n") + "\r\n\r\n";
  const hold = (text: string | Buffer, reads: boolean): Held => {
    const socket = connect();
    let received = "";
    if (reads) socket.on("data", (data) => (received += String(data)));
    else socket.pause();
    socket.write(text);
    return {
      socket,
      text: () => received,
      more: () =>
        new Promise((resolve) => {
          socket.once("data", resolve).once("close", resolve);
        }),
    };
  };
  const posted = (body: string, headers: Headers): Buffer => {
    const bytes = Buffer.from(body);
    const length = { "content-length": String(bytes.length) };
    return Buffer.concat([
      Buffer.from(head("POST", "/mcp", { ...headers, ...length })),
      bytes,
    ]);
  };

  return {
    post: (body, headers = {}, path = "/mcp") =>
      new Promise((resolve) => {
        const bytes = Buffer.from(body);
        const length = { "content-length": bytes.length };
        const sent = request({
          agent,
          port,
          host: "127.0.0.1",
          localAddress,
          path,
          method: "POST",
          headers: { ...usual, ...headers, ...length },
        });
        sent.on("response", (response) => {
          let text = "";
          response.on("data", (data) => (text += String(data)));
          response.on("close", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
            }),
          );
        });
        sent.on("error", () => resolve({ status: 0, headers: {}, text: "" }));
        sent.end(bytes);
      }),
    get: (headers, target = "/mcp") => hold(head("GET", target, headers), true),
    postAndHold: (body, headers = {}) => hold(posted(body, headers), false),
    stall(body, headers = {}) {
      const { socket } = hold(posted(body, headers).subarray(0, -1), true);
      return socket;
    },
    leave() {
      agent.destroy();
      for (const socket of sockets) socket.destroy();
    },
  };
}
