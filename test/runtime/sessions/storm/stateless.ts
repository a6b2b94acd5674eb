import {
  ask,
  pause,
  type Asked,
  type Client,
  type Operation,
} from "../../../lab/load/clients/client.ts";
import {
  requireEqual,
  show,
  textOf,
  upTo,
} from "../../../lab/load/expected.ts";
import type { Message } from "../../../lab/load/http.ts";
import { waiting } from "../../../lab/load/waiting.ts";
import { lone, requireAnswer } from "./answers.ts";
import { NoResult, type Sea } from "./sea.ts";

const revision = "2026-07-28";
const extension = "io.modelcontextprotocol/tasks";

type Operations = readonly [Operation<Client>, ...Operation<Client>[]];

/** What a client of the stateless lifecycle does in the storm. */
export function statelessOperations(sea: Sea): Operations {
  const { answered } = sea;
  const done = (tool: string, token: string): void =>
    void answered.push([tool, token]);

  async function echo(client: Client): Promise<void> {
    const token = client.nextToken();
    const found = textOf(await answer(client, "echo", { token }, token));
    requireEqual(found, token, "echo");
    done("echo", token);
  }

  async function sum(client: Client): Promise<void> {
    const token = client.nextToken();
    const numbers = upTo(client.random.between(1, 50));
    const found = textOf(
      await answer(client, "sum", { token, numbers }, token),
    );
    const wanted = (numbers.length * (numbers.length + 1)) / 2;
    requireEqual(found, `${token} ${wanted}`, "sum");
    done("sum", token);
  }

  async function slow(client: Client): Promise<void> {
    const token = client.nextToken();
    const steps = client.random.between(2, 8);
    const gap = client.random.between(0, 20);
    const asked = call(client, "slow", { token, steps, gap }, token);
    requireEqual(textOf(await lone(asked, token)), token, "slow");
    requireEqual(asked.expected.progress, upTo(steps), "progress");
    done("slow", token);
  }

  /** The second request is answered by another process than the first. */
  async function question(client: Client): Promise<void> {
    const token = client.nextToken();
    const first = await answer(client, "ask", { token }, token);
    const { resultType, inputRequests, requestState } = first.result ?? {};
    requireEqual(resultType, "input_required", "result type");
    if (!show(inputRequests).includes(`"${token}"`))
      throw new Error(`the question of another: ${show(inputRequests)}`);
    done("ask", token);
    await pause(client.random.between(0, 30));
    const reply = { action: "accept", content: { answer: `re ${token}` } };
    const again = call(client, "ask", { token }, token, {
      inputResponses: { answer: reply },
      requestState,
    });
    const found = textOf(await lone(again, `${token}+`));
    requireEqual(found, `${token} re ${token}`, "answer");
    done("ask", `${token}+`);
  }

  async function cancel(client: Client): Promise<void> {
    const token = client.nextToken();
    const asked = call(client, "hold", { token }, token);
    requireAnswer(token, await asked.exchange.began);
    await pause(client.random.between(0, 10));
    asked.exchange.cut();
    asked.check();
    if (asked.expected.isAnswered) throw new Error("answered all the same");
    done("hold", token);
  }

  /** Opens a stream of changes, has one made at another process, and hears of it. */
  async function listen(client: Client): Promise<void> {
    const token = client.nextToken();
    const uri = `storm://${token}`;
    const heard: Message[] = [];
    const wait = waiting();
    const id = client.nextId();
    const params = { notifications: { resourceSubscriptions: [uri] } };
    const listening = ask(
      client,
      headersOf("subscriptions/listen"),
      request(id, "subscriptions/listen", params),
      token,
      {
        onQuestion(message) {
          heard.push(message);
          wait.tell();
        },
      },
    );
    let isCut = false;
    void listening.exchange.over.then(() => {
      isCut = true;
      wait.tell();
    });
    try {
      requireAnswer("", await listening.exchange.began);
      await wait.until(() => heard.length > 0 || isCut);
      if (isCut) throw new NoResult("", "cut", "the stream of changes");
      const touched = textOf(await answer(client, "touch", { token }, token));
      requireEqual(touched, token, "touch");
      done("touch", token);
      // Who cannot come back for what it missed, has to look by itself.
      await sea.changeHeard(
        wait,
        () => heard.length > 1 || isCut,
        `${uri} by listening`,
        token,
      );
      if (isCut || heard.length < 2) return;
      const [, change] = heard;
      requireEqual(change?.params?.["uri"], uri, "change");
    } finally {
      listening.exchange.cut();
    }
    listening.check();
  }

  /** A task, asked for wherever the proxy leads. */
  async function work(client: Client): Promise<void> {
    const token = client.nextToken();
    const steps = client.random.between(1, 6);
    const input = { token, steps, gap: client.random.between(5, 40) };
    const made = await answer(client, "work", input, token);
    const taskId = made.result?.["taskId"];
    requireEqual(made.result?.["resultType"], "task", "result type");
    for (let polls = 0; ; polls++) {
      await pause(50);
      const polled = await poll(client, taskId, token);
      const { status, result, error } = polled;
      if (status === "working" && polls < 300) continue;
      if (status === "failed" && error)
        throw new NoResult(token, "told", show(error));
      requireEqual(status, "completed", `the task ${show(polled)}`);
      // What a tool's result is, in the task.
      requireEqual(textOf({ result } as Message), token, "work");
      break;
    }
    done("work", token);
  }

  async function poll(
    client: Client,
    taskId: unknown,
    token: string,
  ): Promise<NonNullable<Message["result"]>> {
    const headers = {
      ...headersOf("tasks/get"),
      "mcp-name": String(taskId),
    };
    for (;;) {
      try {
        const asked = ask(
          client,
          headers,
          request(client.nextId(), "tasks/get", { taskId }),
          token,
        );
        const { result = {} } = await lone(asked, token);
        requireEqual(result["taskId"], taskId, "the task");
        return result;
      } catch (error) {
        // To ask again does no harm.
        if (!(error instanceof NoResult)) throw error;
        await pause(100);
      }
    }
  }

  const all: Operations = [
    { name: "echo", weight: 40, calls: 1, run: echo },
    { name: "sum", weight: 20, calls: 1, run: sum },
    { name: "slow", weight: 15, calls: 1, run: slow },
    { name: "question", weight: 10, calls: 2, run: question },
    { name: "cancel", weight: 6, calls: 1, run: cancel },
    { name: "listen", weight: 5, calls: 2, run: listen },
    { name: "task", weight: 5, calls: 1, run: work },
  ];
  return all;
}

function answer(
  client: Client,
  name: string,
  input: object,
  token: string,
): Promise<Message> {
  return lone(call(client, name, input, token), token);
}

function call(
  client: Client,
  name: string,
  input: object,
  token: string,
  more: object = {},
): Asked {
  const params = { name, arguments: input, ...more };
  return ask(
    client,
    { ...headersOf("tools/call"), "mcp-name": name },
    request(client.nextId(), "tools/call", params),
    token,
  );
}

function headersOf(method: string): Record<string, string> {
  return { "mcp-protocol-version": revision, "mcp-method": method };
}

function request(
  id: number,
  method: string,
  params: object,
): { readonly id: number } {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientCapabilities": {
      elicitation: {},
      extensions: { [extension]: {} },
    },
    progressToken: id,
  };
  const message = { jsonrpc: "2.0", id, method, params: { ...params, _meta } };
  return message;
}
