import type { Server } from "../../../../generated/index.ts";
import { createHttpHandler } from "../../../../src/runtime/http.ts";
import { eventReader } from "../../../support/event-stream.ts";
import { fieldsOf, pause, type Fields } from "./examiner.ts";
import { pipeTo } from "./over-stdio.ts";
import { byBearer, type Way } from "./subject.ts";

/** The newest revision with a handshake, and the only one that has tasks in its core. */
export const coreRevision = "2025-11-25";

/** A client with a handshake, with no code of the project's. */
export interface Session {
  /** What the server said to the handshake. */
  readonly opened: Fields;
  /** Asks, and gives the whole answer. */
  ask(method: string, params?: object): Promise<Fields>;
  /** The next request of the server's. */
  asked(): Promise<Fields>;
  answer(request: Fields, result: object): void;
  /** The notifications that have come, oldest first. */
  readonly told: readonly Fields[];
  close(): Promise<void>;
}

interface Opening {
  readonly revision?: string;
  readonly capabilities?: object;
  /** Who asks, as the transport has proved it. */
  readonly as?: string;
}

/** How messages get to a server; what comes back is heard. */
interface Line {
  send(message: object): void;
  close(): Promise<void>;
}

type Hear = (message: Fields) => void;

export async function openSession(
  way: Way,
  server: Server,
  { revision = coreRevision, capabilities = elicitation, as }: Opening = {},
): Promise<Session> {
  const waiting = new Map<unknown, Hear>();
  const told: Fields[] = [];
  const requests: Fields[] = [];
  const askers: Hear[] = [];
  const line = lineOf(way)(server, as, (message) => {
    if (!("method" in message)) return waiting.get(message["id"])?.(message);
    if (!("id" in message)) return void told.push(message);
    const asker = askers.shift();
    if (asker) asker(message);
    else requests.push(message);
  });
  let lastId = 0;
  const ask: Session["ask"] = (method, params) =>
    new Promise((resolve) => {
      const id = ++lastId;
      waiting.set(id, resolve);
      line.send({ jsonrpc: "2.0", id, method, ...(params && { params }) });
    });
  const opened = await ask("initialize", {
    protocolVersion: revision,
    capabilities,
    clientInfo: { name: "examiner", version: "1" },
  });
  line.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  return {
    opened: fieldsOf(opened["result"]),
    ask,
    asked: () =>
      new Promise((resolve) => {
        const request = requests.shift();
        if (request) resolve(request);
        else askers.push(resolve);
      }),
    answer: ({ id }, result) => line.send({ jsonrpc: "2.0", id, result }),
    told,
    close: () => line.close(),
  };
}

export const elicitation: object = { elicitation: { form: {} } };

function lineOf(
  way: Way,
): (server: Server, as: string | undefined, hear: Hear) => Line {
  switch (way) {
    case "HTTP":
      return httpLine;
    case "stdio":
      return (server, as, hear) => {
        const pipe = pipeTo(server, as);
        pipe.hear(hear);
        return pipe;
      };
    default:
      return way satisfies never;
  }
}

/** What comes on any stream is heard alike, also on the session's own. */
function httpLine(server: Server, as: string | undefined, hear: Hear): Line {
  const handler = createHttpHandler(server, {
    onError() {},
    ...(as !== undefined && { authorize: byBearer }),
  });
  let session: Record<string, string> = {};
  const visit = async (method: string, body?: string): Promise<void> => {
    const response = await handler(
      new Request("http://localhost/mcp", {
        method,
        headers: {
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          ...(as !== undefined && { authorization: `Bearer ${as}` }),
          ...session,
        },
        ...(body !== undefined && { body }),
      }),
    );
    const id = response.headers.get("mcp-session-id");
    const isFirst = id !== null && session["mcp-session-id"] === undefined;
    if (id !== null) session = { "mcp-session-id": id };
    if (isFirst) void visit("GET");
    await readInto(hear, response);
  };
  return {
    send: (message) => void visit("POST", JSON.stringify(message)),
    close: () => handler.close({ graceMs: 0 }),
  };
}

async function readInto(
  hear: Hear,
  { headers, body }: Response,
): Promise<void> {
  if (headers.get("content-type") !== "text/event-stream") {
    const text = await new Response(body).text();
    if (text !== "") hear(fieldsOf(JSON.parse(text)));
    return;
  }
  const read = eventReader(({ data }) => {
    if (data !== "") hear(fieldsOf(JSON.parse(data)));
  });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return;
    read(chunk.value);
  }
}

/** The key of `_meta` that says to which task a message belongs. */
export const related = "io.modelcontextprotocol/related-task";

/** A call of a tool. */
export const call = (name: string, more: object = {}): [string, object] => [
  "tools/call",
  { name, arguments: {}, ...more },
];

/** The code of the error that a request was answered with. */
export const codeOf = ({ error }: Fields): unknown => fieldsOf(error)["code"];

/** Calls a tool as a task, and gives its id. */
export async function beginCore(
  { ask }: Session,
  name = "job",
  task: object = {},
): Promise<string> {
  const { result, error } = await ask("tools/call", {
    name,
    arguments: {},
    task,
  });
  const { taskId } = fieldsOf(fieldsOf(result)["task"]);
  if (typeof taskId === "string") return taskId;
  throw new Error(`no task: ${JSON.stringify(error ?? result)}`);
}

/** Asks again and again until a task is as it is wanted. */
export async function untilCore(
  { ask }: Session,
  taskId: string,
  wanted: string,
): Promise<Fields> {
  for (let turn = 0; turn < 2_000; turn++) {
    const { result } = await ask("tasks/get", { taskId });
    const task = fieldsOf(result);
    if (task["status"] === wanted) return task;
    await pause();
  }
  throw new Error(`it did not become ${wanted}`);
}
