import {
  completable,
  inputRequired,
  inputResponse,
  McpServer,
  ResourceTemplate,
  type CallToolResult,
  type ServerContext,
  type ServerNotifier,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import * as offer from "./offer.ts";

const text = (value: string): CallToolResult => ({
  content: [{ type: "text", text: value }],
});

/** What its servers have in common, where the library makes one for each request. */
export interface Shared {
  aborted: number;
  /** Names of the tools that were added. */
  readonly grown: Set<string>;
  /** How changes are told, where no server lasts as long as what listens. */
  readonly notify?: ServerNotifier;
}

/** What the interop tests call, on the official SDK v2, in one revision or all. */
export function createV2Server(
  revision: string | undefined,
  shared: Shared = { aborted: 0, grown: new Set() },
): McpServer {
  const server = new McpServer(offer.info, {
    capabilities: {
      logging: {},
      resources: { subscribe: true, listChanged: true },
      tools: { listChanged: true },
    },
    instructions: offer.instructions,
    ...(revision !== undefined && { supportedProtocolVersions: [revision] }),
  });
  addTools(server);
  addSlowTools(server, shared);
  addAskingTools(server);
  addChanges(server, shared);
  addResources(server);
  addPrompts(server);
  return server;
}

function addTools(server: McpServer): void {
  server.registerTool(
    "echo",
    {
      description: "Says it again",
      inputSchema: z.object({ message: z.string() }),
    },
    ({ message }) => text(offer.echo(message)),
  );

  server.registerTool("fail", {}, () => {
    throw new Error(offer.failure);
  });

  server.registerTool(
    "add",
    {
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      outputSchema: z.object({ sum: z.number() }),
    },
    ({ a, b }) => ({
      ...text(String(a + b)),
      structuredContent: { sum: a + b },
    }),
  );
}

function progress(
  { mcpReq }: ServerContext,
  done: number,
  total?: number,
): Promise<void> {
  return mcpReq.notify({
    method: "notifications/progress",
    params: {
      progressToken: mcpReq._meta?.progressToken ?? "none",
      progress: done,
      ...(total !== undefined && { total }),
    },
  });
}

/** Tools that tell of themselves while they run, or can be cancelled. */
function addSlowTools(server: McpServer, shared: Shared): void {
  server.registerTool(
    "count",
    { inputSchema: z.object({ to: z.number() }) },
    async ({ to }, context) => {
      for (let done = 1; done <= to; done++) {
        await progress(context, done, to);
        await offer.pause();
      }
      return text(`counted to ${to}`);
    },
  );

  server.registerTool("wait", {}, async (context) => {
    const { signal } = context.mcpReq;
    await progress(context, 1);
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    shared.aborted++;
    return text("too late");
  });
  server.registerTool("aborted", {}, () => text(String(shared.aborted)));

  server.registerTool("log", {}, async ({ mcpReq }) => {
    for (const [level, data] of offer.logs) await mcpReq.log(level, data);
    return text("logged");
  });
}

/** Tools that ask the client in mid-call. */
function addAskingTools(server: McpServer): void {
  server.registerTool("ask-name", {}, ({ mcpReq }) => {
    const name = inputResponse(mcpReq.inputResponses, "name");
    if (name.kind !== "elicit") {
      const form = inputRequired.elicit(offer.nameForm);
      return inputRequired({ inputRequests: { name: form } });
    }
    return text(offer.greeting(name.action, name.content?.["name"]));
  });

  server.registerTool("ask-model", {}, ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, "model");
    if (answer.kind !== "sampling") {
      const model = inputRequired.createMessage({
        ...offer.modelRequest,
        messages: [...offer.modelRequest.messages],
      });
      return inputRequired({ inputRequests: { model } });
    }
    const { content } = answer.result;
    const [block] = Array.isArray(content) ? content : [content];
    return text(block?.type === "text" ? block.text : "no text");
  });

  server.registerTool("ask-roots", {}, ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, "roots");
    if (answer.kind !== "roots") {
      return inputRequired({
        inputRequests: { roots: inputRequired.listRoots() },
      });
    }
    return text(answer.roots.map(({ uri }) => uri).join(" "));
  });

  server.registerTool("ask-twice", {}, ({ mcpReq }) => {
    const { inputResponses } = mcpReq;
    const state = mcpReq.requestState<string>();
    const name = inputResponse(inputResponses, "name");
    const roots = inputResponse(inputResponses, "roots");
    if (state !== undefined) {
      const again = name.kind === "elicit" ? name.content?.["name"] : "nobody";
      return text(`${state} ${String(again)}`);
    }
    const form = inputRequired.elicit(offer.nameForm);
    if (name.kind !== "elicit" || roots.kind !== "roots") {
      return inputRequired({
        inputRequests: { name: form, roots: inputRequired.listRoots() },
      });
    }
    const [root] = roots.roots;
    return inputRequired({
      inputRequests: { name: form },
      requestState: `${String(name.content?.["name"])} ${root?.uri ?? ""}`,
    });
  });

  server.registerTool("ping-back", {}, async ({ mcpReq }) => {
    await mcpReq.send({ method: "ping" });
    return text("pong");
  });
}

/** What tells of changes, on either side. */
function addChanges(server: McpServer, { grown, notify }: Shared): void {
  let rootsChanges = 0;
  server.server.setNotificationHandler(
    "notifications/roots/list_changed",
    () => {
      rootsChanges++;
    },
  );
  server.registerTool("roots-changes", {}, () => text(String(rootsChanges)));

  const grow = (name: string): unknown =>
    server.registerTool(name, {}, () => text(name));
  grown.forEach(grow);
  server.registerTool(
    "grow",
    { inputSchema: z.object({ name: z.string() }) },
    ({ name }) => {
      grown.add(name);
      if (notify) notify.toolsChanged();
      else grow(name);
      return text("grown");
    },
  );

  const subscribed = new Set<string>();
  server.server.setRequestHandler("resources/subscribe", ({ params }) => {
    subscribed.add(params.uri);
    return {};
  });
  server.server.setRequestHandler("resources/unsubscribe", ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
  server.registerTool(
    "touch",
    { inputSchema: z.object({ uri: z.string() }) },
    async ({ uri }, { mcpReq }) => {
      // Where requests state their revision the library knows who listens.
      const isRouted = mcpReq.envelope !== undefined;
      if (notify) notify.resourceUpdated(uri);
      else if (isRouted || subscribed.has(uri)) {
        await server.server.sendResourceUpdated({ uri });
      }
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
    {
      argsSchema: z.object({
        name: completable(z.string(), offer.completeName),
      }),
    },
    ({ name }) => ({
      messages: [
        { role: "user", content: { type: "text", text: offer.greet(name) } },
      ],
    }),
  );
  for (const name of offer.otherPrompts) {
    server.registerPrompt(name, {}, () => ({ messages: [] }));
  }
  server.server.setRequestHandler("prompts/list", ({ params }) =>
    offer.promptPage(params?.cursor),
  );
}
