import { describe, expect, test } from "vitest";
import {
  InvalidMessageError,
  TransportError,
} from "../../../src/runtime/protocol/errors.ts";
import { batching } from "../revisions.ts";
import { done } from "../tool-server.ts";
import { until } from "../wait.ts";
import { connectTo } from "./http-client.ts";
import { json, type Received } from "./http-server.ts";
import { call, failureOf } from "./session-client.ts";
import { resultOf, send, serveSessions } from "./session-server.ts";

const tool = (request: Received): object => resultOf(request, done);

describe("a batch", () => {
  const both = (request: Received): object[] => [
    { jsonrpc: "2.0", id: "q", method: "roots/list" },
    tool(request),
  ];
  const notice = { jsonrpc: "2.0", method: "notifications/a" };
  const settings = {
    capabilities: { roots: {} },
    handlers: { listRoots: () => ({ roots: [] }) },
  };

  test.each([
    [
      "as JSON",
      (request: Received, response: Parameters<typeof json>[0]) =>
        json(response, both(request)),
    ],
    [
      "as an event",
      (request: Received, response: Parameters<typeof json>[0]) => {
        send(response, {}, both(request));
        response.end();
      },
    ],
  ])("is understood where the revision has it, %s", async (_, answer) => {
    const server = await serveSessions({ revision: batching, call: answer });
    const { client, errors } = await connectTo(server.url, { settings });
    expect(await client.request("tools/call", call)).toMatchObject(done);
    const batches = (): Received[] =>
      server.received.filter(({ text }) => text.startsWith("["));
    await until(() => batches().length > 0);
    const [posted] = batches();
    expect(JSON.parse(posted?.text ?? "")).toEqual([
      { jsonrpc: "2.0", id: "q", result: { roots: [] } },
    ]);
    expect(posted?.headers["mcp-session-id"]).toBe("s1");
    expect(errors).toEqual([]);
  });

  test("that is too long to be heard ends the call at once", async () => {
    const { error } = await failureOf(
      (request, response) =>
        json(response, [
          ...Array.from({ length: 1_000 }, () => notice),
          tool(request),
        ]),
      batching,
    );
    expect(error).toBeInstanceOf(InvalidMessageError);
  });

  test("is no answer where the revision has none", async () => {
    const { error, errors } = await failureOf((request, response) =>
      json(response, [tool(request)]),
    );
    expect(error).toBeInstanceOf(TransportError);
    expect(errors).toHaveLength(1);
  });
});
