import { eventReader } from "../../../support/event-stream.ts";
import {
  fieldsOf,
  requestOf,
  revision,
  type Examiner,
  type Fields,
  type Listening,
  type Reply,
  type Unusual,
} from "./examiner.ts";

/** Answers a request: `fetch`, or a handler in this process. */
export type Fetch = (request: Request) => Promise<Response> | Response;

/** An examiner of a server over HTTP. */
export function overHttp(fetch: Fetch, url = "http://localhost/mcp"): Examiner {
  const open = new Set<Listening>();
  const post = async (message: Fields, unusual: Unusual): Promise<Response> =>
    fetch(
      new Request(url, {
        method: "POST",
        headers: headersOf(message, unusual),
        body: JSON.stringify(message),
      }),
    );
  return {
    async ask(method, params, unusual = {}) {
      const response = await post(requestOf(method, params, unusual), unusual);
      return replyOf(response);
    },
    async listen(notifications, unusual = {}) {
      const message = requestOf(
        "subscriptions/listen",
        { notifications },
        unusual,
      );
      const listening = await listeningTo(await post(message, unusual));
      open.add(listening);
      return listening;
    },
    async close() {
      await Promise.all([...open].map((listening) => listening.close()));
    },
  };
}

function headersOf(
  { method, params }: Fields,
  { headers = {}, as }: Unusual,
): Headers {
  const { name, uri, taskId } = fieldsOf(params);
  const named = name ?? uri ?? taskId;
  const usual = {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "mcp-protocol-version": revision,
    "mcp-method": String(method),
    ...(typeof named === "string" && { "mcp-name": named }),
    ...(as !== undefined && { authorization: `Bearer ${as}` }),
  };
  const made = new Headers(usual);
  for (const [header, value] of Object.entries(headers)) {
    if (value === undefined) made.delete(header);
    else made.set(header, value);
  }
  return made;
}

async function replyOf(response: Response): Promise<Reply> {
  const messages = isStream(response)
    ? messagesIn(await response.text())
    : [fieldsOf(await response.json())];
  // The last message of a stream is the answer.
  const answer = messages.at(-1) as Reply | undefined;
  const before = messages.slice(0, -1);
  return { ...answer, status: response.status, before };
}

function isStream({ headers }: Response): boolean {
  return headers.get("content-type") === "text/event-stream";
}

function messagesIn(text: string): Fields[] {
  const messages: Fields[] = [];
  const read = eventReader(({ data }) => {
    if (data !== "") messages.push(fieldsOf(JSON.parse(data)));
  });
  read(text);
  return messages;
}

async function listeningTo(response: Response): Promise<Listening> {
  if (!isStream(response)) {
    const first = fieldsOf(await response.json());
    const end = (): Promise<undefined> => Promise.resolve(undefined);
    return { first, next: end, close: end };
  }
  const reader = response.body
    ?.pipeThrough(new TextDecoderStream())
    .getReader();
  const waiting: Fields[] = [];
  const read = eventReader(({ data }) => {
    if (data !== "") waiting.push(fieldsOf(JSON.parse(data)));
  });
  const next = async (): Promise<Fields | undefined> => {
    while (waiting.length === 0) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return undefined;
      read(chunk.value);
    }
    return waiting.shift();
  };
  return {
    first: fieldsOf(await next()),
    next,
    close: async () => reader?.cancel(),
  };
}
