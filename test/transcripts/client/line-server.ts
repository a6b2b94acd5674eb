import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { createBell } from "../recording/bell.ts";
import type { Transcript } from "../recording/transcript.ts";
import {
  createByteStreamTransport,
  createMemoryPair,
  spawnStdio,
} from "../subject.ts";
import { createAct, type Act } from "./act.ts";
import type { Reaction } from "./reaction.ts";

type Transport = ReturnType<typeof spawnStdio>;

/** Connects a client to a scripted server: `hear` gets each line, and `write` sends one. */
export interface Wired {
  readonly transport: Transport;
  write(line: string): void;
  /** Ends as a server that dies does. */
  die(): void;
}

export type Wire = (hear: (line: string) => void) => Wired;

/** Plays the servers of a client, one after the other as they are opened. */
export interface LineServer {
  readonly act: Act;
  /** Opens the next server. */
  open(): Transport;
  /** What the server sends on its own. */
  say(message: object): void;
  die(): void;
}

export function createLineServer(
  transcript: Transcript,
  wire: Wire,
  reactions: readonly Reaction[],
): LineServer {
  const bell = createBell();
  let opened = 0;
  let heard = 0;
  let told = 0;
  let current: Wired | undefined;
  const say = (message: unknown): void => {
    const text = JSON.stringify(message);
    transcript.came(`(server) ${text}`);
    current?.write(text);
  };
  return {
    act: createAct(
      transcript,
      (comes) =>
        bell.until(
          () => heard >= told + comes,
          () => `${comes} messages:\n${transcript.text().slice(-2_000)}`,
        ),
      () => (told = heard),
    ),
    open() {
      const react = reactions[opened++] ?? reactions.at(-1);
      transcript.note(`server ${opened} is opened`);
      current = wire((line) => {
        heard++;
        transcript.sent(`(client) ${line}`);
        for (const message of react?.(JSON.parse(line)).messages ?? [])
          say(message);
        bell.ring();
      });
      return current.transport;
    },
    say,
    die: () => current?.die(),
  };
}

export const memoryWire: Wire = (hear) => {
  const [near, far] = createMemoryPair();
  far.start({
    message: (value) => hear(JSON.stringify(value)),
    unreadable() {},
    ended() {},
    closed() {},
  });
  return {
    transport: near,
    write: (line) => far.send(JSON.parse(line)),
    die: () => void far.close(),
  };
};

export const byteStreamWire: Wire = (hear) => {
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  createInterface({ input: toServer }).on("line", hear);
  return {
    transport: createByteStreamTransport(toClient, toServer),
    write: (line) => void toClient.write(`${line}\n`),
    die: () => void toClient.end(() => toClient.destroy()),
  };
};

/** A program that carries bytes between its standard streams and a port. */
const relay = `
  const socket = require("net").connect(Number(process.argv[1]), "127.0.0.1");
  process.stdin.pipe(socket).pipe(process.stdout);
  socket.on("close", () => process.exit());
`;

/** Servers that are programs, for as long as `play` takes. */
export async function withSpawned(
  play: (wire: Wire) => Promise<void>,
): Promise<void> {
  const waiting: ((socket: Socket) => void)[] = [];
  const server = createServer((socket) => waiting.shift()?.(socket));
  await new Promise<void>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve()),
  );
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  try {
    await play((hear) => {
      let socket: Socket | undefined;
      waiting.push((found) => {
        socket = found.on("error", () => {});
        createInterface({ input: found }).on("line", hear);
      });
      return {
        transport: spawnStdio({
          command: process.execPath,
          args: ["-e", relay, `${port}`],
        }),
        write: (line) => void socket?.write(`${line}\n`),
        die: () => void socket?.destroy(),
      };
    });
  } finally {
    server.close();
  }
}
