import { propagation } from "@opentelemetry/api";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { otel } from "../../../src/runtime/otel.ts";
import { modern, modernRequest, notification } from "../revisions.ts";
import { done, serverWith } from "../tool-server.ts";
import { createWire, wireTo } from "../wire.ts";
import { apart, registerContext, telemetry } from "./telemetry.ts";
import { createClient, createServer, tool } from "../../../generated/index.ts";

beforeAll(registerContext);

const call = (id: number, params: Record<string, unknown>) =>
  modernRequest(id, "tools/call", params);

describe("what is measured", () => {
  test("has the names, the buckets and the attributes of the conventions", async () => {
    const here = telemetry();
    const there = telemetry();
    const server = createServer({
      info: { name: "test", version: "1" },
      interceptors: [there.interceptor],
      features: [tool("greet", {}, () => "hello")],
    });
    const client = createClient({
      info: { name: "test", version: "1" },
      interceptors: [here.interceptor],
    });
    const [near, far] = apart();
    const connection = server.connect(Object.assign(far, { via: "stdio" }));
    const at = { via: "http", origin: "https://example.com" };
    await client.connect(Object.assign(near, at), {
      revisions: ["2025-11-25"],
    });
    await client.callTool({ name: "greet" });
    await client.close();
    await connection.closed;
    const common = {
      "mcp.method.name": "tools/call",
      "mcp.protocol.version": "2025-11-25",
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "greet",
    };
    const network = {
      "network.transport": "tcp",
      "network.protocol.name": "http",
      "server.address": "example.com",
      "server.port": 443,
    };
    const own = await here.points();
    expect([...own.keys()].sort()).toEqual([
      "mcp.client.operation.duration",
      "mcp.client.session.duration",
    ]);
    expect(own.get("mcp.client.operation.duration")).toContainEqual({
      ...common,
      ...network,
    });
    expect(own.get("mcp.client.session.duration")).toEqual([
      { "mcp.protocol.version": "2025-11-25", ...network },
    ]);
    const answered = await there.points();
    expect(answered.get("mcp.server.operation.duration")).toContainEqual({
      ...common,
      "network.transport": "pipe",
    });
    expect(await there.boundaries()).toEqual([
      0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300,
    ]);
  });

  test("has no value for each name that a client makes up", async () => {
    const there = telemetry();
    const server = serverWith(() => done, {
      interceptors: [
        there.interceptor,
        {
          before({ name }) {
            if (name === "refused") throw new Error("no");
          },
        },
      ],
      onError: () => {},
    });
    const wire = wireTo(server);
    await wire.ask(call(1, { name: "refused" }));
    await wire.ask(modernRequest(2, "tools/dance"));
    await wire.ask(call(3, {}));
    await wire.ask(call(4, { name: "a" }));
    await wire.ask(call(5, { name: "refused" }));
    const names = [...(await there.points()).values()]
      .flat()
      .map((one) => [one["mcp.method.name"], one["gen_ai.tool.name"]]);
    expect(names).toEqual([
      ["_OTHER", undefined],
      ["_OTHER", undefined],
      ["_OTHER", undefined],
      ["tools/call", "a"],
      ["tools/call", undefined],
    ]);
    expect(there.spans().map(({ name }) => name)).toEqual([
      "_OTHER",
      "_OTHER",
      "_OTHER",
      "tools/call a",
      "tools/call",
    ]);
  });

  test("has the names of tools that were listed, also where no call of them comes to an end", async () => {
    const there = telemetry();
    const begun: string[] = [];
    const endless = (name: string) =>
      tool(name, {}, () => {
        begun.push(name);
        return new Promise<string>(() => {});
      });
    const server = createServer({
      info: { name: "test", version: "1" },
      interceptors: [there.interceptor],
      features: [endless("slow"), endless("other")],
    });
    const given = async (id: number, name: string): Promise<void> => {
      wire.send(call(id, { name }));
      await vi.waitUntil(() => begun.includes(name));
      wire.send(notification("notifications/cancelled", { requestId: id }));
      await vi.waitUntil(() => there.spans().length === id);
    };
    const wire = wireTo(server);
    await given(1, "other");
    await wire.ask(modernRequest(2, "tools/list"));
    await given(3, "slow");
    expect(there.spans().map(({ name }) => name)).toEqual([
      "_OTHER",
      "tools/list",
      "tools/call slow",
    ]);
    const points = await there.points();
    expect(points.get("mcp.server.operation.duration")).toContainEqual(
      expect.objectContaining({
        "gen_ai.tool.name": "slow",
        "error.type": "cancelled",
      }),
    );
  });

  test("does not take a client's mistake for an error of the server's", async () => {
    const there = telemetry();
    const server = serverWith(() => done, {
      interceptors: [there.interceptor],
    });
    await wireTo(server).ask(modernRequest(2, "tools/dance"));
    const [span] = there.spans();
    expect(span?.status).toEqual({ code: 0 });
    expect(span?.attributes).toMatchObject({
      "rpc.response.status_code": "-32601",
      "mcp.protocol.version": modern,
    });
    expect(span?.attributes).not.toHaveProperty("error.type");
  });
});

