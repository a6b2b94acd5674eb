import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import {
  createByteStreamTransport,
  type ByteOutput,
} from "../../src/runtime/byte-stream.ts";
import { buildServer } from "../../src/runtime/server.ts";
import { createPeer, handshake } from "./table.ts";
import { settle } from "./wire.ts";

const message = { jsonrpc: "2.0", method: "hello" } as const;
const silent = { message() {}, unreadable() {}, ended() {}, closed() {} };

interface RecordingOutput {
  readonly output: ByteOutput;
  readonly writes: string[];
  full: boolean;
  drain(): void;
}

/** An output that remembers each write, and is as full as it is told. */
function recordingOutput(): RecordingOutput {
  const drains: (() => void)[] = [];
  const writes: string[] = [];
  const recorded: RecordingOutput = {
    writes,
    full: false,
    drain: () => drains.forEach((drain) => drain()),
    output: {
      write(text) {
        writes.push(text);
        return !recorded.full;
      },
      end() {},
      on(event: string, listener: (error: Error) => void) {
        if (event === "drain") drains.push(listener as () => void);
      },
    },
  };
  return recorded;
}

describe("a byte stream", () => {
  test("writes once what is sent in one turn", async () => {
    const { output, writes } = recordingOutput();
    const transport = createByteStreamTransport(new PassThrough(), output);
    transport.start(silent);
    transport.send(message);
    transport.send(message);
    await settle();
    const line = '{"jsonrpc":"2.0","method":"hello"}\n';
    expect(writes).toEqual([line + line]);
  });

  test("reads no more while its output is full", async () => {
    const recorded = recordingOutput();
    const input = new PassThrough();
    const transport = createByteStreamTransport(input, recorded.output);
    transport.start(silent);
    recorded.full = true;
    transport.send(message);
    await settle();
    expect(input.isPaused()).toBe(true);
    recorded.drain();
    expect(input.isPaused()).toBe(false);
  });

  test("reads no more once it is closed", async () => {
    const input = new PassThrough();
    const { output } = recordingOutput();
    const transport = createByteStreamTransport(input, output);
    transport.start(silent);
    await transport.close();
    expect(input.isPaused()).toBe(true);
    expect(() => transport.send(message)).toThrow("the connection is closed");
  });

  test("throws for what has no JSON form, and sends the next message", async () => {
    const { output, writes } = recordingOutput();
    const transport = createByteStreamTransport(new PassThrough(), output);
    transport.start(silent);
    expect(() => transport.send({ ...message, params: { n: 1n } })).toThrow();
    transport.send(message);
    await settle();
    expect(writes).toHaveLength(1);
  });

  test("answers what is no message, and goes on", async () => {
    const { input, output, answers } = serve(100);
    input.write("not json\n");
    input.write(`"${"x".repeat(200)}"\n`);
    input.write('[]\n{"jsonrpc":"2.0","id":null,"method":"ping"}\n');
    input.write('{"jsonrpc":"2.0","id":7,"method":"ping"}\n');
    input.end();
    await new Promise((resolve) => output.on("end", resolve));
    expect(answers()).toEqual([
      { code: -32700, id: undefined },
      { code: -32700, id: undefined },
      { code: -32600, id: undefined },
      { code: -32600, id: undefined },
      { code: undefined, id: 7 },
    ]);
  });

  test("answers what is in flight before it ends with its input", async () => {
    const { input, output, answers } = serve();
    input.write(
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"x"}}\n',
    );
    input.write(
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"slow"}}\n',
    );
    input.end();
    await new Promise((resolve) => output.on("end", resolve));
    expect(answers().map(({ id }) => id)).toEqual([1, 2]);
  });
});

function serve(lineLimit = 1000): {
  input: PassThrough;
  output: PassThrough;
  answers(): { code: unknown; id: unknown }[];
} {
  const input = new PassThrough();
  const output = new PassThrough();
  let text = "";
  output.on("data", (chunk) => (text += String(chunk)));
  const handlers = {
    async callTool() {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { text: "done" };
    },
  };
  const info = { name: "test", version: "1" };
  buildServer(handshake, { info, handlers }, createPeer).connect(
    createByteStreamTransport(input, output, { lineLimit }),
  );
  return {
    input,
    output,
    answers: () =>
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
        .map(({ error, id }) => ({ code: error?.code, id })),
  };
}
