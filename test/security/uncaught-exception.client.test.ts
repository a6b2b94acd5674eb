import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createClient } from "../../generated/index.ts";
import { createByteStreamTransport } from "../../src/runtime/stdio/byte-stream.ts";
import { HandInput, HandOutput } from "../runtime/byte-pair.ts";
import { notification, request } from "../runtime/revisions.ts";
import { openLegacy } from "../runtime/test-client.ts";
import { settle } from "../runtime/wire.ts";
import { freshId, hostileLines } from "./hostile-lines.ts";
import { leaveUnrecorded } from "../support/wire-check.ts";
import { fc } from "../support/random.ts";

// The check of the wire follows ids, which these servers use as they like.
leaveUnrecorded("client");

type Fields = Record<string, unknown>;

const unhandled: unknown[] = [];
const listener = (reason: unknown): void => void unhandled.push(reason);
beforeAll(() => void process.on("unhandledRejection", listener));
afterAll(() => void process.off("unhandledRejection", listener));

const metaKey = (name: string): string => `io.modelcontextprotocol/${name}`;
const server = { name: "server", version: "1" };
const everything = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: {},
  completions: {},
  logging: {},
};
const complete = {
  resultType: "complete",
  _meta: { [metaKey("serverInfo")]: server },
};
const cached = { ...complete, ttlMs: 0, cacheScope: "private" };
const elicitation = {
  method: "elicitation/create",
  params: { message: "?", requestedSchema: { type: "object", properties: {} } },
};

/** What servers answer, by the id of one of the first requests. */
const answers: readonly Fields[] = [
  { tools: [{ name: "a", inputSchema: { type: "object" } }], ...cached },
  { content: [{ type: "text", text: "a" }], ...complete },
  { contents: [{ uri: "a:b", text: "b" }], ...cached },
  { completion: { values: ["a"] }, ...complete },
  {
    resultType: "input_required",
    inputRequests: { a: elicitation },
    requestState: "s",
  },
  { resultType: "input_required", requestState: "s" },
];

/** What a server of either lifecycle says once the conversation is open. */
const said: readonly Fields[] = [
  ...answers.map((result) => ({ jsonrpc: "2.0", id: freshId, result })),
  {
    jsonrpc: "2.0",
    id: freshId,
    error: {
      code: -32022,
      message: "old",
      data: { supported: ["2025-11-25"], requested: "x" },
    },
  },
  { jsonrpc: "2.0", id: freshId, error: { code: -32602, message: "no" } },
  { jsonrpc: "2.0", error: { code: -32700, message: "what?" } },
  request(freshId, "ping"),
  request(freshId, "roots/list"),
  request(freshId, "elicitation/create", elicitation.params),
  notification("notifications/progress", { progressToken: 3, progress: 1 }),
  notification("notifications/cancelled", { requestId: 4 }),
  notification("notifications/message", { level: "info", data: 1 }),
  notification("notifications/tools/list_changed"),
  notification("notifications/resources/updated", { uri: "a:b" }),
  notification("notifications/subscriptions/acknowledged", {
    notifications: {},
    _meta: { [metaKey("subscriptionId")]: 5 },
  }),
];

const opened = {
  "server/discover": {
    supportedVersions: ["2026-07-28"],
    capabilities: everything,
    ...cached,
  },
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: everything,
    serverInfo: server,
  },
};

describe("a client", () => {
  test.each(["server/discover", "initialize"] as const)(
    "that opened with %s sees each call end once, and lives",
    { timeout: 120_000 },
    async (way) => {
      await fc.assert(
        fc.asyncProperty(hostileLines(said, 2), async (lines) => {
          const input = new HandInput();
          const output = new HandOutput();
          const client = createClient({
            info: server,
            onError() {},
            handlers: {
              elicit: () => ({ action: "cancel" as const }),
              listRoots: () => ({ roots: [] }),
            },
          });
          const connecting = client.connect(
            createByteStreamTransport(input, output),
          );
          await settle();
          if (way === "initialize") {
            input.push(
              JSON.stringify({
                jsonrpc: "2.0",
                id: 1,
                error: { code: -32601, message: "?" },
              }) + "\n",
            );
            await settle();
          }
          const id = way === "initialize" ? 2 : 1;
          input.push(
            JSON.stringify({ jsonrpc: "2.0", id, result: opened[way] }) + "\n",
          );
          await connecting;

          const outcomes: string[] = [];
          const calls = [
            client.callTool({ name: "a", arguments: {} }, { onProgress() {} }),
            client.listTools(),
            client.readResource({ uri: "a:b" }),
            client.listen({
              toolsListChanged: true,
              resourceSubscriptions: ["a:b"],
            }),
            client.complete({
              ref: { type: "ref/prompt", name: "a" },
              argument: { name: "a", value: "" },
            }),
          ].map((call) =>
            call.then(
              () => outcomes.push("result"),
              (error: { kind?: string }) =>
                outcomes.push(error.kind ?? String(error)),
            ),
          );
          await settle();
          for (const line of lines) {
            input.push(`${line}\n`);
            if (line.length % 3 === 0) await settle();
          }
          await settle();
          await client.close();
          await Promise.all(calls);
          const kinds = [
            "result",
            "protocol",
            "invalid",
            "cancelled",
            "timeout",
            "transport",
          ];
          expect(outcomes).toHaveLength(calls.length);
          for (const outcome of outcomes) expect(kinds).toContain(outcome);
          // A server cannot make a client say more than it is asked.
          const spoken = output.writes.join("").split("\n").length;
          expect(spoken).toBeLessThan(60 + 10 * lines.length);
          expect(unhandled).toEqual([]);
        }),
        { numRuns: 100 },
      );
      expect(Object.prototype).not.toHaveProperty("polluted");
    },
  );
});

test("an update of what is no URI is reported, and ends nothing", async () => {
  const onError = vi.fn();
  const { client, script } = await openLegacy({ onError }, (message, server) =>
    server.answer(message, {}),
  );
  await client.listen({ resourceSubscriptions: ["a:"] });
  const uri = { toString: 1 };
  script.notify("notifications/resources/updated", { uri });
  await settle();
  expect(onError).toHaveBeenCalled();
  expect(unhandled).toEqual([]);
});
