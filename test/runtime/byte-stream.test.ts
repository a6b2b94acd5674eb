import { once } from "node:events";
import { createServer, connect as dial, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { createByteStreamTransport } from "../../src/runtime/stdio/byte-stream.ts";
import type { Message } from "../../src/runtime/protocol/message.ts";
import type { Transport } from "../../src/runtime/peer/transport.ts";
import { createLog, HandInput, HandOutput, type Log } from "./byte-pair.ts";
import { settle, until } from "./wait.ts";

const message = { jsonrpc: "2.0", method: "hello" } as const;
const line = '{"jsonrpc":"2.0","method":"hello"}\n';

interface Ends {
  readonly input: HandInput;
  readonly output: HandOutput;
  readonly log: Log;
  readonly transport: Transport;
}

function open(options = {}): Ends {
  const input = new HandInput();
  const output = new HandOutput();
  const log = createLog();
  const transport = createByteStreamTransport(input, output, options);
  transport.start(log);
  return { input, output, log, transport };
}

/** The end that was spoken to first: a server. */
function openServer(): Ends {
  const ends = open();
  ends.input.push(line);
  ends.log.heard.length = 0;
  return ends;
}

describe("a byte stream", () => {
  test("writes once what is sent in one turn", async () => {
    const { output, transport } = open();
    transport.send(message);
    transport.send(message);
    await settle();
    transport.send([message, message]);
    await settle();
    expect(output.writes).toEqual([
      line + line,
      `[${line.trim()},${line.trim()}]\n`,
    ]);
  });

  test("throws for what has no JSON form, and sends the next message", async () => {
    const { output, transport } = open();
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    expect(() => transport.send({ ...message, params: { n: 1n } })).toThrow();
    expect(() => transport.send({ ...message, params: circular })).toThrow();
    transport.send(message);
    await settle();
    expect(output.writes).toEqual([line]);
  });

  test("ignores a byte order mark", () => {
    const { input, log } = open();
    input.push('\ufeff{"a":1}\n');
    expect(log.heard).toEqual([{ message: { a: 1 } }]);
  });

  test("gives keys such as __proto__ as they came", () => {
    const { input, log } = open();
    input.push('{"__proto__":{"admin":true},"constructor":1}\n');
    const [heard] = log.heard as { message: object }[];
    expect(Object.keys(heard?.message ?? {})).toEqual([
      "__proto__",
      "constructor",
    ]);
    expect(Reflect.get({}, "admin")).toBeUndefined();
    expect(Object.getPrototypeOf(heard?.message)).toBe(Object.prototype);
  });

  test("survives a million brackets, and reads the next line", () => {
    const { input, log } = open();
    const million = 1_000_000;
    input.push("[".repeat(million) + "\n");
    input.push("[".repeat(million) + "]".repeat(million) + "\n");
    input.push('{"a":'.repeat(million) + "\n");
    input.push("1\n");
    input.push("[".repeat(200) + "\n");
    input.push("1\n");
    const [broken, deep, open_, ...next] = log.heard;
    // They are not parsed: the receiver gets the text.
    for (const heard of [broken, deep, open_])
      expect(typeof (heard as { message: unknown }).message).toBe("string");
    expect(next).toEqual([
      { message: 1 },
      {
        unreadable: expect.stringMatching(/^a line is not JSON: .{0,200}$/),
      },
      { message: 1 },
    ]);
  });
});

describe("a byte stream that is closed", () => {
  test("writes what was sent before, and ends its output", async () => {
    const { output, transport, log } = open();
    transport.send(message);
    await transport.close();
    await transport.close();
    expect(output.writes).toEqual([line]);
    expect(output.ended).toBe(true);
    expect(output.destroyed).toBe(false);
    expect(log.heard).toEqual([{ closed: undefined }]);
    await settle();
    expect(output.writes).toHaveLength(1);
  });

  test("sends and tells nothing any more", async () => {
    const { input, transport, log } = open();
    await transport.close();
    input.push(line + "not json\n");
    input.emit("error", new Error("late"));
    input.emit("end");
    expect(log.heard).toEqual([{ closed: undefined }]);
    expect(() => transport.send(message)).toThrow("the connection is closed");
  });

  test("in the midst of a chunk tells none of its other lines", () => {
    const { input, transport, log } = open();
    const heard: unknown[] = [];
    const told = log.message;
    log.message = (value) => {
      heard.push(value);
      told(value);
      void transport.close();
    };
    input.push(line + line + "not json\n");
    expect(heard).toHaveLength(1);
    expect(log.heard).toEqual([{ message }, { closed: undefined }]);
  });

  test("by an error says which, and drops what was not written", async () => {
    const { output, transport, log } = open();
    transport.send(message);
    output.emit("error", new Error("write EPIPE"));
    await settle();
    expect(log.heard).toEqual([{ closed: "write EPIPE" }]);
    expect(output.writes).toEqual([]);
    expect(output.destroyed).toBe(true);
  });

  test("by its input, without an end, is closed", () => {
    const { input, log } = open();
    input.emit("close");
    expect(log.heard).toEqual([{ closed: undefined }]);
  });

  test("at the end of its input can still answer", async () => {
    const { input, output, transport, log } = openServer();
    input.emit("end");
    input.emit("close");
    expect(log.heard).toEqual(["ended"]);
    transport.send(message);
    await settle();
    expect(output.writes).toEqual([line]);
  });
});

describe("a byte stream whose output is full", () => {
  test("reads no more until it drains, when it is a server", async () => {
    const { input, output, transport } = openServer();
    output.full = true;
    transport.send(message);
    await settle();
    expect(input.paused).toBe(true);
    output.full = false;
    output.emit("drain");
    expect(input.paused).toBe(false);
  });

  test("goes on reading when it has spoken first", async () => {
    const { input, output, transport } = open();
    output.full = true;
    transport.send(message);
    await settle();
    input.push(line);
    expect(input.paused).toBe(false);
  });

  test("lets equal changes wait once, and all else as often as it is said", async () => {
    const { output, transport } = openServer();
    const method = "notifications/resources/updated";
    const of = (uri: string) =>
      ({ jsonrpc: "2.0", method, params: { uri } }) as const;
    output.full = true;
    transport.send(message);
    await settle();
    for (let count = 0; count < 3; count++)
      for (const one of [of("a:1"), of("a:2"), message]) transport.send(one);
    output.emit("drain");
    const lines = [of("a:1"), of("a:2")].map((one) => JSON.stringify(one));
    const all = [...lines, ...Array(3).fill(JSON.stringify(message))];
    const [, written = ""] = output.writes;
    expect(written.trim().split("\n").sort()).toEqual(all.sort());
    // What has left is told again when it changes again.
    transport.send(of("a:1"));
    output.full = false;
    output.emit("drain");
    expect(output.writes.at(-1)).toBe(`${lines[0]}\n`);
  });

  test("writes nothing more, and then everything at once", async () => {
    const { output, input, transport } = openServer();
    output.full = true;
    transport.send(message);
    await settle();
    transport.send(message);
    await settle();
    transport.send(message);
    await settle();
    expect(output.writes).toEqual([line]);
    output.emit("drain");
    expect(output.writes).toEqual([line, line + line]);
    expect(input.paused).toBe(true);
    output.full = false;
    output.emit("drain");
    expect(input.paused).toBe(false);
    transport.send(message);
    await settle();
    expect(output.writes).toHaveLength(3);
  });

  test("lets no more than the limit wait for a peer that does not read", async () => {
    const { output, transport, log } = open({ queueLimit: 100 });
    output.full = true;
    transport.send(message);
    await settle();
    transport.send(message);
    transport.send(message);
    expect(() => transport.send(message)).toThrow("the peer does not read");
    expect(log.heard).toEqual([
      { closed: "the peer does not read: 105 characters are queued" },
    ]);
    expect(output.destroyed).toBe(true);
    expect(() => transport.send(message)).toThrow("the connection is closed");
  });

  test("still writes what waits when it is closed", async () => {
    const { output, transport } = open();
    output.full = true;
    transport.send(message);
    await settle();
    transport.send(message);
    await transport.close();
    expect(output.writes).toEqual([line, line]);
    expect(output.ended).toBe(true);
  });
});

describe("a byte stream over sockets", () => {
  test("carries messages both ways, and closes both ends", async () => {
    await overSocket(async (near, far) => {
      const nearLog = createLog();
      const farLog = createLog();
      const client = createByteStreamTransport(near, near);
      const server = createByteStreamTransport(far, far);
      client.start(nearLog);
      server.start({
        ...farLog,
        message: (value) => server.send(value as Message),
        ended: () => void server.close(),
      });
      client.send(message);
      client.send({ ...message, method: "é" });
      await until(() => nearLog.heard.length === 2);
      await client.close();
      await Promise.all([once(near, "close"), once(far, "close")]);
      expect(nearLog.heard).toEqual([
        { message },
        { message: { ...message, method: "é" } },
        { closed: undefined },
      ]);
      expect(farLog.heard).toEqual([{ closed: undefined }]);
    });
  });

  test("of two busy ends is never stuck", async () => {
    await overSocket(async (near, far) => {
      const client = createByteStreamTransport(near, near);
      const server = createByteStreamTransport(far, far);
      const big = { ...message, params: { text: "x".repeat(1_000_000) } };
      const times = 64;
      let answers = 0;
      client.start({ ...createLog(), message: () => answers++ });
      server.start({
        ...createLog(),
        message: (value) => server.send(value as Message),
      });
      for (let time = 0; time < times; time++) client.send(big);
      await until(() => answers === times);
      await Promise.all([client.close(), server.close()]);
    });
  });

  test("bounds what waits for a client that does not read", async () => {
    await overSocket(async (near, far) => {
      const server = createByteStreamTransport(far, far);
      const answer = { id: 1, result: { text: "x".repeat(10_000) } };
      const padded = { ...message, params: { text: "x".repeat(1_000) } };
      const requests = 20_000;
      let served = 0;
      server.start({
        ...createLog(),
        message() {
          served++;
          server.send({ jsonrpc: "2.0", ...answer });
        },
      });
      near.pause();
      near.write(`${JSON.stringify(padded)}\n`.repeat(requests));
      await calm(() => served);
      expect(far.isPaused()).toBe(true);
      // What the buffers between them hold, of 200 MB.
      expect(served).toBeLessThan(requests / 4);
      expect(far.writableLength).toBeLessThan(5_000_000);
      near.resume();
      await until(() => served === requests);
      await server.close();
    });
  });
});

test("a byte stream works with Node's own streams", async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const log = createLog();
  const transport = createByteStreamTransport(input, output);
  transport.start(log);
  input.write(line);
  input.end();
  await until(() => log.heard.includes("ended"));
  transport.send(message);
  await transport.close();
  expect(String(await once(output, "data"))).toBe(line);
  expect(log.heard).toEqual([{ message }, "ended", { closed: undefined }]);
});

/** Both ends of one connection over loopback. */
async function overSocket(
  use: (near: Socket, far: Socket) => Promise<void>,
): Promise<void> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error();
  const near = dial(address.port, "127.0.0.1");
  const [far] = (await once(listener, "connection")) as [Socket];
  try {
    await use(near, far);
  } finally {
    near.destroy();
    far.destroy();
    listener.close();
  }
}

/** Waits until a number has stopped to grow. */
async function calm(read: () => number): Promise<void> {
  let before = -1;
  // On a busy machine nothing may have come yet.
  while (before !== read() || before === 0) {
    before = read();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
