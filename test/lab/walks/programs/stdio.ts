import { PassThrough } from "node:stream";
import {
  createServer,
  elicit,
  inputRequired,
  text,
  tool,
  type Server,
} from "../../../../generated/index.ts";
import { createByteStreamTransport } from "../../../../src/runtime/stdio/byte-stream.ts";
import { record, yours, type Walk } from "../walk.ts";
import { info, initialize, metaOf, params, served } from "./served.ts";

const form = {
  mode: "form",
  message: "Who?",
  requestedSchema: {
    type: "object",
    properties: { name: { type: "string" } },
  },
} as const;
const filled = { action: "accept", content: { name: "Ada" } };
const capabilities = { elicitation: { form: {} } };
const initialized = { method: "notifications/initialized" };

/** `tools/call` over lines of bytes, as on stdio, in each lifecycle. */
export async function walksOverStdio(): Promise<Walk[]> {
  return [
    await inHandshake("tools/call over stdio, handshake", served()),
    await alone("tools/call over stdio, stateless", served()),
    await inHandshake("tools/call that asks first, handshake", asking()),
    await alone("tools/call that asks first, stateless", asking()),
  ];
}

/** A server with a tool that wants to know who asks. */
function asking(): Server {
  const echo = tool("echo", {}, (_, { inputResponses }) => {
    yours();
    if (inputResponses?.["who"] === undefined)
      return inputRequired({ who: elicit(form) });
    return text("done");
  });
  return createServer({ info, features: [echo] });
}

async function inHandshake(title: string, server: Server): Promise<Walk> {
  const ask = open(server, (id) => ({ id, result: filled }));
  await ask({ ...initialize(capabilities) });
  await ask(initialized);
  const call = (id: number): Promise<unknown> =>
    ask({ id, method: "tools/call", params });
  await call(2);
  return record(title, () => call(3));
}

interface Asking {
  readonly requestState?: string;
  readonly inputRequests?: object;
}

async function alone(title: string, server: Server): Promise<Walk> {
  const ask = open(server);
  const _meta = metaOf(capabilities);
  const call = async (id: number): Promise<void> => {
    const whole = { ...params, _meta };
    const first = (await ask({
      id,
      method: "tools/call",
      params: whole,
    })) as Asking;
    if (first.inputRequests === undefined) return;
    const { requestState } = first;
    await ask({
      id: id + 100,
      method: "tools/call",
      params: { ...whole, requestState, inputResponses: { who: filled } },
    });
  };
  await call(2);
  return record(title, () => call(3));
}

type Ask = (message: object) => Promise<unknown>;

/** Connects a server to streams; answers what it asks, and resolves with a result. */
function open(server: Server, answer?: (id: unknown) => object): Ask {
  const input = new PassThrough();
  const output = new PassThrough();
  server.connect(createByteStreamTransport(input, output));
  const send = (message: object): void => {
    input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  const waiting = new Map<unknown, (result: unknown) => void>();
  output.on("data", (chunk: Buffer) => {
    for (const line of chunk.toString().split("\n").filter(Boolean)) {
      const { id, method, result, error } = JSON.parse(line) as {
        readonly [key: string]: unknown;
      };
      if (error !== undefined) throw new Error(line);
      if (method !== undefined && answer !== undefined) send(answer(id));
      else waiting.get(id)?.(result);
    }
  });
  return (message) =>
    new Promise((resolve) => {
      if ("id" in message) waiting.set(message.id, resolve);
      else resolve(undefined);
      send(message);
    });
}
