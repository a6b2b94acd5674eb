import { gzipSync } from "node:zlib";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { EventParser } from "../../src/runtime/http/client/events/event-parser.ts";
import { ListedTools } from "../../src/runtime/http/client/stateless/request-headers.ts";
import { StreamPlace } from "../../src/runtime/http/client/events/follow-stream.ts";
import type { HandlerContext as RequestContext } from "../../src/runtime/peer/handler-context.ts";
import { notification, request } from "../runtime/revisions.ts";
import {
  call,
  expectGood,
  failureOf,
  handshakeOnly,
  modernOnly,
  open,
  pause,
  soon,
} from "../runtime/http-client/hostile-client.ts";
import {
  event,
  flood,
  handshakeServer,
  head,
  modernServer,
  streamHead,
  type RawAnswer,
  type RawRequest,
} from "../runtime/http-client/raw-server.ts";
import { counted } from "./counted.ts";
import { costOf } from "../support/cost.ts";
import { leaveUnrecorded } from "../support/wire-check.ts";

// The check of the wire keeps every message.
leaveUnrecorded("client");

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const MB = 1_000_000;

/** The bytes that stay when everything is collected that can be. */
function used(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

describe("a body", () => {
  const maxEventBytes = 2 * MB;

  test.each<[string, RawAnswer]>([
    [
      "that goes on and on",
      (_, socket) => {
        const type = { "content-type": "application/json" };
        socket.write(`${head(200, type, false)}\r\n`);
        flood(socket, () => " ".repeat(50_000));
      },
    ],
    [
      "whose length is a lie",
      (_, socket) => {
        const type = {
          "content-type": "application/json",
          "content-length": "99999999999999",
        };
        socket.write(`${head(200, type, false)}\r\n`);
        flood(socket, () => " ".repeat(50_000));
      },
    ],
    [
      "of a refusal",
      (_, socket) => {
        const type = { "content-type": "application/json" };
        socket.write(`${head(500, type, false)}\r\n`);
        flood(socket, () => " ".repeat(50_000));
      },
    ],
    [
      "of another type",
      (_, socket) => {
        socket.write(
          `${head(200, { "content-type": "text/html" }, false)}\r\n`,
        );
        flood(socket, () => " ".repeat(50_000));
      },
    ],
    [
      "that is small until it is inflated",
      (_, socket) => {
        const body = gzipSync(Buffer.alloc(50 * MB, " "));
        const told = {
          "content-type": "application/json",
          "content-encoding": "gzip",
          "content-length": String(body.length),
        };
        socket.write(`${head(200, told, false)}\r\n`);
        socket.write(body);
      },
    ],
    [
      "of events that is small until it is inflated",
      (_, socket) => {
        const body = gzipSync(Buffer.alloc(50 * MB, "data: x"));
        const told = {
          "content-type": "text/event-stream",
          "content-encoding": "gzip",
          "content-length": String(body.length),
        };
        socket.write(`${head(200, told, false)}\r\n`);
        socket.write(body);
      },
    ],
  ])("%s is given up", async (_, trick) => {
    const { answer, open: streams } = counted(trick);
    const visited = await open(modernServer({ "tools/call": answer }), {
      ...modernOnly,
      maxEventBytes,
    });
    const before = used();
    const failure = await failureOf(call(visited, 20_000));
    expect(failure).toMatchObject({ kind: "transport" });
    await expect.poll(() => streams.size, { timeout: soon }).toBe(0);
    expect(used() - before).toBeLessThan(10 * MB);
  });
});

describe("an event that does not end keeps little more than its length", () => {
  test.each<[string, string, number]>([
    ["in single signs", "x", 2 * MB],
    ["in single signs of data", "data:x\n", 300_000],
    ["in empty lines of data", "data\n", 400_000],
    ["in other fields", "what:x\n", 300_000],
  ])("%s", (_, chunk, count) => {
    const parser = new EventParser(() => {});
    const before = used();
    for (let at = 0; at < count; at++) parser.push(chunk);
    expect(parser.waiting).toBeGreaterThan(MB);
    expect((used() - before) / parser.waiting).toBeLessThan(5);
    parser.push("\n\n");
  });
});

describe("what is remembered of a server is bounded:", () => {
  test("the ids of events", () => {
    const place = new StreamPlace();
    const before = used();
    for (let at = 0; at < 5_000; at++)
      place.take({
        type: "message",
        data: "",
        id: `${at}${"x".repeat(4_000)}${at}`,
        retry: undefined,
      });
    for (let at = 0; at < 100; at++) {
      const id = Buffer.alloc(MB, String(at)).toString();
      place.take({ type: "message", data: "", id, retry: undefined });
    }
    expect(used() - before).toBeLessThan(6 * MB);
    expect(place.retryMs).toBeUndefined();
  });

  test("the tools whose arguments have headers", () => {
    const listed = new ListedTools(() => {});
    const before = used();
    for (let page = 0; page < 100; page++)
      listed.read({
        tools: Array.from({ length: 100 }, (_, at) => ({
          name: `tool ${page} ${at}`,
          inputSchema: {
            type: "object",
            properties: {
              a: { type: "string", "x-mcp-header": `a${"x".repeat(1_000)}` },
            },
          },
        })),
      });
    expect(used() - before).toBeLessThan(10 * MB);
    expect(listed.mirrored("tool 99 99")).toHaveLength(1);
    expect(listed.mirrored("tool 0 0")).toHaveLength(0);
  });
});

test("a schema with very many headers blocks nobody", async () => {
  const warnings: Error[] = [];
  const listed = new ListedTools((warning) => warnings.push(warning));
  const properties = Object.fromEntries(
    Array.from({ length: 50_000 }, (_, at) => [
      `a${at}`,
      { type: "string", "x-mcp-header": `a${at}` },
    ]),
  );
  const cost = await costOf(() =>
    listed.read({
      tools: [{ name: "a", inputSchema: { type: "object", properties } }],
    }),
  );
  // As much for each as there are of them would be minutes.
  const peer = await costOf(() => JSON.parse(JSON.stringify(properties)));
  expect(cost).toBeLessThan(Math.max(2_000, 100 * peer));
  expect(warnings).toHaveLength(1);
});

test("a schema that is too deep leaves its tool out", () => {
  const warnings: Error[] = [];
  const listed = new ListedTools((warning) => warnings.push(warning));
  const deep = `{"properties":{"a":`.repeat(20_000) + "1" + "}}".repeat(20_000);
  const tools = [
    { name: "deep", inputSchema: JSON.parse(deep) as unknown },
    { name: "good", inputSchema: { type: "object" } },
  ];
  const { tools: left } = listed.read({ tools });
  expect(left).toEqual([tools[1]]);
  expect(warnings).toHaveLength(1);
});

test("a server that asks and takes back keeps nothing", async () => {
  let stream: Socket | undefined;
  let count = 0;
  const visited = await open(
    handshakeServer({
      GET: (_, socket) => {
        stream = socket;
        socket.write(streamHead());
      },
    }),
    {
      ...handshakeOnly,
      settings: {
        handlers: {
          listRoots: (_: unknown, context: RequestContext) =>
            new Promise((_resolve, reject) => {
              const { signal } = context;
              signal.addEventListener("abort", () => reject(signal.reason));
            }),
        },
        capabilities: { roots: {} },
      },
    },
  );
  await expect.poll(() => stream, { timeout: soon }).toBeDefined();
  const round = async (rounds: number): Promise<void> => {
    for (let at = 0; at < rounds; at++) {
      const id = `${count++}${"x".repeat(10_000)}`;
      const taken = { requestId: id };
      stream?.write(event(request(id, "roots/list")));
      stream?.write(event(notification("notifications/cancelled", taken)));
      if (at % 50 === 0) await pause(1);
    }
    // What comes behind all the others, and is answered, says that they were read.
    const last = `read ${count++}`;
    stream?.write(event(request(last, "ping")));
    const answersToLast = (): readonly RawRequest[] =>
      visited.server.requests.filter(({ message }) => message["id"] === last);
    await expect.poll(answersToLast, { timeout: soon }).toHaveLength(1);
  };
  await round(200);
  const before = used();
  await round(2_000);
  expect(used() - before).toBeLessThan(8 * MB);
  await expectGood(visited);
});
