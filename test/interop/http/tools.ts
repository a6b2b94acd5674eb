import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { ProtocolError, tool, type Feature } from "../../../generated/index.ts";

/** Long enough for a broken connection to be noticed, short of `retryMs`. */
export const shortWhile = 40;

/** How long clients wait before they come back for a stream, in milliseconds. */
export const retryMs = 100;

export const wait = (time: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, time));

/**
 * Until a client in this process has seen that the server closed its connections.
 * That is read in turns of the event loop: on a busy machine a time can be over
 * before one of them.
 */
export async function lostConnections(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await setImmediate();
}

let leave: () => void = () => {};

/** Resolves when the client of the call that begins has left it; asked before it is told anything. */
export function clientLeaves(): Promise<void> {
  return new Promise((resolve) => (leave = resolve));
}

/** Says that the client has broken the connection of that call, once the server can know. */
export async function clientLeft(): Promise<void> {
  await lostConnections();
  leave();
}

/** What the tests of HTTP call beside what every server of the interop tests has. */
export const httpTools: readonly Feature[] = [
  // Says one thing while the client is away, and another when it is back.
  tool("last", {}, async (_, context) => {
    const left = clientLeaves();
    context.progress(1, 3);
    await left;
    context.progress(2, 3);
    await wait(2 * retryMs);
    context.progress(3, 3);
    await wait(shortWhile);
    return "lasted";
  }),
  tool("poll", {}, async (_, context) => {
    await wait(1);
    const isClosed = context.closeStream(retryMs);
    await wait(2 * retryMs);
    return `closed: ${isClosed}`;
  }),
  tool("refuse-late", {}, async () => {
    await wait(shortWhile);
    throw new ProtocolError(-32602, "not after all");
  }),
  tool(
    "regional",
    {
      input: z.object({
        region: z.string().meta({ "x-mcp-header": "Region" }),
      }),
    },
    ({ region }) => region,
  ),
  tool("principal", {}, (_, context) => context.principal ?? "nobody"),
];
