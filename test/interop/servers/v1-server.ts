import { completable } from "@modelcontextprotocol/sdk/server/completable.js";
import {
  McpServer,
  ResourceTemplate,
} from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CreateMessageResultSchema,
  ElicitResultSchema,
  EmptyResultSchema,
  ListPromptsRequestSchema,
  ListRootsResultSchema,
  RootsListChangedNotificationSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import * as offer from "./offer.ts";

const text = (value: string) => ({
  content: [{ type: "text" as const, text: value }],
});

/** What the interop tests call, on the official SDK v1. */
export function createV1Server(): McpServer {
  const server = new McpServer(offer.info, {
    capabilities: {
      logging: {},
      resources: { subscribe: true, listChanged: true },
    },
    instructions: offer.instructions,
  });
  addTools(server);
  addSlowTools(server);
  addAskingTools(server);
  addChanges(server);
  addResources(server);
  addPrompts(server);
  return server;
}

function addTools(server: McpServer): void {
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
}

/** Tools that tell of themselves while they run, or can be cancelled. */
function addSlowTools(server: McpServer): void {
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
  server.registerTool(
    "wait",
    {},
    async ({ signal, _meta, sendNotification }) => {
      const progressToken = _meta?.progressToken ?? "none";
      await sendNotification({
        method: "notifications/progress",
        params: { progressToken, progress: 1 },
      });
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      aborted++;
      return text("too late");
    },
  );
  server.registerTool("aborted", {}, () => text(String(aborted)));

  server.registerTool("log", {}, async ({ sessionId }) => {
    for (const [level, data] of offer.logs) {
      await server.sendLoggingMessage({ level, data }, sessionId);
    }
    return text("logged");
  });
}

/** Tools that ask the client in mid-call. */
function addAskingTools(server: McpServer): void {
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
}

/** What tells of changes, on either side. */
function addChanges(server: McpServer): void {
  let rootsChanges = 0;
  server.server.setNotificationHandler(
    RootsListChangedNotificationSchema,
    () => {
      rootsChanges++;
    },
  );
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
}

function addResources(server: McpServer): void {
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
}

function addPrompts(server: McpServer): void {
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
}
