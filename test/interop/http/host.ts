import {
  createServer,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { keepAliveTimeout } from "../../support/keep-alive.ts";

/** A server that runs on this machine, and what it is busy with. */
export interface Running {
  status(): Status;
  close(): Promise<void>;
}

export interface Status {
  readonly sessions: number;
  /** Responses that are open. */
  readonly streams: number;
}

/** A listener on a port, which can be taken away and put back. */
export interface Host {
  readonly origin: string;
  /** How many responses are open. */
  open(): number;
  /** Breaks every connection, and is not there for a moment. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Serves on a port of this machine: on any, where none is named. */
export async function host(
  listener: RequestListener,
  wanted = 0,
): Promise<Host> {
  const responses = new Set<ServerResponse>();
  const server = createServer({ keepAliveTimeout }, (request, response) => {
    responses.add(response);
    response.on("close", () => responses.delete(response));
    listener(request, response);
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => {
      server.listen(port, "127.0.0.1", resolve);
    });
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(wanted);
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    open: () => responses.size,
    async restart() {
      await stop();
      await listen(port);
    },
    close: stop,
  };
}
