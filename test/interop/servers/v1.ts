import { completable } from "@modelcontextprotocol/sdk/server/completable.js";
import {
  McpServer,
  ResourceTemplate,
} from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CreateMessageResultSchema,
  ElicitResultSchema,
  EmptyResultSchema,
  isInitializeRequest,
  ListPromptsRequestSchema,
  ListRootsResultSchema,
  RootsListChangedNotificationSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import * as offer from "./offer.ts";

/** What the interop tests call, on the official SDK v1. Its argument pins the revision. */
const server = new McpServer(offer.info, {
  capabilities: {
    logging: {},
    resources: { subscribe: true, listChanged: true },
  },
  instructions: offer.instructions,
});

const text = (value: string) => ({
  content: [{ type: "text" as const, text: value }],
});

server.registerTool(
  "echo",
  { description: "Says it again", inputSchema: { message: z.string() } },
  ({ message }) => text(offer.echo(message)),
);

server.registerTool("fail", {}, () => {
  throw new Error(offer.failure);
});

server.registerTool(
  "add",
  {
    inputSchema: { a: z.number(), b: z.number() },
    outputSchema: { sum: z.number() },
  },
  ({ a, b }) => ({
    ...text(String(a + b)),
    structuredContent: { sum: a + b },
  }),
);

server.registerTool(
  "count",
  { inputSchema: { to: z.number() } },
  async ({ to }, { _meta, sendNotification }) => {
    for (let progress = 1; progress <= to; progress++) {
      await sendNotification({
        method: "notifications/progress",
        params: {
          progressToken: _meta?.progressToken ?? "none",
          progress,
          total: to,
        },
      });
      await offer.pause();
    }
    return text(`counted to ${to}`);
  },
);

let aborted = 0;
server.registerTool("wait", {}, async ({ signal, _meta, sendNotification }) => {
  const progressToken = _meta?.progressToken ?? "none";
  await sendNotification({
    method: "notifications/progress",
    params: { progressToken, progress: 1 },
  });
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  aborted++;
  return text("too late");
});
server.registerTool("aborted", {}, () => text(String(aborted)));

server.registerTool("log", {}, async () => {
  for (const [level, data] of offer.logs) {
    await server.sendLoggingMessage({ level, data });
  }
  return text("logged");
});

server.registerTool("ask-name", {}, async ({ sendRequest }) => {
  const { action, content } = await sendRequest(
    { method: "elicitation/create", params: { ...offer.nameForm } },
    ElicitResultSchema,
  );
  return text(offer.greeting(action, content?.["name"]));
});

server.registerTool("ask-model", {}, async ({ sendRequest }) => {
  const { content } = await sendRequest(
    {
      method: "sampling/createMessage",
      params: {
        ...offer.modelRequest,
        messages: [...offer.modelRequest.messages],
      },
    },
    CreateMessageResultSchema,
  );
  return text(content.type === "text" ? content.text : content.type);
});

server.registerTool("ask-roots", {}, async ({ sendRequest }) => {
  const { roots } = await sendRequest(
    { method: "roots/list" },
    ListRootsResultSchema,
  );
  return text(roots.map(({ uri }) => uri).join(" "));
});

server.registerTool("ping-back", {}, async ({ sendRequest }) => {
  await sendRequest({ method: "ping" }, EmptyResultSchema);
  return text("pong");
});

let rootsChanges = 0;
server.server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
  rootsChanges++;
});
server.registerTool("roots-changes", {}, () => text(String(rootsChanges)));

server.registerTool(
  "grow",
  { inputSchema: { name: z.string() } },
  ({ name }) => {
    server.registerTool(name, {}, () => text(name));
    return text("grown");
  },
);

const subscribed = new Set<string>();
server.server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
  subscribed.add(params.uri);
  return {};
});
server.server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
  subscribed.delete(params.uri);
  return {};
});
server.registerTool(
  "touch",
  { inputSchema: { uri: z.string() } },
  async ({ uri }) => {
    if (subscribed.has(uri)) await server.server.sendResourceUpdated({ uri });
    return text("touched");
  },
);

server.registerResource("note", offer.note.uri, {}, ({ href }) => ({
  contents: [{ uri: href, text: offer.note.text, mimeType: "text/plain" }],
}));
server.registerResource("bytes", offer.bytes.uri, {}, ({ href }) => ({
  contents: [{ uri: href, blob: offer.bytes.blob }],
}));
server.registerResource(
  "numbered",
  new ResourceTemplate(offer.template, {
    list: undefined,
    complete: { id: offer.completeId },
  }),
  {},
  ({ href }, { id }) => ({
    contents: [{ uri: href, text: offer.numbered(String(id)) }],
  }),
);

server.registerPrompt(
  "greet",
  { argsSchema: { name: completable(z.string(), offer.completeName) } },
  ({ name }) => ({
    messages: [
      { role: "user", content: { type: "text", text: offer.greet(name) } },
    ],
  }),
);
for (const name of offer.otherPrompts) {
  server.registerPrompt(name, {}, () => ({ messages: [] }));
}
server.server.setRequestHandler(ListPromptsRequestSchema, ({ params }) =>
  offer.promptPage(params?.cursor),
);

const transport = new StdioServerTransport();
await server.connect(transport);

/** A server that knows one revision alone answers every offer with it. */
const [, , pinned] = process.argv;
const deliver = transport.onmessage;
transport.onmessage = (message) => {
  if (pinned !== undefined && isInitializeRequest(message)) {
    const params = { ...message.params, protocolVersion: pinned };
    return deliver?.({ ...message, params });
  }
  return deliver?.(message);
};
