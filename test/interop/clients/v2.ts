import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { answers, info } from "../servers/offer.ts";
import type { Driver, Heard } from "./driver.ts";
import { reconnection, type Target } from "./target.ts";

/** The official client v2, which speaks one revision, in either lifecycle. */
export function createV2Driver(
  revision: string,
  lifecycle: "handshake" | "stateless",
): Driver {
  const heard: Heard[] = [];
  const errors: Error[] = [];
  let transport: OfficialTransport | undefined;
  const client = new Client(info, {
    capabilities: {
      elicitation: {},
      sampling: {},
      roots: { listChanged: true },
    },
    supportedProtocolVersions: [revision],
    versionNegotiation: {
      mode: lifecycle === "handshake" ? "legacy" : "auto",
    },
  });
  client.setRequestHandler("elicitation/create", () => ({
    action: "accept",
    content: { name: answers.name },
  }));
  client.setRequestHandler("sampling/createMessage", () => ({
    role: "assistant",
    content: { type: "text", text: answers.model },
    model: "test",
  }));
  client.setRequestHandler("roots/list", () => ({ roots: [answers.root] }));
  client.fallbackNotificationHandler = async (notification) => {
    heard.push(notification);
  };
  client.onerror = (error) => void errors.push(error);
  const logLevelKey = "io.modelcontextprotocol/logLevel";

  return {
    async connect(target) {
      transport = transportTo(target);
      await client.connect(transport);
    },
    close: () => client.close(),
    get revision() {
      return client.getNegotiatedProtocolVersion();
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
    // Without a cursor it walks the pages itself.
    listTools: async () => (await client.listTools()).tools,
    callTool: (name, input = {}, { signal, onProgress, logLevel } = {}) =>
      client.callTool(
        {
          name,
          arguments: input,
          ...(logLevel && { _meta: { [logLevelKey]: logLevel } }),
        },
        {
          ...(signal && { signal }),
          ...(onProgress && { onprogress: onProgress }),
        },
      ),
    listResources: async () => (await client.listResources()).resources,
    listTemplates: async () =>
      (await client.listResourceTemplates()).resourceTemplates,
    readResource: async (uri) => (await client.readResource({ uri })).contents,
    pageOfPrompts: (cursor) =>
      client.request({
        method: "prompts/list",
        params: cursor === undefined ? {} : { cursor },
      }),
    getPrompt: (name, input) => client.getPrompt({ name, arguments: input }),
    complete: async (ref, argument) =>
      (await client.complete({ ref, argument })).completion.values,
    ping: async () => void (await client.ping()),
    setLogLevel: async (level) => void (await client.setLoggingLevel(level)),
    subscribe: async (uri) => void (await client.subscribeResource({ uri })),
    unsubscribe: async (uri) =>
      void (await client.unsubscribeResource({ uri })),
    rootsChanged: () => client.sendRootsListChanged(),
    async listen(filter) {
      const subscription = await client.listen(filter);
      return {
        honored: subscription.honoredFilter,
        close: () => subscription.close(),
        closed: subscription.closed,
      };
    },
    terminate: async () => {
      if (transport && "terminateSession" in transport)
        await transport.terminateSession();
    },
  };
}

type OfficialTransport = ReturnType<typeof transportTo>;

function transportTo(
  target: Target,
):
  | StdioClientTransport
  | StdioServerTransport
  | SSEClientTransport
  | StreamableHTTPClientTransport {
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
