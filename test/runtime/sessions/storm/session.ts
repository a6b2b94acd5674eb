import {
  ask,
  guarded,
  pause,
  send,
  type Asked,
  type Client,
} from "../../../lab/load/clients/client.ts";
import { requireEqual, show } from "../../../lab/load/expected.ts";
import type { Exchange, Headers, Message } from "../../../lab/load/http.ts";
import { waiting, type Waiting } from "../../../lab/load/waiting.ts";
import { requireAnswer, requireResult, untilTaken } from "./answers.ts";
import { NoResult, type Sea } from "./sea.ts";

const revision = "2025-11-25";

/** A session that any process serves, with the stream of what belongs to no call. */
export interface Session {
  readonly client: Client;
  readonly sea: Sea;
  readonly headers: Headers;
  /** How often each change was told: by the URI of a resource, or the name of a list. */
  readonly changes: ReadonlyMap<string, number>;
  readonly told: Waiting;
  /** Breaks the stream; it comes back by itself. */
  breakStream(): void;
  /** Says goodbye, or just goes. */
  leave(how: "goodbye" | "vanish"): Promise<void>;
}

export async function openSession(client: Client, sea: Sea): Promise<Session> {
  const params = {
    protocolVersion: revision,
    capabilities: { elicitation: {} },
    clientInfo: { name: "storm", version: "1.0.0" },
  };
  // One whose answer is lost was opened, and is forgotten by itself.
  const answer = await untilTaken(
    () => {
      const id = client.nextId();
      const body = { jsonrpc: "2.0", id, method: "initialize", params };
      return send(client, {}, { method: "POST", body });
    },
    (status) => status === 200,
  );
  const headers = {
    "mcp-session-id": String(answer.headers["mcp-session-id"]),
    "mcp-protocol-version": revision,
  };
  await notify(client, headers, { method: "notifications/initialized" });
  sea.sessions++;
  return withStream(client, sea, headers);
}

function withStream(client: Client, sea: Sea, headers: Headers): Session {
  const changes = new Map<string, number>();
  const told = waiting();
  let last: string | undefined;
  let isLeft = false;
  let stream: Exchange | undefined;
  const hear = ({ method = "", params }: Message): void => {
    const what = String(params?.["uri"] ?? method);
    if (!method.startsWith("notifications/"))
      throw new Error(`on the stream of a session: ${method}`);
    changes.set(what, (changes.get(what) ?? 0) + 1);
    told.tell();
  };
  const checks: (() => void)[] = [];
  const open = (onMessage: (message: Message) => void): Exchange =>
    send(
      client,
      { ...headers, ...(last !== undefined && { "last-event-id": last }) },
      {
        method: "GET",
        onMessage,
        onEvent: ({ id }) => (last = id ?? last),
      },
    );
  const refusals: string[] = [];
  /** Opens it, and opens it again whenever it ends. */
  const keepOpen = async (): Promise<void> => {
    while (!isLeft) {
      const heard = guarded(hear);
      stream = open(heard.run);
      const answer = await stream.began.catch(() => undefined);
      if (answer && ![200, 502, 503].includes(answer.status) && !isLeft)
        return void refusals.push(`${answer.status}: ${answer.text}`);
      await stream.over;
      // The body of a refusal is no message of the stream.
      if (answer?.status === 200) checks.push(heard.check);
      if (!isLeft) await pause(answer?.status === 200 ? 5 : 100);
    }
  };
  const kept = keepOpen();
  return {
    client,
    sea,
    headers,
    changes,
    told,
    breakStream: () => stream?.cut(),
    async leave(how) {
      isLeft = true;
      if (how === "vanish") stream?.cut();
      else
        await untilTaken(
          () => send(client, headers, { method: "DELETE" }),
          // What is sent again finds that it was done.
          (status) => status === 204 || status === 404,
        );
      stream?.cut();
      await kept;
      for (const check of checks) check();
      requireEqual(refusals, [], "the stream of a session");
    },
  };
}

