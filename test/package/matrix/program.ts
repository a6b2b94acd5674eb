import "../../../src/runtime/claim-stdout.ts";
import * as z from "zod";
import {
  createClient,
  createServer,
  elicit,
  inputRequired,
  prompt,
  ProtocolError,
  resource,
  resourceTemplate,
  structured,
  tool,
  user,
  type types,
} from "../../../generated/index.ts";
import { memoryTaskStore, tasks } from "../../../generated/extensions/tasks.ts";
import { isTool, validateTool } from "../../../generated/2025-11-25/guards.ts";
import { clientCredentials, oauth } from "../../../src/runtime/auth/index.ts";
import { jwt } from "../../../src/runtime/auth/jwt.ts";
import { protect } from "../../../src/runtime/auth/server.ts";
import { httpTransport } from "../../../src/runtime/http-client.ts";
import { createNodeHandler, listen } from "../../../src/runtime/http-node.ts";
import { createHttpHandler } from "../../../src/runtime/http.ts";
import { serveStdio } from "../../../src/runtime/serve-stdio.ts";
import { spawnStdio } from "../../../src/runtime/spawn-stdio.ts";

// What users write, once with each thing that has types to infer. It is compiled in
// projects of all kinds, with what it imports taken from elsewhere.

export const add = tool(
  "add",
  {
    description: "Adds two numbers",
    input: z.object({ a: z.number(), b: z.number() }),
    output: z.object({ sum: z.number() }),
  },
  ({ a, b }) => structured({ sum: a + b }),
);

const greet = tool(
  "greet",
  { annotations: { readOnlyHint: true } },
  () => "Hello",
);

const shout = tool(
  "shout",
  { input: z.object({ text: z.string() }) },
  async ({ text }, context) => {
    await context.progress(1, 2);
    if (context.signal.aborted) throw new ProtocolError(1, "Gone");
    return [text.toUpperCase()];
  },
);

const book = tool("book", {}, (_, context) => {
  const answer = context.inputResponses?.["when"];
  if (answer) return JSON.stringify(answer);
  const when = elicit({
    message: "When?",
    requestedSchema: {
      type: "object",
      properties: { date: { type: "string", format: "date" } },
    },
  });
  return inputRequired({ when }, { askedAt: 1 });
});

// What the extension adds to tools and contexts is there with its import.
const render = tool(
  "render",
  { input: z.object({ pages: z.number() }), task: "optional" },
  async ({ pages }, context) => {
    const task = pages > 10 ? await context.task() : undefined;
    const id: string | undefined = task?.id;
    task?.say(`${pages} pages to go`);
    return id ?? "no task";
  },
);

// @ts-expect-error: a tool is a task, or may be one.
tool("odd", { task: "always" }, () => "odd");

const stations = resource(
  "weather://stations",
  { name: "stations", mimeType: "text/csv" },
  () => "Oslo\n",
);

const history = resourceTemplate(
  "weather://{city}/history{?year}",
  {
    name: "history",
    complete: {
      city: (typed) => ["Oslo"].filter((one) => one.startsWith(typed)),
    },
  },
  ({ city, year }) => `${city.trim()} in ${year ?? "all years"}`,
);

const report = prompt(
  "report",
  { arguments: { city: { required: true }, tone: {} } },
  ({ city, tone = "dry" }) => [user(`${tone}: ${city.trim()}`)],
);

const server = createServer({
  info: { name: "demo", version: "1.0.0" },
  extensions: [tasks.with({ store: memoryTaskStore({ maxTasks: 100 }) })],
  features: [add, greet, shout, book, render, stations, history, report],
  handlers: {
    setLevel: ({ level }) => {
      console.log(level.length);
      return {};
    },
  },
});

export async function client(): Promise<string | undefined> {
  const running: number = server.tasks.running;
  if (running > 0) await server.tasks.close();
  const client = createClient({
    info: { name: "me", version: "1.0.0" },
    extensions: [tasks],
    handlers: {
      elicit: () => ({ action: "accept", content: { date: "2026-12-24" } }),
      listRoots: () => ({ roots: [] }),
    },
  });
  await client.connect(spawnStdio({ command: "node", args: ["server.js"] }));
  await client.connect(
    httpTransport({
      url: "https://mcp.example.com/mcp",
      auth: oauth({
        machine: clientCredentials(),
        client: { id: "me", secret: "none", method: "client_secret_post" },
      }),
    }),
  );
  const { tools } = await client.listTools();
  const first: types.Tool | undefined = tools[0];
  if (isTool(first)) return validateTool(first)?.message;
  const task = await client.tasks.call({ name: "render" });
  if (task.taskId === undefined) return task.status;
  const { content } = await client.callTool({
    name: "add",
    arguments: { a: 1 },
  });
  for (const block of content) if (block.type === "text") return block.text;
  const changes = await client.listen({ toolsListChanged: true });
  for await (const { method } of changes) return method;
  return undefined;
}

export async function overHttp(): Promise<unknown> {
  const authorize = protect({
    resource: "https://mcp.example.com/mcp",
    authorizationServers: ["https://issuer.example.com"],
    verify: jwt({ issuer: "https://issuer.example.com" }),
  });
  const { url } = await listen(server, { port: 0 });
  return [
    url,
    createNodeHandler(server, { authorize }),
    createHttpHandler(server),
  ];
}

void serveStdio(server);
