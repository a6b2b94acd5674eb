import { connect } from "node:net";

/** Resolves when somebody listens; rejects after five seconds. */
export async function listening(port: number, what: string): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!(await isTaken(port))) {
    if (performance.now() > deadline)
      throw new Error(`${what} does not listen on port ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