/** Sends what has no answer, until some process takes it. */
export async function notify(
  client: Client,
  headers: Headers,
  message: object,
): Promise<void> {
  const body = { jsonrpc: "2.0", ...message };
  await untilTaken(
    () => send(client, headers, { method: "POST", body }),
    (status) => status === 202,
  );
}

/** A call in a session: what came of it, and where to come back for the rest. */
export interface SessionCall {
  readonly asked: Asked;
  readonly token: string;
  /** The last event that was read. */
  last(): string | undefined;
  /** Breaks the connection that reads it now. */
  cut(): void;
  /** Its answer, fetched wherever the proxy leads. */
  answer(): Promise<Message>;
  /** Reads until nothing comes any more; gives whether it was answered. */
  end(): Promise<boolean>;
}

/** Sends a request in a session. */
export function call(
  session: Session,
  method: string,
  params: object,
  token: string,
  listeners: {
    readonly onQuestion?: (question: Message) => void;
    readonly onMessage?: () => void;
  } = {},
): SessionCall {
  const { client, headers, sea } = session;
  const id = client.nextId();
  let last: string | undefined;
  const onEvent = ({ id: own }: { readonly id?: string }): void => {
    last = own ?? last;
  };
  const body = {
    ...{ jsonrpc: "2.0", id, method },
    params: { ...params, _meta: { progressToken: id } },
  };
  const onQuestion = (message: Message): void => {
    if (message.method !== "notifications/message")
      return listeners.onQuestion?.(message);
    requireEqual(message.params?.["data"], token, "a log of another");
  };
  const asked = ask(client, headers, body, token, {
    onQuestion,
    onEvent,
    onMessage: () => listeners.onMessage?.(),
  });
  let { cut } = asked.exchange;
  const take = (message: Message): void => {
    asked.expected.take(message);
    listeners.onMessage?.();
  };

  /** Comes back for the rest until there is no more; gives whether it was answered. */
  async function end(): Promise<boolean> {
    requireAnswer(token, await asked.exchange.began);
    let how = await asked.exchange.over;
    asked.check();
    const deadline = performance.now() + patience;
    let isOver = false;
    while (!asked.expected.isAnswered && !isOver) {
      if (last === undefined)
        throw new NoResult(token, "cut", `${how}, before the first event`);
      if (performance.now() > deadline)
        throw new Error(`no answer at ${last} after ${patience} ms`);
      sea.resumed++;
      const before: string = last;
      // One for each: the body of a refusal is no message of the stream.
      const heard = guarded(take);
      const stream = send(
        client,
        { ...headers, "last-event-id": before },
        { method: "GET", onMessage: heard.run, onEvent },
      );
      cut = stream.cut;
      const { status, text = "" } = await stream.began;
      how = await stream.over;
      if (status === 200) heard.check();
      // There is nothing behind what was read.
      if (status === 204) isOver = true;
      // Its process died before others knew of the stream.
      else if (status === 400) throw new NoResult(token, "told", text);
      else if (status === 502 || status === 503) await pause(100);
      else if (status !== 200) throw new Error(`status ${status}: ${text}`);
      // A stream that ends, and has nothing, is over.
      else isOver = how === "whole" && last === before;
    }
    return asked.expected.isAnswered;
  }

  return {
    asked,
    token,
    last: () => last,
    cut: () => cut(),
    end,
    async answer() {
      if (!(await end())) throw new Error("the stream is over, without answer");
      return requireResult(token, asked.expected.answer());
    },
  };
}

/** How long an answer may take, with all that is killed meanwhile, in milliseconds. */
const patience = 60_000;

/** Sends a request of a session whose repetition does no harm, until it has its result. */
export async function settled(
  session: Session,
  method: string,
  params: object,
): Promise<NonNullable<Message["result"]>> {
  for (let attempt = 0; ; attempt++) {
    try {
      const { result } = await call(session, method, params, "").answer();
      if (!result) throw new Error(`${method} has no result`);
      return result;
    } catch (error) {
      if (!(error instanceof NoResult) || attempt === 60)
        throw new Error(`${method} ${show(params)}: ${String(error)}`);
      await pause(100);
    }
  }
}
