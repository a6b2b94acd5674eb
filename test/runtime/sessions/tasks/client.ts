import { expect } from "vitest";
import {
  eventsOf,
  messagesOf,
  type Events,
} from "../../http/session-client.ts";
import {
  initializeAs,
  modernRequest,
  newestHandshake,
  notification,
  request,
} from "../../revisions.ts";
import { declared, askable } from "../../tasks/server/asker.ts";

export type Fields = Record<string, unknown>;

/** A client without any protocol code of its own: each request goes to the process that the test names. */
export interface TaskClient {
  /** Posts a request, and gives the answer's events as they come. */
  open(url: string, method: string, params?: Fields): Promise<Events>;
  /** The result of a request; fails where it is refused. */
  ask(url: string, method: string, params?: Fields): Promise<Fields>;
  /** Posts a message that has no answer. */
  tell(url: string, message: Fields): Promise<number>;
  /** Makes a task of a tool, and gives what is known of it. */
  begin(url: string, tool: string, token: string): Promise<Fields>;
  /** Polls until a task has a status. */
  until(url: string, taskId: unknown, status: string): Promise<Fields>;
}

let lastId = 0;

/** One of the revision with the extension. */
export function modernClient(): TaskClient {
  return clientOf({
    message: (method, params) =>
      modernRequest(++lastId, method, params, declared),
    headers: (method, params) => {
      const name = params["name"] ?? params["taskId"];
      return {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        ...(typeof name === "string" && { "mcp-name": name }),
      };
    },
    call: (name, args) => ({ name, arguments: args }),
    begun: (result) => result,
  });
}

/** One with a session, which it opens at the process of the URL. */
export async function sessionClient(url: string): Promise<TaskClient> {
  const opened = await post(url, initializeAs(newestHandshake, askable), {});
  await opened.text();
  const session = opened.headers.get("mcp-session-id") ?? "";
  const headers = {
    "mcp-session-id": session,
    "mcp-protocol-version": newestHandshake,
  };
  const client = clientOf({
    message: (method, params) => request(++lastId, method, params),
    headers: () => headers,
    call: (name, args) => ({ name, arguments: args, task: {} }),
    begun: ({ task }) => task as Fields,
  });
  await client.tell(url, notification("notifications/initialized"));
  return client;
}

interface Manner {
  message(method: string, params: Fields): Fields;
  headers(method: string, params: Fields): Readonly<Record<string, string>>;
  call(name: string, args: Fields): Fields;
  begun(result: Fields): Fields;
}

function clientOf(manner: Manner): TaskClient {
  const send = (url: string, method: string, params: Fields) =>
    post(url, manner.message(method, params), manner.headers(method, params));
  const client: TaskClient = {
    open: async (url, method, params = {}) =>
      eventsOf(await send(url, method, params)),
    async ask(url, method, params = {}) {
      const answer = await lastOf(await send(url, method, params));
      expect(answer).toHaveProperty("result");
      return answer["result"] as Fields;
    },
    async tell(url, message) {
      const response = await post(url, message, manner.headers("", {}));
      await response.text();
      return response.status;
    },
    async begin(url, tool, token) {
      const params = manner.call(tool, { token });
      return manner.begun(await client.ask(url, "tools/call", params));
    },
    async until(url, taskId, status) {
      const end = Date.now() + 15_000;
      for (;;) {
        const task = await client.ask(url, "tasks/get", { taskId });
        if (task["status"] === status) return task;
        if (Date.now() > end)
          throw new Error(`it never was ${status}: ${JSON.stringify(task)}`);
      }
    },
  };
  return client;
}

function post(
  url: string,
  message: Fields,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify(message),
  });
}

async function lastOf(response: Response): Promise<Fields> {
  const type = response.headers.get("content-type");
  if (type !== "text/event-stream") return (await response.json()) as Fields;
  return messagesOf(await eventsOf(response).rest()).at(-1) ?? {};
}
