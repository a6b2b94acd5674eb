import { connect, type Socket } from "node:net";
import { once } from "node:events";

/** Opens a connection to a server on this machine. */
export async function openConnection(port: number): Promise<HttpConnection> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  return new HttpConnection(socket);
}

/** A kept connection with one request under way at a time, at the least cost to this side. */
export class HttpConnection {
  /** Hears each whole response: head and body, as they came. */
  onResponse = (_response: string): void => {};
  readonly #socket: Socket;
  #heard = "";
  #closing = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#hear(chunk));
    socket.on("close", () => {
      if (!this.#closing) throw new Error("a server closed a connection");
    });
  }

  send(request: string): void {
    this.#socket.write(request, "latin1");
  }

  ask(request: string): Promise<string> {
    return new Promise((resolve) => {
      this.onResponse = resolve;
      this.send(request);
    });
  }

  close(): void {
    this.#closing = true;
    this.#socket.destroy();
  }

  /** Nothing follows a response until the next request is sent. */
  #hear(chunk: Buffer): void {
    this.#heard += chunk.toString("latin1");
    if (!isWhole(this.#heard)) return;
    const response = this.#heard;
    this.#heard = "";
    this.onResponse(response);
  }
}

const lengthHeader = "\r\ncontent-length: ";

/** By its content-length, else by the chunk that ends it. */
function isWhole(response: string): boolean {
  const head = response.indexOf("\r\n\r\n");
  if (head === -1) return false;
  const at = response.slice(0, head).toLowerCase().indexOf(lengthHeader);
  if (at !== -1) {
    const length = parseInt(response.slice(at + lengthHeader.length), 10);
    return response.length >= head + 4 + length;
  }
  return (
    response.endsWith("\r\n0\r\n\r\n") || response.startsWith("HTTP/1.1 204")
  );
}