describe("what a client sends in _meta", () => {
  const trace = "0af7651916cd43dd8448eb211c80319c";
  const parent = `00-${trace}-b7ad6b7169203331-01`;

  test.each([
    ["traceparent as a number", '{"traceparent":1}', false],
    ["traceparent as a list", `{"traceparent":["${parent}"]}`, false],
    ["traceparent that is none", '{"traceparent":"00-zz-1-01"}', false],
    [
      "traceparent of __proto__",
      `{"__proto__":{"traceparent":"${parent}"}}`,
      false,
    ],
    ["one that is", `{"traceparent":"${parent}"}`, true],
    [
      "baggage of 10 kB",
      `{"traceparent":"${parent}","baggage":"a=${"b".repeat(10_000)}"}`,
      true,
    ],
  ])("does no harm: %s", async (_, meta, isTaken) => {
    const there = telemetry();
    let baggage: unknown;
    const handle = () => {
      baggage = propagation.getActiveBaggage();
      return done;
    };
    const server = serverWith(handle, { interceptors: [there.interceptor] });
    const request = call(1, { name: "a" });
    const params = request["params"] as { _meta: object };
    const text = JSON.stringify({
      ...request,
      params: { ...params, _meta: 0 },
    });
    const own = JSON.stringify(params._meta).slice(1);
    const [near, far] = apart();
    server.connect(far);
    // With a comma, so that both are one object.
    const whole = text.replace(
      '"_meta":0',
      `"_meta":${meta.slice(0, -1)},${own}`,
    );
    const sent: unknown = JSON.parse(whole);
    const answer = await createWire(near).ask(sent as never);
    expect(answer).toMatchObject({ result: done });
    const [span] = there.spans();
    expect(span?.spanContext().traceId === trace).toBe(isTaken);
    expect(baggage).toBeUndefined();
  });

  test("a propagator that fails breaks no call", async () => {
    const fail = (): never => {
      throw new Error("broken");
    };
    const propagator = { inject: fail, extract: fail, fields: () => [] };
    const there = telemetry({ propagator });
    const server = createServer({
      info: { name: "test", version: "1" },
      interceptors: [there.interceptor],
      features: [tool("greet", {}, () => "hello")],
    });
    const client = createClient({
      info: { name: "test", version: "1" },
      interceptors: [there.interceptor],
    });
    const [near, far] = apart();
    server.connect(far);
    await client.connect(near);
    onTestFinished(() => client.close());
    const { content } = await client.callTool({ name: "greet" });
    expect(content).toEqual([{ type: "text", text: "hello" }]);
    expect(there.spans().map(({ name }) => name)).toContain("tools/call greet");
  });
});

test("an option that there is not is refused", () => {
  expect(() => otel({ argument: true } as never)).toThrow(
    'otel has no option "argument"',
  );
});
