import { Agent } from "node:http";
import { expected, type Expected } from "../expected.ts";
import {
  exchange,
  type Answer,
  type Exchange,
  type Headers,
  type HttpCall,
  type Message,
} from "../http.ts";
import type { Random } from "../random.ts";
import type { Runs } from "../report.ts";

/** What every client of the load test has, whichever lifecycle it speaks. */
export interface Client {
  readonly name: string;
  readonly url: URL;
  readonly agent: Agent;
  readonly random: Random;
  /** Ids count from 1 in every client: they collide, on purpose. */
  nextId(): number;
  /** A word that no other call in the test has. */
  nextToken(): string;
  /** Writes down that a handler has to run. */
  expectRun(tool: string, runs?: number): void;
  expectAborted(tool: string): void;
}

/** What a client can do, so many calls in one go, and how often it does it. */
export interface Operation<Subject> {
  readonly name: string;
  readonly weight: number;
  readonly calls: number;
  /** Throws when anything is lost, swapped or doubled. */
  readonly run: (subject: Subject) => Promise<void>;
}

export interface Ledger {
  readonly runs: Runs;
}

export function createClient(
  name: string,
  url: URL,
  random: Random,
  { runs }: Ledger,
): Client {
  let ids = 0;
  let tokens = 0;
  const runsOf = (tool: string): Runs[string] =>
    (runs[tool] ??= { started: 0, aborted: 0 });
  return {
    name,
    url,
    agent: new Agent({ keepAlive: true, maxSockets: 16 }),
    random,
    nextId: () => ++ids,
    nextToken: () => `${name}-${++tokens}`,
    expectRun: (tool, times = 1) => void (runsOf(tool).started += times),
    expectAborted: (tool) => void runsOf(tool).aborted++,
  };
}

export function send(
  { url, agent }: Client,
  headers: Headers,
  call: Pick<HttpCall, "method" | "body" | "onMessage" | "onEvent">,
): Exchange {
  return exchange({ url, agent, headers, ...call });
}

/** One request whose answer is awaited whole. */
export interface Asked {
  readonly expected: Expected;
  readonly exchange: Exchange;
  /** Throws what the first wrong message was. */
  check(): void;
}

/** Sends one request, and hears what comes for it. */
export function ask(
  client: Client,
  headers: Headers,
  body: { readonly id: number },
  token: string,
  listeners: {
    readonly onQuestion?: (question: Message) => void;
    readonly onMessage?: (message: Message) => void;
    readonly onEvent?: HttpCall["onEvent"];
  } = {},
): Asked {
  const wanted = expected(body.id, token, listeners.onQuestion);
  const guard = guarded((message: Message) => {
    wanted.take(message);
    listeners.onMessage?.(message);
  });
  return {
    expected: wanted,
    exchange: send(client, headers, {
      method: "POST",
      body,
      onMessage: guard.run,
      ...(listeners.onEvent && { onEvent: listeners.onEvent }),
    }),
    check: guard.check,
  };
}

/** Answers as a whole; throws unless the status is the one, and the answer there. */
export async function answerOf(
  { expected: wanted, exchange: sent, check }: Asked,
  status = 200,
): Promise<Message> {
  requireStatus(await sent.began, status);
  await sent.over;
  check();
  return wanted.answer();
}

export function requireStatus({ status, text }: Answer, wanted: number): void {
  if (status === wanted) return;
  throw new Error(`status ${status}, not ${wanted}: ${text ?? ""}`);
}

/** A listener whose errors wait until somebody asks. */
export function guarded<Value>(listener: (value: Value) => void): {
  run(value: Value): void;
  check(): void;
} {
  let first: unknown;
  return {
    run(value) {
      try {
        listener(value);
      } catch (error) {
        first ??= error;
      }
    },
    check() {
      if (first !== undefined) throw first;
    },
  };
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
