import { tasks } from "../../../../generated/extensions/tasks.ts";
import { createClient, type CallOptions } from "../../../../generated/index.ts";
import {
  createEraCache,
  HttpError,
  httpTransport,
} from "../../../../src/runtime/http-client.ts";
import {
  pause,
  type Client,
  type Operation,
} from "../../../lab/load/clients/client.ts";
import { requireEqual, upTo } from "../../../lab/load/expected.ts";
import { NoResult, type Sea } from "./sea.ts";

type Caller = Awaited<ReturnType<typeof connected>>;

/** Our own client, connected through the proxy. */
export interface OwnClient {
  readonly client: Client;
  readonly sea: Sea;
  readonly era: "sessions" | "stateless";
  readonly caller: Caller;
}

type Operations = readonly [Operation<OwnClient>, ...Operation<OwnClient>[]];

/** What somebody does with our own client; the same in both eras. */
export const ownOperations: Operations = [
  { name: "client: echo", weight: 40, calls: 1, run: echo },
  { name: "client: slow", weight: 25, calls: 1, run: slow },
  { name: "client: ask", weight: 15, calls: 1, run: ask },
  { name: "client: cancel", weight: 6, calls: 1, run: cancel },
  { name: "client: task", weight: 8, calls: 1, run: work },
];

/** Connects, as often as it takes. */
export async function connectOwn(
  client: Client,
  sea: Sea,
  era: "sessions" | "stateless",
): Promise<OwnClient> {
  for (let attempt = 0; ; attempt++) {
    try {
      return { client, sea, era, caller: await connected(client.url, era) };
    } catch (error) {
      if (!isPassing(error) || attempt === 60) throw error;
      await pause(100);
    }
  }
}

async function connected(url: URL, era: "sessions" | "stateless") {
  const client = createClient({
    info: { name: "storm", version: "1.0.0" },
    revisions: [era === "sessions" ? "2025-11-25" : "2026-07-28"],
    extensions: [tasks],
    handlers: {
      elicit: ({ message }) => ({
        action: "accept",
        content: { answer: `re ${message}` },
      }),
    },
    // Streams that break are what this is about.
    onError() {},
  });
  await client.connect(
    httpTransport({
      url,
      eras: createEraCache(),
      reconnect: { attempts: 60, delayMs: 50, maxDelayMs: 200 },
      onWarning() {},
    }),
  );
  return client;
}

async function echo(own: OwnClient): Promise<void> {
  const token = own.client.nextToken();
  requireEqual(await textOf(own, "echo", { token }), token, "echo");
  done(own, "echo", token);
}

async function slow(own: OwnClient): Promise<void> {
  const { random, nextToken } = own.client;
  const token = nextToken();
  const steps = random.between(2, 8);
  const progress: number[] = [];
  const input = { token, steps, gap: random.between(0, 20) };
  const found = await textOf(own, "slow", input, {
    onProgress: ({ progress: told }) => progress.push(told),
  });
  requireEqual(found, token, "slow");
  requireEqual(progress, upTo(steps), "progress");
  done(own, "slow", token);
}

async function ask(own: OwnClient): Promise<void> {
  const token = own.client.nextToken();
  const asked = textOf(own, "ask", { token });
  const found = await asked.catch((error: unknown) => {
    // What is lost there is the second run, or both.
    if (own.era === "stateless" && error instanceof NoResult)
      throw new NoResult(`${token}+`, error.why, error.message);
    throw error;
  });
  requireEqual(found, `${token} re ${token}`, "answer");
  done(own, "ask", token);
}

async function cancel(own: OwnClient): Promise<void> {
  const token = own.client.nextToken();
  const abort = new AbortController();
  const options = {
    signal: abort.signal,
    onProgress: (): void => abort.abort(new Error("enough")),
  };
  try {
    await textOf(own, "hold", { token }, options);
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    return done(own, "hold", token);
  }
  throw new Error("answered all the same");
}

async function work(own: OwnClient): Promise<void> {
  const { random, nextToken } = own.client;
  const token = nextToken();
  const steps = random.between(1, 6);
  const input = { token, steps, gap: random.between(5, 40) };
  requireEqual(await textOf(own, "work", input), token, "work");
  done(own, "work", token);
}

/** What a tool says; throws a NoResult for an error that tells of a death. */
async function textOf(
  { caller }: OwnClient,
  name: string,
  input: { readonly token: string; readonly [name: string]: unknown },
  options: CallOptions = {},
): Promise<string> {
  const call = { name, arguments: input };
  try {
    const { content = [] } = await caller.callTool(call, {
      timeout: 60_000,
      ...options,
    });
    const [block] = content;
    return block && "text" in block ? String(block.text) : "";
  } catch (error) {
    throw noResult(input.token, error) ?? error;
  }
}

function noResult(token: string, error: unknown): NoResult | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message } = error;
  if (error instanceof HttpError) {
    if (error.status === 502) return new NoResult(token, "502", message);
    // Its process died before others knew of the stream.
    if (error.status === 400 && message.startsWith("GET "))
      return new NoResult(token, "told", message);
    if (error.status === 503) return new NoResult(token, "away", message);
    return undefined;
  }
  if (/process .*ended/i.test(message))
    return new NoResult(token, "told", message);
  // What a stream that broke is called.
  return error.name === "TransportError"
    ? new NoResult(token, "cut", message)
    : undefined;
}

function isPassing(error: unknown): boolean {
  return noResult("", error) !== undefined;
}

function done({ sea }: OwnClient, name: string, token: string): void {
  sea.answered.push([name, token]);
}
