import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fromSources } from "../../support/from-sources.ts";
import { inputSchema, weatherModule } from "../../contracts/compile/weather.ts";
import { callInSession, callModern, type Send } from "./mounted.ts";

const root = new URL("../../../", import.meta.url).pathname;

/** Bundles a worker as its authors do: nothing of Node is there to be linked. */
async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    bundle: true,
    plugins: [fromSources],
    format: "esm",
    platform: "neutral",
    target: "es2022",
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

/** The runtime of the test tells its own address as the host. */
const example = `
  import worker from "./templates/examples/worker/worker.ts";
  export default {
    fetch(request) {
      const headers = new Headers(request.headers);
      headers.set("host", new URL(request.url).host);
      return worker.fetch(new Request(request, { headers }));
    },
  };`;

const worker = `
  import { createServer, tool } from "./generated/index.ts";
  import { createHttpHandler } from "./src/runtime/http.ts";
  const echo = tool("echo", {}, () => "echoed");
  const count = tool("count", {}, async (_, context) => {
    for (let told = 1; told <= 3; told++) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      context.progress(told, 3);
    }
    return "counted";
  });
  const server = createServer({
    info: { name: "a", version: "1" },
    features: [echo, count],
  });
  export default { fetch: createHttpHandler(server, {
    path: "/mcp",
    sessions: false,
  }) };`;

/** The platform makes no code of texts: an ajv cannot compile a schema here. */
const compiled = `
  ${await weatherModule()}
  import { Ajv2020 } from "ajv/dist/2020.js";
  import { createServer, jsonSchema, structured, tool } from "./generated/index.ts";
  import { createHttpHandler } from "./src/runtime/http.ts";
  import { fromAjv } from "./src/runtime/registry/ajv.ts";
  const forecast = tool(
    "forecast",
    { input: forecastInput, output: forecastResult },
    ({ city }) => structured({ degrees: city === "Oslo" ? 4 : "?" }),
  );
  const known = tool(
    "known",
    { input: jsonSchema(${JSON.stringify(inputSchema)}, validator) },
    () => "known",
  );
  const ajv = tool("ajv", {}, () => {
    try {
      fromAjv(new Ajv2020({ logger: false })).compile({ type: "object" });
      return "compiled";
    } catch (error) {
      return error.name;
    }
  });
  const server = createServer({
    info: { name: "a", version: "1" },
    features: [forecast, known, ajv],
    onError() {},
  });
  export default { fetch: createHttpHandler(server, { path: "/mcp" }) };`;

describe("a worker", () => {
  let runtime: Miniflare;
  let send: Send;
  const url = "http://localhost/mcp";
  beforeAll(async () => {
    runtime = new Miniflare({
      modules: true,
      script: await bundle(worker),
      compatibilityDate: "2026-01-01",
    });
    // Its types of the same standard are its own.
    send = runtime.dispatchFetch.bind(runtime) as unknown as Send;
    await runtime.ready;
  });
  afterAll(() => runtime.dispose());

  test("answers a call in either era", async () => {
    const answer = {
      status: 200,
      type: "application/json",
      messages: [{ result: { content: [{ text: "echoed" }] } }],
    };
    expect(await callModern(send, url, "echo")).toMatchObject(answer);
    expect(await callInSession(send, url, "echo")).toMatchObject(answer);
  });

  test("answers with a stream in either era", async () => {
    const answer = {
      status: 200,
      type: "text/event-stream",
      messages: [
        { params: { progress: 1 } },
        { params: { progress: 2 } },
        { params: { progress: 3 } },
        { result: { content: [{ text: "counted" }] } },
      ],
    };
    expect(await callModern(send, url, "count")).toMatchObject(answer);
    expect(await callInSession(send, url, "count")).toMatchObject(answer);
  });

  test("answers one request after the other, and many at once", async () => {
    for (let round = 0; round < 3; round++) {
      const calls = Array.from({ length: 8 }, (_, at) =>
        at % 2 === 0
          ? callModern(send, url, "count")
          : callInSession(send, url, "count"),
      );
      for (const { messages } of await Promise.all(calls))
        expect(messages).toHaveLength(4);
    }
  });

  test("serves no other path", async () => {
    const response = await send("http://localhost/other", {});
    expect(response.status).toBe(404);
  });
});

describe("the example of a worker", () => {
  test("tells the weather", async () => {
    const runtime = new Miniflare({
      modules: true,
      script: await bundle(example),
      compatibilityDate: "2026-01-01",
    });
    try {
      const send = runtime.dispatchFetch.bind(runtime) as unknown as Send;
      const url = "http://weather.example.com/mcp";
      const answer = {
        messages: [
          { params: { progress: 1 } },
          { result: { content: [{ text: "snow, -4 °C" }] } },
        ],
      };
      for (const call of [callModern, callInSession])
        expect(
          await call(send, url, "forecast", { city: "Oslo" }),
        ).toMatchObject(answer);
      const elsewhere = await callModern(
        send,
        "http://weather.example.org/mcp",
        "forecast",
      );
      expect(elsewhere.status).toBe(403);
    } finally {
      await runtime.dispose();
    }
  });
});

describe("a worker with compiled schemas", () => {
  let runtime: Miniflare;
  let call: (name: string, args?: object) => Promise<object>;
  beforeAll(async () => {
    runtime = new Miniflare({
      modules: true,
      script: await bundle(compiled),
      compatibilityDate: "2026-01-01",
    });
    const send = runtime.dispatchFetch.bind(runtime) as unknown as Send;
    call = (name, args) => callModern(send, "http://localhost/mcp", name, args);
    await runtime.ready;
  });
  afterAll(() => runtime.dispose());

  const answer = (result: object) => ({ messages: [{ result }] });
  const failure = (text: string) =>
    answer({
      isError: true,
      content: [{ text: expect.stringContaining(text) }],
    });

  test("checks arguments and results", async () => {
    expect(await call("forecast", { city: "Oslo" })).toMatchObject(
      answer({ structuredContent: { degrees: 4 } }),
    );
    expect(await call("forecast", {})).toMatchObject(
      failure("city: expected a string"),
    );
    expect(await call("known", { city: "Oslo" })).toMatchObject(
      answer({ content: [{ text: "known" }] }),
    );
    expect(await call("known", {})).toMatchObject(
      failure("city: expected a string"),
    );
    expect(await call("forecast", { city: "Bergen" })).not.toMatchObject(
      answer({ structuredContent: { degrees: "?" } }),
    );
  });

  test("could not with ajv", async () => {
    expect(await call("ajv")).toMatchObject(
      answer({ content: [{ text: "EvalError" }] }),
    );
  });
});

test.each([example, worker])(
  "a bundle makes no code, and needs no Node",
  async (contents) => {
    const code = await bundle(contents);
    expect(code).toContain("text/event-stream");
    expect(code).not.toMatch(/\beval\s*\(|\bnew\s+Function\b|\bFunction\s*\(/);
    // Both are read where `process` may be missing.
    const rest = code
      .replaceAll("process.env.NODE_ENV", "")
      .replace("process.env.MCP_GEN_DEV", "");
    expect(rest).not.toMatch(/["']node:|\brequire\s*\(|\bprocess\./);
  },
);
