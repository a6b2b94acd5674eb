import { pause, type Operation } from "../../../lab/load/clients/client.ts";
import {
  requireEqual,
  show,
  textOf,
  upTo,
} from "../../../lab/load/expected.ts";
import type { Message } from "../../../lab/load/http.ts";
import { NoResult } from "./sea.ts";
import {
  call,
  notify,
  settled,
  type Session,
  type SessionCall,
} from "./session.ts";

type Operations = readonly [Operation<Session>, ...Operation<Session>[]];

/** What a client does in a session, each request of which may reach another process. */
export const sessionOperations: Operations = [
  { name: "echo in a session", weight: 35, calls: 1, run: echo },
  { name: "slow in a session", weight: 15, calls: 1, run: slow },
  { name: "resume", weight: 12, calls: 1, run: resume },
  { name: "later", weight: 5, calls: 1, run: later },
  { name: "elicit", weight: 12, calls: 1, run: elicit },
  { name: "cancel in a session", weight: 6, calls: 1, run: cancel },
  { name: "subscribe", weight: 6, calls: 1, run: subscribe },
  { name: "list change", weight: 3, calls: 1, run: relist },
  { name: "task in a session", weight: 5, calls: 1, run: work },
  { name: "break the stream", weight: 3, calls: 0, run: breaks },
];

async function echo(session: Session): Promise<void> {
  const token = session.client.nextToken();
  const found = textOf(await tool(session, "echo", { token }).answer());
  requireEqual(found, token, "echo");
  done(session, "echo", token);
}

async function slow(session: Session): Promise<void> {
  const { random, nextToken } = session.client;
  const token = nextToken();
  const steps = random.between(2, 8);
  const asked = tool(session, "slow", {
    ...{ token, steps },
    gap: random.between(0, 20),
  });
  requireEqual(textOf(await asked.answer()), token, "slow");
  requireEqual(asked.asked.expected.progress, upTo(steps), "progress");
  done(session, "slow", token);
}

/** Loses the connection twice, and comes back at other processes. */
async function resume(session: Session): Promise<void> {
  const { random, nextToken } = session.client;
  const token = nextToken();
  const steps = random.between(4, 10);
  const losses = [random.between(1, 2), random.between(3, 4)];
  const input = { token, steps, gap: random.between(0, 20) };
  const asked: SessionCall = tool(session, "slow", input, {
    onMessage() {
      if (losses[0] !== asked.asked.expected.progress.length) return;
      losses.shift();
      asked.cut();
    },
  });
  requireEqual(textOf(await asked.answer()), token, "slow");
  requireEqual(asked.asked.expected.progress, upTo(steps), "progress");
  done(session, "slow", token);
}

/** The server closes the stream, and the answer is fetched elsewhere. */
async function later(session: Session): Promise<void> {
  const token = session.client.nextToken();
  const asked = tool(session, "later", { token, gap: 20 });
  requireEqual(textOf(await asked.answer()), token, "later");
  done(session, "later", token);
}

/** The answer reaches another process than the one that asked. */
async function elicit(session: Session): Promise<void> {
  const { client, headers } = session;
  const token = client.nextToken();
  let replied: Promise<void> | undefined;
  const asked = tool(
    session,
    "ask",
    { token },
    {
      onQuestion({ id, method, params }) {
        requireEqual(method, "elicitation/create", "question");
        requireEqual(params?.["message"], token, "question");
        if (replied) throw new Error("asked twice");
        const content = { answer: `re ${token}` };
        const result = { action: "accept", content };
        replied = pause(client.random.between(0, 60)).then(() =>
          notify(client, headers, { id, result }),
        );
      },
    },
  );
  try {
    const found = textOf(await asked.answer());
    requireEqual(found, `${token} re ${token}`, "answer");
  } finally {
    await replied;
  }
  done(session, "ask", token);
}

/** Takes a call back at another process than the one that works on it. */
async function cancel(session: Session): Promise<void> {
  const { client, headers } = session;
  const token = client.nextToken();
  const asked = tool(session, "hold", { token });
  const { status } = await asked.asked.exchange.began;
  if (status === 200) {
    await pause(client.random.between(0, 10));
    await notify(client, headers, {
      method: "notifications/cancelled",
      params: { requestId: asked.asked.expected.id, reason: "enough" },
    });
  }
  const isAnswered = await asked.end();
  // Its process may have died before it heard of it.
  if (isAnswered) {
    const { error } = asked.asked.expected.answer();
    if (!error) throw new Error("answered all the same");
    throw new NoResult(token, "told", error.message);
  }
  done(session, "hold", token);
}

async function subscribe(session: Session): Promise<void> {
  const { client, changes, sea, told } = session;
  const token = client.nextToken();
  const uri = `storm://${token}`;
  const began = performance.now();
  await settled(session, "resources/subscribe", { uri });
  try {
    const touched = textOf(await tool(session, "touch", { token }).answer());
    requireEqual(touched, token, "touch");
    done(session, "touch", token);
    await sea.changeHeard(
      told,
      () => changes.has(uri),
      `${uri} in a session`,
      token,
    );
  } finally {
    await settled(session, "resources/unsubscribe", { uri });
  }
  const times = changes.get(uri) ?? 0;
  if (times < 2) return;
  // Who keeps the session may hear of a change before it hears of the subscription,
  // and tells once more what it may have passed over.
  if (times > 2 && sea.isCalmSince(began))
    throw new Error(`a change was told ${times} times`);
  sea.doubled++;
}

async function relist(session: Session): Promise<void> {
  const { client, changes, sea, told } = session;
  const token = client.nextToken();
  const what = "notifications/tools/list_changed";
  const before = changes.get(what) ?? 0;
  const found = textOf(await tool(session, "relist", { token }).answer());
  requireEqual(found, token, "relist");
  done(session, "relist", token);
  const isHeard = (): boolean => (changes.get(what) ?? 0) > before;
  await sea.changeHeard(told, isHeard, `${what} in a session`, token);
}

/** A task that is polled, and whose result is fetched, at any process. */
async function work(session: Session): Promise<void> {
  const { client } = session;
  const { random } = client;
  const token = client.nextToken();
  const steps = random.between(1, 6);
  const input = { token, steps, gap: random.between(5, 40) };
  const made = await call(
    session,
    "tools/call",
    { name: "work", arguments: input, task: { ttl: 80_000 } },
    token,
  ).answer();
  // What the revision has there.
  const task = made.result?.["task"] as { readonly taskId: string };
  const { taskId } = task;
  for (let polls = 0; ; polls++) {
    await pause(50);
    const found = await settled(session, "tasks/get", { taskId });
    requireEqual(found["taskId"], taskId, "the task");
    if (found["status"] === "working" && polls < 300) continue;
    if (found["status"] === "failed")
      throw new NoResult(token, "told", show(found["statusMessage"]));
    requireEqual(found["status"], "completed", `the task ${show(found)}`);
    break;
  }
  const result = await settled(session, "tasks/result", { taskId });
  requireEqual(textOf({ result }), token, "work");
  done(session, "work", token);
}

function breaks(session: Session): Promise<void> {
  session.breakStream();
  return Promise.resolve();
}

function tool(
  session: Session,
  name: string,
  input: object,
  listeners: {
    readonly onQuestion?: (question: Message) => void;
    readonly onMessage?: () => void;
  } = {},
): SessionCall {
  const { token } = input as { readonly token: string };
  const params = { name, arguments: input };
  return call(session, "tools/call", params, token, listeners);
}

function done({ sea }: Session, name: string, token: string): void {
  sea.answered.push([name, token]);
}
