import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** An address that leads to one server, and later to another: as a name or a proxy does after a failover. */
export interface Forwarder {
  readonly port: number;
  /** How many connections there have been. */
  readonly count: number;
  /** New connections lead there from now on; those that are open stay. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

/** Forwards connections from a free port of the loopback interface. */
export async function forwarderTo(port: number): Promise<Forwarder> {
  let target = port;
  let count = 0;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    count++;
    const far = connect(target, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("the server has no port");
  return {
    port: address.port,
    get count() {
      return count;
    },
    leadTo: (next) => void (target = next),
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
