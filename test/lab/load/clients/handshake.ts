import {
  expected,
  requireEqual,
  show,
  textOf,
  upTo,
  type Expected,
} from "../expected.ts";
import type { Message } from "../http.ts";
import {
  answerOf,
  ask,
  guarded,
  pause,
  requireStatus,
  send,
  type Operation,
} from "./client.ts";
import { notify, request, type Session } from "./session.ts";

type Operations = readonly [Operation<Session>, ...Operation<Session>[]];

/** What a client does in a session of its revision. */
export function sessionOperations(revision: string): Operations {
  return [
    { name: "echo", weight: 60, calls: 1, run: echo },
    { name: "stream", weight: 12, calls: 1, run: stream },
    { name: "refused", weight: 4, calls: 1, run: refused },
    { name: "cancel", weight: 5, calls: 1, run: cancel },
    { name: "break and resume", weight: 6, calls: 1, run: resume },
    { name: "break and forget", weight: 3, calls: 1, run: forget },
    { name: "subscribe", weight: 4, calls: 1, run: subscribe },
    { name: "break the standalone stream", weight: 2, calls: 0, run: breaks },
    ...[
      { name: "batch", weight: 8, calls: 3, run: batch },
      { name: "elicit", weight: 8, calls: 1, run: elicit },
      { name: "poll", weight: 5, calls: 1, run: poll },
    ].filter(({ name }) => isIn(name, revision)),
  ];
}

function isIn(name: string, revision: string): boolean {
  switch (name) {
    case "batch":
      return revision === "2025-03-26";
    case "elicit":
      return revision > "2025-03-26";
    default:
      return revision === "2025-11-25";
  }
}

async function echo(session: Session): Promise<void> {
  const token = session.client.nextToken();
  session.client.expectRun("echo");
  const asked = call(session, "echo", { token }, token);
  requireEqual(textOf(await answerOf(asked)), token, "echo");
}

async function stream(session: Session): Promise<void> {
  const { random, nextToken, expectRun } = session.client;
  const token = nextToken();
  const count = random.between(1, 5);
  expectRun("stream");
  const input = { token, count, gap: random.between(0, 2) };
  const asked = call(session, "stream", input, token);
  requireEqual(textOf(await answerOf(asked)), token, "stream");
  requireEqual(asked.expected.progress, upTo(count), "progress");
}

async function refused(session: Session): Promise<void> {
  const token = session.client.nextToken();
  const { error } = await answerOf(call(session, token, {}, token));
  if (!error?.message.includes(token))
    throw new Error(`the error of another: ${show(error)}`);
}

async function cancel(session: Session): Promise<void> {
  const { client, headers } = session;
  const token = client.nextToken();
  client.expectRun("hold");
  client.expectAborted("hold");
  const asked = call(session, "hold", { token }, token);
  await asked.exchange.began;
  await pause(client.random.between(0, 5));
  await notify(client, headers, {
    method: "notifications/cancelled",
    params: { requestId: asked.expected.id, reason: "enough" },
  });
  requireEqual(await asked.exchange.over, "whole", "end of the response");
  asked.check();
  if (asked.expected.isAnswered) throw new Error("answered all the same");
}

/** Loses the connection somewhere, and comes back for the rest until it has all. */
async function resume(session: Session): Promise<void> {
  const { random, nextToken, expectRun } = session.client;
  const token = nextToken();
  const count = random.between(4, 8);
  const losses = [random.between(1, 2), random.between(3, 4)];
  let last: string | undefined;
  let cut = (): void => {};
  const onEvent = ({ id }: { readonly id?: string }): void => {
    last = id ?? last;
  };
  const onMessage = (): void => {
    if (losses[0] !== asked.expected.progress.length) return;
    losses.shift();
    cut();
  };
  expectRun("stream");
  const input = { token, count, gap: random.between(0, 4) };
  const asked = call(session, "stream", input, token, { onMessage, onEvent });
  cut = asked.exchange.cut;
  await asked.exchange.over;
  asked.check();
  for (let round = 0; !asked.expected.isAnswered; round++) {
    if (last === undefined || round > 5) throw new Error("no way to come back");
    await pause(random.between(0, 10));
    await comeBack(session, last, asked.expected, {
      onEvent,
      onMessage,
      onOpen: (open) => (cut = open),
    });
  }
  requireEqual(textOf(asked.expected.answer()), token, "stream");
  requireEqual(asked.expected.progress, upTo(count), "progress");
}

