import { context, trace } from "@opentelemetry/api";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  createClient,
  createServer,
  ProtocolError,
  tool,
  type Client,
  type Server,
} from "../../../generated/index.ts";
import {
  apart,
  drawn,
  registerContext,
  telemetry,
  traceIds,
} from "./telemetry.ts";

beforeAll(registerContext);

const info = { name: "test", version: "1.0.0" };
const eras = ["2026-07-28", "2025-11-25", "2024-11-05"] as const;
const asking = eras.slice(0, 2);
const schema = {
  type: "object" as const,
  properties: { sure: { type: "boolean" as const } },
};

/** A server and a client that both tell, connected in this process. */
async function told(
  revision: (typeof eras)[number],
  options: Parameters<typeof telemetry>[0] = {},
) {
  const there = telemetry(options);
  const here = telemetry(options);
  const server = createServer({
    info,
    onError: () => {},
    interceptors: [there.interceptor],
    features: [
      tool("greet", {}, () => {
        const tracer = there.tracers.getTracer("test");
        tracer.startSpan("work").end();
        return "hello";
      }),
      tool("fail", {}, () => {
        throw new Error("private");
      }),
      tool("refuse", {}, () => {
        throw new ProtocolError(4_290, "later");
      }),
      tool("ask", {}, async (_, ctx) => {
        const { action } = await ctx.elicit("sure", {
          message: "Sure?",
          requestedSchema: schema,
        });
        return action;
      }),
    ],
  });
  const client = createClient({
    info,
    interceptors: [here.interceptor],
    handlers: { elicit: () => ({ action: "accept", content: { sure: true } }) },
  });
  await connected(server, client, revision);
  const all = () => [...here.spans(), ...there.spans()];
  return { here, there, client, all };
}

async function connected(
  server: Server,
  client: Client,
  revision: (typeof eras)[number],
): Promise<void> {
  const [near, far] = apart();
  server.connect(far);
  await client.connect(near, { revisions: [revision] });
  onTestFinished(() => client.close());
}

describe.each(eras)("in %s", (revision) => {
  test("a call is one trace, and its handler's spans are part of it", async () => {
    const { client, all, here, there } = await told(revision);
    const known = [here.spans().length, there.spans().length];
    await client.callTool({ name: "greet" });
    const spans = [
      ...here.spans().slice(known[0]),
      ...there.spans().slice(known[1]),
    ];
    expect(traceIds(spans).size).toBe(1);
    expect(drawn(spans)).toEqual([
      "CLIENT tools/call greet",
      "INTERNAL work < SERVER tools/call greet",
      "SERVER tools/call greet < CLIENT tools/call greet",
    ]);
    const [own, , answered] = spans;
    const common = {
      "mcp.method.name": "tools/call",
      "mcp.protocol.version": revision,
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "greet",
      "jsonrpc.request.id": expect.stringMatching(/^\d+$/),
    };
    expect(own?.attributes).toEqual(common);
    expect(answered?.attributes).toEqual(common);
    expect(all()[0]?.name).toMatch(/^(initialize|server\/discover)$/);
  });

  test("a tool that fails is an error, with the words that nobody is told left out", async () => {
    const { client, here, there } = await told(revision);
    await client.callTool({ name: "fail" });
    for (const { spans } of [here, there]) {
      const span = spans().at(-1);
      expect(span?.attributes["error.type"]).toBe("tool_error");
      expect(span?.status.code).toBe(2);
      expect(JSON.stringify([span?.attributes, span?.events])).not.toContain(
        "private",
      );
    }
  });

  test("what a handler refuses has the code of its error", async () => {
    const { client, here, there } = await told(revision);
    await expect(client.callTool({ name: "refuse" })).rejects.toThrow("later");
    for (const { spans } of [here, there])
      expect(spans().at(-1)).toMatchObject({
        attributes: {
          "error.type": "4290",
          "rpc.response.status_code": "4290",
        },
        status: { code: 2, message: "later" },
      });
  });
});

describe.each(asking)("a call that asks, in %s,", (revision) => {
  test("is one trace", async () => {
    const { client, all } = await told(revision);
    const known = all().length;
    await client.callTool({ name: "ask" });
    const spans = all().filter(({ name }) => /ask|elicit/.test(name));
    expect(known).toBeGreaterThan(0);
    expect(traceIds(spans).size).toBe(1);
    const isStateless = revision === "2026-07-28";
    expect(drawn(spans).sort()).toEqual(
      isStateless
        ? [
            "CLIENT tools/call ask",
            "SERVER elicitation/create < CLIENT tools/call ask",
            "SERVER tools/call ask < CLIENT tools/call ask",
            "SERVER tools/call ask < CLIENT tools/call ask",
          ]
        : [
            "CLIENT elicitation/create < SERVER tools/call ask",
            "CLIENT tools/call ask",
            "SERVER elicitation/create < CLIENT elicitation/create",
            "SERVER tools/call ask < CLIENT tools/call ask",
          ],
    );
  });
});

test("the client's span is below what its program does", async () => {
  const { client, here } = await told("2026-07-28");
  const tracer = here.tracers.getTracer("test");
  const outer = tracer.startSpan("program");
  const active = trace.setSpan(context.active(), outer);
  await context.with(active, () => client.callTool({ name: "greet" }));
  outer.end();
  expect(here.spans().at(-2)?.parentSpanContext?.spanId).toBe(
    outer.spanContext().spanId,
  );
});

test("arguments and results are told to whoever asks for them", async () => {
  const given = { name: "greet", arguments: { key: "s3cret" } };
  const silent = await told("2026-07-28");
  await silent.client.callTool(given);
  expect(silent.all().map(({ attributes }) => attributes)).not.toContainEqual(
    expect.objectContaining({
      "gen_ai.tool.call.arguments": expect.anything(),
    }),
  );
  expect(
    JSON.stringify(silent.all().map(({ attributes }) => attributes)),
  ).not.toMatch(/s3cret|hello/);
  const open = await told("2026-07-28", { arguments: true, results: true });
  await open.client.callTool(given);
  for (const { spans } of [open.here, open.there])
    expect(spans().at(-1)?.attributes).toMatchObject({
      "gen_ai.tool.call.arguments": '{"key":"s3cret"}',
      "gen_ai.tool.call.result": expect.stringContaining("hello"),
    });
});
