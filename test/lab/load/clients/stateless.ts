import { requireEqual, show, textOf, upTo } from "../expected.ts";
import type { Headers, Message } from "../http.ts";
import { waiting } from "../waiting.ts";
import {
  answerOf,
  ask,
  pause,
  requireStatus,
  type Client,
  type Operation,
} from "./client.ts";

const revision = "2026-07-28";

/** What a client of the stateless lifecycle does. */
export const statelessOperations: readonly [
  Operation<Client>,
  ...Operation<Client>[],
] = [
  { name: "echo", weight: 60, calls: 1, run: echo },
  { name: "stream", weight: 12, calls: 1, run: stream },
  { name: "input required", weight: 8, calls: 2, run: inputRequired },
  { name: "refused", weight: 4, calls: 1, run: refused },
  { name: "cancel by closing", weight: 5, calls: 1, run: cancel },
  { name: "break in mid-stream", weight: 5, calls: 1, run: breakStream },
  { name: "listen", weight: 6, calls: 1, run: listen },
];

async function echo(client: Client): Promise<void> {
  const token = client.nextToken();
  client.expectRun("echo");
  const asked = call(client, "echo", { token }, token);
  requireEqual(textOf(await answerOf(asked)), token, "echo");
}

async function stream(client: Client): Promise<void> {
  const token = client.nextToken();
  const count = client.random.between(1, 5);
  client.expectRun("stream");
  const gap = client.random.between(0, 2);
  const asked = call(client, "stream", { token, count, gap }, token);
  requireEqual(textOf(await answerOf(asked)), token, "stream");
  requireEqual(asked.expected.progress, upTo(count), "progress");
}

async function inputRequired(client: Client): Promise<void> {
  const token = client.nextToken();
  client.expectRun("ask", 2);
  const first = await answerOf(call(client, "ask", { token }, token));
  const { resultType, inputRequests, requestState } = first.result ?? {};
  requireEqual(resultType, "input_required", "result type");
  if (!show(inputRequests).includes(`"${token}"`))
    throw new Error(`the question of another: ${show(inputRequests)}`);
  const answer = { action: "accept", content: { answer: `re ${token}` } };
  const again = call(client, "ask", { token }, token, {
    inputResponses: { answer },
    requestState,
  });
  const text = textOf(await answerOf(again));
  requireEqual(text, `${token} re ${token}`, "answer");
}

async function refused(client: Client): Promise<void> {
  const token = client.nextToken();
  const asked = call(client, token, {}, token);
  const { error } = await answerOf(asked, 400);
  if (!error?.message.includes(token))
    throw new Error(`the error of another: ${show(error)}`);
}

async function cancel(client: Client): Promise<void> {
  const token = client.nextToken();
  client.expectRun("hold");
  client.expectAborted("hold");
  const asked = call(client, "hold", { token }, token);
  await asked.exchange.began;
  await pause(client.random.between(0, 5));
  asked.exchange.cut();
  asked.check();
  if (asked.expected.isAnswered) throw new Error("answered all the same");
}

async function breakStream(client: Client): Promise<void> {
  const token = client.nextToken();
  client.expectRun("stream");
  client.expectAborted("stream");
  // It goes on for longer than anybody listens.
  const input = { token, count: 1000, gap: 5 };
  const asked = call(client, "stream", input, token, {}, () => {
    if (asked.expected.progress.length === 2) asked.exchange.cut();
  });
  await asked.exchange.over;
  asked.check();
  requireEqual(asked.expected.progress.slice(0, 2), [1, 2], "progress");
}

/** Opens a stream of changes, has one made, hears it once, and leaves. */
async function listen(client: Client): Promise<void> {
  const token = client.nextToken();
  const uri = `load://${token}`;
  const id = client.nextId();
  const heard: Message[] = [];
  const wait = waiting();
  const listening = ask(
    client,
    headersOf("subscriptions/listen"),
    request(id, "subscriptions/listen", {
      notifications: { resourceSubscriptions: [uri] },
    }),
    token,
    {
      onQuestion(message) {
        heard.push(message);
        wait.tell();
      },
    },
  );
  requireStatus(await listening.exchange.began, 200);
  await wait.until(() => heard.length === 1);
  client.expectRun("touch");
  const touched = call(client, "touch", { token }, token);
  requireEqual(textOf(await answerOf(touched)), token, "touch");
  await wait.until(() => heard.length === 2);
  await pause(client.random.between(0, 5));
  listening.exchange.cut();
  listening.check();
  requireEqual(
    heard.map(({ method, params }) => [
      method,
      params?.["uri"],
      Object(params?.["_meta"])["io.modelcontextprotocol/subscriptionId"],
    ]),
    [
      ["notifications/subscriptions/acknowledged", null, id],
      ["notifications/resources/updated", uri, id],
    ],
    "changes",
  );
}

function call(
  client: Client,
  name: string,
  input: object,
  token: string,
  more: object = {},
  onMessage?: (message: Message) => void,
): ReturnType<typeof ask> {
  const id = client.nextId();
  const params = { name, arguments: input, ...more };
  return ask(
    client,
    { ...headersOf("tools/call"), "mcp-name": name },
    request(id, "tools/call", params),
    token,
    onMessage && { onMessage },
  );
}

function headersOf(method: string): Headers {
  return { "mcp-protocol-version": revision, "mcp-method": method };
}

function request(
  id: number,
  method: string,
  params: object,
): { readonly id: number } {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
    progressToken: id,
  };
  return Object.assign(
    { jsonrpc: "2.0", id, method },
    {
      params: { ...params, _meta },
    },
  );
}
