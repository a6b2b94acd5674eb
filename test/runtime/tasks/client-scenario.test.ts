/**
 * What the conformance suite is going to ask of a client that knows tasks, over HTTP,
 * each check under the name that it has there.
 */
import { setImmediate as turn } from "node:timers/promises";
import {
  afterEach,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import {
  createEraCache,
  httpTransport,
} from "../../../src/runtime/http-client.ts";
import type { JsonObject } from "../../../src/runtime/protocol/message.ts";
import {
  discovered,
  failure,
  json,
  result,
  serve,
  type HttpServer,
  type Received,
} from "../http-client/http-server.ts";
import {
  createTaskClient,
  flat,
  hello,
  id,
  outcome,
  type TaskClient,
} from "./client-server.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const pollIntervalMs = 300;
const answer = { action: "accept", content: { ok: true } };
const question = {
  method: "elicitation/create",
  params: {
    mode: "form",
    message: "Sure?",
    requestedSchema: {
      type: "object",
      properties: { ok: { type: "boolean" } },
    },
  },
};

/** What becomes of the task of each tool, poll by poll. */
const lives: { readonly [tool: string]: readonly object[] } = {
  slow: [
    flat("working", { pollIntervalMs }),
    flat("working", { pollIntervalMs }),
    flat("completed", { result: hello }),
  ],
  confirm: [
    flat("input_required", { pollIntervalMs, inputRequests: { a: question } }),
    flat("working", { pollIntervalMs }),
    flat("completed", { result: hello }),
  ],
  failing: [flat("failed", { error: { code: -32_603, message: "broken" } })],
  endless: [flat("working", { pollIntervalMs })],
};

interface Scenario {
  readonly client: TaskClient;
  readonly server: HttpServer;
  /** When each request came, on the clock of the test. */
  readonly times: Map<Received, number>;
  /** Lets time pass until it is so, while nothing is on its way. */
  play<Value>(value: Promise<Value>): Promise<Value>;
}

async function open(): Promise<Scenario> {
  const times = new Map<Received, number>();
  let called = "";
  let polls = 0;
  const server = await serve((request, response) => {
    times.set(request, performance.now());
    const { method, params } = request.message;
    const { name } = params as { readonly name?: string };
    switch (method) {
      case "tools/call":
        called = String(name);
        polls = 0;
        return json(
          response,
          called === "greet"
            ? result(request, hello)
            : result(request, {
                ...flat("working", { pollIntervalMs }),
                resultType: "task",
              }),
        );
      case "tasks/get": {
        const life = lives[called] ?? [];
        const told = life[Math.min(polls++, life.length - 1)];
        return json(response, result(request, told));
      }
      case "tasks/update":
      case "tasks/cancel":
        return json(response, result(request));
      case "tools/list":
        return json(
          response,
          result(request, { resultType: "task", ...flat("working") }),
        );
      default:
        return discovered((one, to) => json(to, failure(one, -32_601), 404), {
          tools: {},
          extensions: { [id]: {} },
        })(request, response);
    }
  });
  let inFlight = 0;
  const transport = httpTransport({
    url: server.url,
    eras: createEraCache(),
    fetch: async (url, init) => {
      inFlight++;
      try {
        const { status, headers, body } = await fetch(url, init);
        const text = await new Response(body).text();
        return new Response(text, { status, headers });
      } finally {
        inFlight--;
      }
    },
  });
  const client = createTaskClient(
    undefined,
    {},
    { handlers: { elicit: () => answer } },
  );
  await client.connect(transport);
  onTestFinished(() => client.close());
  const play = async <Value>(value: Promise<Value>): Promise<Value> => {
    let isOver = false;
    const over = (): void => void (isOver = true);
    value.then(over, over);
    while (!isOver) {
      await turn();
      if (inFlight === 0) vi.advanceTimersByTime(5);
    }
    return value;
  };
  return { client, server, times, play };
}

/** Looks again with every turn, whatever time it is. */
async function until(done: () => boolean): Promise<void> {
  while (!done()) await turn();
}

function aborting(): { signal: AbortSignal; abort(reason?: string): void } {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
  };
}

/** The capabilities of the client as a request tells them. */
function declared({ message }: Received): unknown {
  const { _meta } = message["params"] as { readonly _meta: JsonObject };
  return _meta["io.modelcontextprotocol/clientCapabilities"];
}

test("tasks-client-extension-declared, sep-2663-client-handles-polymorphic-result", async () => {
  const { client, server, play } = await open();
  const call = (name: string): Promise<unknown> =>
    play(client.request("tools/call", { name }));
  expect(await call("greet")).toMatchObject(hello);
  expect(await call("slow")).toMatchObject(hello);
  expect(await call("confirm")).toMatchObject(hello);
  for (const request of server.received)
    expect(declared(request)).toMatchObject({ extensions: { [id]: {} } });
  expect(server.called("tasks/update")[0]?.message["params"]).toMatchObject({
    taskId: "t1",
    inputResponses: { a: answer },
  });
});

test("sep-2663-client-emits-mcp-name-on-tasks-methods, sep-2663-client-honors-poll-interval", async () => {
  const { client, server, times, play } = await open();
  await play(client.request("tools/call", { name: "slow" }));
  await play(client.request("tools/call", { name: "confirm" }));
  const { signal, abort } = aborting();
  const endless = outcome(
    client.request("tools/call", { name: "endless" }, { signal }),
  );
  await play(until(() => server.called("tasks/get").length === 7));
  abort();
  await endless;
  await play(until(() => server.called("tasks/cancel").length > 0));
  const named = server.received.filter(({ message }) =>
    String(message["method"]).startsWith("tasks/"),
  );
  expect(named.map(({ headers }) => headers["mcp-name"])).toEqual(
    named.map(() => "t1"),
  );
  expect(new Set(named.map(({ headers }) => headers["mcp-method"]))).toEqual(
    new Set(["tasks/get", "tasks/update", "tasks/cancel"]),
  );
  const about = server.received.filter(({ message }) =>
    ["tools/call", "tasks/get"].includes(String(message["method"])),
  );
  const polls = about.flatMap((request, index) => {
    const before = about[index - 1];
    const isPoll = request.message["method"] === "tasks/get";
    const [at = 0, since = 0] = [
      times.get(request),
      before && times.get(before),
    ];
    return isPoll ? [at - since] : [];
  });
  expect(polls).toHaveLength(7);
  expect(Math.min(...polls)).toBeGreaterThanOrEqual(pollIntervalMs - 50);
});

test("tasks-client-terminal-failed-surfaced", async () => {
  const { client, play } = await open();
  const call = outcome(client.request("tools/call", { name: "failing" }));
  expect(await play(call)).toMatchObject({ code: -32_603, message: "broken" });
});

test("tasks-client-cancel-flow-completed, sep-2663-cancel-not-via-cancelled-notification", async () => {
  const { client, server, play } = await open();
  const { signal, abort } = aborting();
  const call = outcome(
    client.request("tools/call", { name: "endless" }, { signal }),
  );
  await play(until(() => server.called("tasks/get").length > 1));
  abort("enough");
  expect(await call).toMatchObject({ kind: "cancelled", message: "enough" });
  await play(until(() => server.called("tasks/cancel").length > 0));
  expect(server.called("notifications/cancelled")).toEqual([]);
});

test("sep-2663-client-rejects-task-result-on-unsupported", async () => {
  const { client, play } = await open();
  const listed = outcome(client.request("tools/list", {}));
  expect(await play(listed)).toMatchObject({ kind: "invalid" });
});
