import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import {
  createClient,
  createServer,
  tool,
  type Client,
} from "../../../generated/index.ts";
import { listen } from "../../../src/runtime/http-node.ts";
import { httpTransport } from "../../../src/runtime/http-client.ts";
import { spawnStdio } from "../../../src/runtime/spawn-stdio.ts";
import { registerContext, drawn, telemetry, traceIds } from "./telemetry.ts";

const info = { name: "test", version: "1.0.0" };
const eras = ["2026-07-28", "2025-11-25"] as const;
const form = {
  message: "Sure?",
  requestedSchema: { type: "object" as const, properties: {} },
};
let folder = "";

beforeAll(() => {
  registerContext();
  folder = mkdtempSync(join(import.meta.dirname, "../../../.example-otel-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function clientOf(
  interceptor: ReturnType<typeof telemetry>["interceptor"],
): Client {
  const client = createClient({
    info,
    interceptors: [interceptor],
    handlers: { elicit: () => ({ action: "accept", content: {} }) },
  });
  onTestFinished(() => client.close());
  return client;
}

describe.each(eras)("over HTTP, in %s,", (revision) => {
  test("a call that asks is one trace, and says what carried it", async () => {
    const there = telemetry();
    const here = telemetry();
    const server = createServer({
      info,
      interceptors: [there.interceptor],
      features: [
        tool("ask", {}, async (_, ctx) => (await ctx.elicit("k", form)).action),
      ],
    });
    const running = await listen(server, { port: 0 });
    onTestFinished(() => running.close());
    const client = clientOf(here.interceptor);
    await client.connect(httpTransport({ url: running.url }), {
      revisions: [revision],
    });
    await client.callTool({ name: "ask" });
    await client.close();
    const spans = [...here.spans(), ...there.spans()].filter(({ name }) =>
      /ask|elicit/.test(name),
    );
    expect(traceIds(spans).size).toBe(1);
    expect(drawn(spans).length).toBe(4);
    for (const { kind, attributes } of spans)
      expect(attributes).toMatchObject({
        "network.transport": "tcp",
        "network.protocol.name": "http",
        ...(kind === 2 &&
          attributes["mcp.method.name"] === "tools/call" && {
            "server.address": "127.0.0.1",
            "server.port": Number(new URL(running.url).port),
          }),
      });
    const points = await there.points();
    const sessions = points.get("mcp.server.session.duration") ?? [];
    expect(sessions.length).toBe(revision === "2025-11-25" ? 1 : 0);
    expect(
      JSON.stringify(spans.map(({ attributes }) => attributes)),
    ).not.toMatch(/session/);
  });
});

const served = `
import { trace, propagation } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
import { createServer, tool } from "../generated/index.ts";
import { otel } from "../src/runtime/otel.ts";
import { serveStdio } from "../src/runtime/serve-stdio.ts";
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
const told = [];
const onEnd = (span) =>
  told.push([span.spanContext().traceId, span.kind, span.name, span.attributes["network.transport"]]);
const nothing = async () => {};
trace.setGlobalTracerProvider(
  new BasicTracerProvider({
    spanProcessors: [{ onStart() {}, onEnd, shutdown: nothing, forceFlush: nothing }],
  }),
);
await serveStdio(createServer({
  info: { name: "test", version: "1.0.0" },
  interceptors: [otel()],
  features: [tool("told", {}, () => JSON.stringify(told)), tool("greet", {}, () => "hello")],
}));
`;

describe.each(eras)("over stdio, in %s,", (revision) => {
  test("another process goes on with the trace", async () => {
    const file = join(folder, "served.mjs");
    await build({
      stdin: { contents: served, resolveDir: folder, loader: "ts" },
      outfile: file,
      bundle: true,
      packages: "external",
      platform: "node",
      format: "esm",
      logLevel: "error",
    });
    const here = telemetry();
    const client = clientOf(here.interceptor);
    const transport = spawnStdio({ command: process.execPath, args: [file] });
    await client.connect(transport, { revisions: [revision] });
    await client.callTool({ name: "greet" });
    const own = here.spans().at(-1);
    const { content } = await client.callTool({ name: "told" });
    expect(own?.attributes["network.transport"]).toBe("pipe");
    expect(JSON.stringify(content)).toContain(own?.spanContext().traceId);
    const [block] = content;
    const told: unknown = JSON.parse(block?.type === "text" ? block.text : "");
    expect(told).toContainEqual([
      own?.spanContext().traceId,
      1,
      "tools/call greet",
      "pipe",
    ]);
  });
});
