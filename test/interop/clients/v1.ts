import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  isInitializeRequest,
  ListRootsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { answers, info } from "../servers/offer.ts";
import type { Driver, Heard } from "./driver.ts";
import { pages } from "./pages.ts";

/** The official client v1, which offers one revision. */
export function createV1Driver(revision: string): Driver {
  const heard: Heard[] = [];
  let agreed: string | undefined;
  const client = new Client(info, {
    capabilities: {
      elicitation: {},
      sampling: {},
      roots: { listChanged: true },
    },
  });
  client.setRequestHandler(ElicitRequestSchema, () => ({
    action: "accept",
    content: { name: answers.name },
  }));
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    role: "assistant",
    content: { type: "text", text: answers.model },
    model: "test",
  }));
  client.setRequestHandler(ListRootsRequestSchema, () => ({
    roots: [answers.root],
  }));
  client.fallbackNotificationHandler = async (notification) => {
    heard.push(notification);
  };

  return {
    async connect(command) {
      const transport = new StdioClientTransport(command);
      const send = transport.send.bind(transport);
      // The client has no option for it: it always offers its newest.
      transport.send = (message) =>
        send(
          isInitializeRequest(message)
            ? {
                ...message,
                params: { ...message.params, protocolVersion: revision },
              }
            : message,
        );
      // What is told to transports that put it into a header.
      Object.assign(transport, {
        setProtocolVersion: (version: string) => (agreed = version),
      });
      await client.connect(transport);
    },
    close: () => client.close(),
    get revision() {
      return agreed;
    },
    get server() {
      return {
        name: client.getServerVersion()?.name,
        version: client.getServerVersion()?.version,
        instructions: client.getInstructions(),
        capabilities: client.getServerCapabilities(),
      };
    },
    heard,
    listTools: () => pages((params) => client.listTools(params), "tools"),
    callTool: (name, input = {}, { signal, onProgress } = {}) =>
      client.callTool({ name, arguments: input }, undefined, {
        ...(signal && { signal }),
        ...(onProgress && { onprogress: onProgress }),
      }),
    listResources: () =>
      pages((params) => client.listResources(params), "resources"),
    listTemplates: () =>
      pages(
        (params) => client.listResourceTemplates(params),
        "resourceTemplates",
      ),
    readResource: async (uri) => (await client.readResource({ uri })).contents,
    pageOfPrompts: (cursor) =>
      client.listPrompts(cursor === undefined ? {} : { cursor }),
    getPrompt: (name, input) => client.getPrompt({ name, arguments: input }),
    complete: async (ref, argument) =>
      (await client.complete({ ref, argument })).completion.values,
    ping: async () => void (await client.ping()),
    setLogLevel: async (level) => void (await client.setLoggingLevel(level)),
    subscribe: async (uri) => void (await client.subscribeResource({ uri })),
    unsubscribe: async (uri) =>
      void (await client.unsubscribeResource({ uri })),
    rootsChanged: () => client.sendRootsListChanged(),
    listen: () => Promise.reject(new Error("this client cannot listen")),
  };
}
