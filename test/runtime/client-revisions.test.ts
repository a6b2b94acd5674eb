import { describe, expect, test } from "vitest";
import * as d2024 from "../../generated/2024-11-05/dispatch.ts";
import * as d2025march from "../../generated/2025-03-26/dispatch.ts";
import * as d2025june from "../../generated/2025-06-18/dispatch.ts";
import * as d2025nov from "../../generated/2025-11-25/dispatch.ts";
import * as d2026 from "../../generated/2026-07-28/dispatch.ts";
import { connect } from "../../src/runtime/connect.ts";
import type { Context } from "../../src/runtime/peer/context.ts";
import { inputRequired } from "../../src/runtime/protocol/input-required.ts";
import type { ProtocolTable } from "../../src/runtime/protocol/revision/protocol-table.ts";
import { all, modern, serverOf, type TestServer } from "./revisions.ts";
import { settle } from "./script.ts";
import { createClient, type Client } from "./test-client.ts";

const tables: readonly ProtocolTable[] = [
  d2026.clientProtocol,
  d2025nov.clientProtocol,
  d2025june.clientProtocol,
  d2025march.clientProtocol,
  d2024.clientProtocol,
];

const elicits = [modern, d2025nov.revision, d2025june.revision];

function clientOf(revisions: readonly string[], settings: object = {}): Client {
  const spoken = tables.filter(({ revision }) => revisions.includes(revision));
  return createClient(spoken, settings);
}

const roots = { method: "roots/list" };
const elicit = {
  method: "elicitation/create",
  params: {
    message: "Name?",
    requestedSchema: {
      type: "object",
      properties: { name: { type: "string" } },
    },
  },
};

const say = (value: unknown): object => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
});

interface CallParams {
  readonly name: string;
}

/** Tools that do what a server can do in mid-call. */
const handlers = {
  async callTool({ name }: CallParams, context: Context) {
    if (name === "roots")
      return context.inputResponses
        ? say([context.inputResponses, context.state])
        : inputRequired({ roots }, "state");
    if (name === "elicit")
      return context.inputResponses
        ? say(context.inputResponses)
        : inputRequired({ elicit });
    if (name === "progress")
      for (const progress of [1, 2, 3]) context.progress(progress, 3);
    if (name === "log") {
      context.log("debug", "quiet");
      context.log("error", "loud");
    }
    if (name === "slow") await new Promise((done) => setTimeout(done, 10));
    if (name === "wait")
      await new Promise((resolve) =>
        context.signal.addEventListener("abort", resolve),
      );
    return say(name);
  },
  readResource: () => ({ contents: [] }),
};

const capabilities = {
  logging: {},
  tools: { listChanged: true },
  resources: { subscribe: true },
};

const clientHandlers = {
  listRoots: () => ({ roots: [{ uri: "file:///" }] }),
  elicit: () => ({ action: "accept", content: { name: "Ada" } }),
};

interface Opened {
  readonly client: Client;
  readonly server: TestServer;
  readonly logs: unknown[];
}

async function open(
  ofClient: readonly string[],
  ofServer: readonly string[],
): Promise<Opened> {
  const logs: unknown[] = [];
  const server = serverOf(ofServer, { handlers, capabilities });
  const client = clientOf(ofClient, {
    logLevel: "error",
    handlers: {
      ...clientHandlers,
      loggingMessage: ({ data }: { data: unknown }) => logs.push(data),
    },
  });
  await connect(server, client);
  return { client, server, logs };
}

async function callTool(
  client: Client,
  name: string,
  options = {},
): Promise<unknown> {
  const result = await client.request("tools/call", { name }, options);
  const { content } = result as { content: [{ text: string }] };
  return JSON.parse(content[0].text);
}

describe.each(all)("with a server of %s alone, a client of all", (revision) => {
  test("speaks it", async () => {
    const { client } = await open(all, [revision]);
    expect(client.protocolVersion).toBe(revision);
    expect(client.serverInfo).toMatchObject({ name: "server" });
    expect(await callTool(client, "a")).toBe("a");
    await client.close();
  });
});

describe.each(all)("with a server of all, a client of %s alone", (revision) => {
  test("speaks it", async () => {
    const { client } = await open([revision], all);
    expect(client.protocolVersion).toBe(revision);
    expect(await callTool(client, "a")).toBe("a");
    await client.close();
  });

  test("is asked for input in mid-call", async () => {
    const { client } = await open([revision], all);
    expect(await callTool(client, "roots")).toEqual([
      { roots: { roots: [{ uri: "file:///" }] } },
      "state",
    ]);
    if (elicits.includes(revision))
      expect(await callTool(client, "elicit")).toEqual({
        elicit: { action: "accept", content: { name: "Ada" } },
      });
    await client.close();
  });

  test("hears of progress, logs of its level, and cancels", async () => {
    const { client, logs } = await open([revision], all);
    const seen: unknown[] = [];
    await callTool(client, "progress", {
      onProgress: (progress: unknown) => seen.push(progress),
    });
    expect(seen).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3 })));
    await callTool(client, "log");
    await settle();
    expect(logs).toEqual(["loud"]);
    const controller = new AbortController();
    const waiting = callTool(client, "wait", { signal: controller.signal });
    await settle();
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ kind: "cancelled" });
    await client.close();
  });

  test("hears of the changes it asked for", async () => {
    const { client, server } = await open([revision], all);
    const subscription = await client.listen({
      toolsListChanged: true,
      resourceSubscriptions: ["file:///a"],
    });
    expect(subscription.notifications).toEqual({
      toolsListChanged: true,
      resourceSubscriptions: ["file:///a"],
    });
    server.publish("notifications/tools/list_changed");
    server.publish("notifications/resources/updated", { uri: "file:///b" });
    server.publish("notifications/resources/updated", { uri: "file:///a" });
    await settle();
    await subscription.close();
    server.publish("notifications/resources/updated", { uri: "file:///a" });
    await settle();
    const changes: unknown[] = [];
    for await (const { method, params } of subscription)
      changes.push([method, params["uri"]]);
    expect(changes).toEqual([
      ["notifications/tools/list_changed", undefined],
      ["notifications/resources/updated", "file:///a"],
    ]);
    await client.close();
  });
});

describe("with nothing in common", () => {
  test.each([
    [[modern], all.slice(1)],
    [all.slice(1), [modern]],
    [["2025-11-25"], ["2024-11-05"]],
  ])(
    "a client of %s fails with a server of %s, and says why",
    async (ofClient, ofServer) => {
      const failure: unknown = await open(ofClient, ofServer).catch(
        (error: unknown) => error,
      );
      expect(failure).toHaveProperty("kind");
      expect(String(failure)).toContain(ofClient.join(", "));
    },
  );
});

describe("a server that ends", () => {
  test.each([modern, d2025nov.revision])(
    "in %s answers what it was asked, and ends the subscriptions",
    async (revision) => {
      const server = serverOf(all, { handlers, capabilities });
      const client = clientOf([revision], { handlers: clientHandlers });
      const connection = await connect(server, client);
      const subscription = await client.listen({ toolsListChanged: true });
      const call = callTool(client, "slow");
      await settle();
      const [, answer] = await Promise.all([connection.end(), call]);
      expect(answer).toBe("slow");
      const reason = await subscription.closed;
      if (revision === modern) expect(reason).toBeUndefined();
      else expect(reason).toMatchObject({ kind: "transport" });
    },
  );
});