async function comeBack(
  { client, headers }: Session,
  last: string,
  wanted: Expected,
  listeners: {
    readonly onEvent?: (event: { readonly id?: string }) => void;
    readonly onMessage?: () => void;
    readonly onOpen?: (cut: () => void) => void;
  } = {},
): Promise<void> {
  const heard = guarded((message: Message) => {
    wanted.take(message);
    listeners.onMessage?.();
  });
  const stream = send(
    client,
    { ...headers, "last-event-id": last },
    {
      method: "GET",
      onMessage: heard.run,
      ...(listeners.onEvent && { onEvent: listeners.onEvent }),
    },
  );
  listeners.onOpen?.(stream.cut);
  requireStatus(await stream.began, 200);
  await stream.over;
  heard.check();
}

/** Loses the connection, and does not mind. */
async function forget(session: Session): Promise<void> {
  const token = session.client.nextToken();
  session.client.expectRun("forgotten");
  const asked = call(session, "forgotten", { token }, token);
  await asked.exchange.began;
  asked.exchange.cut();
  asked.check();
}

async function subscribe(session: Session): Promise<void> {
  const { client, changes, told } = session;
  const token = client.nextToken();
  const uri = `load://${token}`;
  await answerOf(plain(session, "resources/subscribe", { uri }));
  client.expectRun("touch");
  const touched = call(session, "touch", { token }, token);
  requireEqual(textOf(await answerOf(touched)), token, "touch");
  const times = (): number => changes.filter((one) => one === uri).length;
  await told.until(() => times() > 0);
  await answerOf(plain(session, "resources/unsubscribe", { uri }));
  requireEqual(times(), 1, "changes");
}

function breaks(session: Session): Promise<void> {
  return session.breakStream();
}

async function elicit(session: Session): Promise<void> {
  const { client, headers } = session;
  const token = client.nextToken();
  client.expectRun("ask");
  let answered: Promise<void> | undefined;
  const asked = call(session, "ask", { token }, token, {
    onQuestion({ id, method, params }) {
      requireEqual(method, "elicitation/create", "question");
      requireEqual(params?.["message"], token, "question");
      const content = { answer: `re ${token}` };
      const result = { action: "accept", content };
      answered = notify(client, headers, { id, result });
    },
  });
  const answer = await answerOf(asked);
  requireEqual(textOf(answer), `${token} re ${token}`, "answer");
  await answered;
}

/** The server closes the stream, and the answer is fetched later. */
async function poll(session: Session): Promise<void> {
  const token = session.client.nextToken();
  session.client.expectRun("later");
  let last: string | undefined;
  const asked = call(session, "later", { token }, token, {
    onEvent: ({ id }) => (last = id ?? last),
  });
  requireEqual(await asked.exchange.over, "whole", "end of the response");
  asked.check();
  if (asked.expected.isAnswered) throw new Error("the stream was not closed");
  if (last === undefined) throw new Error("no way to come back");
  await comeBack(session, last, asked.expected);
  requireEqual(textOf(asked.expected.answer()), token, "later");
}

async function batch({ client, headers }: Session): Promise<void> {
  const calls = ["echo", "stream", "echo"].map((name) => {
    const token = client.nextToken();
    const id = client.nextId();
    client.expectRun(name);
    const input = { token, count: 2, gap: 1 };
    const body = request(id, "tools/call", { name, arguments: input });
    return { id, token, body, expected: expected(id, token) };
  });
  const heard = guarded((message: Message) => {
    const key = message.id ?? message.params?.["progressToken"];
    const one = calls.find(({ id }) => id === key);
    if (!one) throw new Error(`the answer of another: ${show(message)}`);
    one.expected.take(message);
  });
  const sent = send(client, headers, {
    method: "POST",
    body: calls.map(({ body }) => body),
    onMessage: heard.run,
  });
  requireStatus(await sent.began, 200);
  await sent.over;
  heard.check();
  for (const { token, expected: one } of calls)
    requireEqual(textOf(one.answer()), token, "batch");
}

function call(
  session: Session,
  name: string,
  input: object,
  token: string,
  listeners: Parameters<typeof ask>[4] = {},
): ReturnType<typeof ask> {
  const { client, headers } = session;
  const params = { name, arguments: input };
  const body = request(client.nextId(), "tools/call", params);
  return ask(client, headers, body, token, listeners);
}

function plain(
  { client, headers }: Session,
  method: string,
  params: object,
): ReturnType<typeof ask> {
  return ask(client, headers, request(client.nextId(), method, params), "");
}
