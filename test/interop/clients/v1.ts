import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { TransportSendOptions } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  isInitializeRequest,
  ListRootsRequestSchema,
  type JSONRPCMessage,
} from "@modelcontextprotocol/sdk/types.js";
import { answers, info } from "../servers/offer.ts";
import type { Driver, Heard } from "./driver.ts";
import { pages } from "./pages.ts";
import { reconnection, type Target } from "./target.ts";

/** The official client v1, which offers one revision. */
export function createV1Driver(revision: string): Driver {
  const heard: Heard[] = [];
  const errors: Error[] = [];
  let transport: OfficialTransport | undefined;
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
  client.onerror = (error) => void errors.push(error);

  return {
    async connect(target) {
      transport = transportTo(target);
      const send = transport.send.bind(transport);
      // The client has no option for it: it always offers its newest.
      transport.send = (message, options) =>
        send(
          isInitializeRequest(message)
            ? {
                ...message,
                params: { ...message.params, protocolVersion: revision },
              }
            : message,
          options,
        );
      const tell: OfficialTransport["setProtocolVersion"] =
        transport.setProtocolVersion?.bind(transport);
      // What is told to transports that put it into a header.
      transport.setProtocolVersion = (version) => {
        agreed = version;
        tell?.(version);
      };
      // Its property is not exactly optional, as the parameter's is.
      await client.connect(transport as never);
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
    errors,
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
    terminate: async () => transport?.terminateSession?.(),
  };
}

/** What the library's transports have in common. */
interface OfficialTransport {
  onmessage?: ((message: JSONRPCMessage, extra?: never) => void) | undefined;
  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void>;
  setProtocolVersion?: ((version: string) => void) | undefined;
  terminateSession?(): Promise<void>;
}

function transportTo(target: Target): OfficialTransport {
  if ("command" in target) return new StdioClientTransport(target);
  // Reads and writes as the client's transport does, on streams.
  if ("input" in target)
    return new StdioServerTransport(target.input, target.output);
  const { transport, url, fetch } = target;
  switch (transport) {
    case "http":
      return new StreamableHTTPClientTransport(url, {
        fetch,
        reconnectionOptions: reconnection,
      });
    case "sse":
      return new SSEClientTransport(url, { fetch });
    default:
      return transport satisfies never;
  }
}
