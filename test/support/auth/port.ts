import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Listens on loopback, on any port where 0 is wanted; resolves with the port. */
export function openPort(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      // A server that listens on a port has an address of this kind.
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Breaks all connections; nobody listens any more. */
export function closePort(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
