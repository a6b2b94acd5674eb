import { createClient } from "../../../generated/index.ts";
import {
  createEraCache,
  httpTransport,
} from "../../../src/runtime/http-client.ts";
import type { Transport } from "../../../src/runtime/index.ts";
import { spawnStdio } from "../../../src/runtime/spawn-stdio.ts";
import { createByteStreamTransport } from "../../../src/runtime/stdio/byte-stream.ts";
import { answers, info } from "../servers/offer.ts";
import type { Driver, Heard } from "./driver.ts";
import { pages } from "./pages.ts";
import { reconnection, type Target } from "./target.ts";

/** Our own client, which speaks every revision: the server decides. */
export function createOurDriver(): Driver {
  const heard: Heard[] = [];
  const errors: Error[] = [];
  const hear =
    (method: string) =>
    (params: unknown): void =>
      void heard.push({ method, params });
  const client = createClient({
    info,
    onError: (error) => errors.push(error),
    capabilities: { roots: { listChanged: true } },
    handlers: {
      elicit: () => ({ action: "accept", content: { name: answers.name } }),
      createMessage: () => ({
        role: "assistant",
        content: { type: "text", text: answers.model },
        model: "test",
      }),
      listRoots: () => ({ roots: [answers.root] }),
      loggingMessage: hear("notifications/message"),
      toolListChanged: hear("notifications/tools/list_changed"),
      resourceUpdated: hear("notifications/resources/updated"),
    },
  });

  return {
    connect: (target) => client.connect(transportTo(target)),
    close: () => client.close(),
    get revision() {
      return client.protocolVersion;
    },
    get server() {
      return {
        name: client.serverInfo?.name,
        version: client.serverInfo?.version,
        instructions: client.instructions,
        capabilities: client.serverCapabilities,
      };
    },
    heard,
    errors,
    listTools: () => pages((params) => client.listTools(params), "tools"),
    callTool: (name, input = {}, options = {}) =>
      client.callTool({ name, arguments: input }, options),
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
    setLogLevel: async (level) => void (await client.setLevel({ level })),
    subscribe: async (uri) => void (await client.subscribe({ uri })),
    unsubscribe: async (uri) => void (await client.unsubscribe({ uri })),
    rootsChanged: () => client.notify.rootsListChanged(),
    async listen(filter) {
      const subscription = await client.listen(filter);
      return {
        honored: subscription.notifications,
        closed: subscription.closed.then((error) =>
          error ? "remote" : "graceful",
        ),
        close: () => subscription.close(),
      };
    },
    // It says goodbye whenever it closes.
    terminate: () => client.close(),
  };
}

function transportTo(target: Target): Transport {
  if ("command" in target) return spawnStdio(target);
  if ("input" in target) {
    const { input, output } = target;
    return createByteStreamTransport(input, output);
  }
  const { url, fetch } = target;
  const { initialReconnectionDelay, maxReconnectionDelay, maxRetries } =
    reconnection;
  return httpTransport({
    url,
    fetch,
    eras: createEraCache(),
    reconnect: {
      attempts: maxRetries,
      delayMs: initialReconnectionDelay,
      maxDelayMs: maxReconnectionDelay,
    },
  });
}
