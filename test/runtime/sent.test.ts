import { describe, expect, test } from "vitest";
import { createClient } from "../../generated/2025-11-25/client.ts";
import {
  createServer,
  elicit,
  inputRequired,
  prompt,
  tool,
  type ServerOptions,
} from "../../generated/index.ts";
import { connect } from "../../src/runtime/connect.ts";
import {
  ProtocolError,
  UnsendableError,
} from "../../src/runtime/protocol/errors.ts";
import {
  modern,
  modernRequest,
  newestHandshake,
  notification,
  request,
  serverInfo,
} from "./revisions.ts";
import { openWire, wireTo, type Wire } from "./wire.ts";

type Fields = Record<string, unknown>;
type Handlers = NonNullable<ServerOptions["handlers"]>;

const everything = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {} },
  roots: {},
};

/** A server that speaks every revision, and what it reports. */
function serverOf(options: Partial<ServerOptions>) {
  const errors: Error[] = [];
  const server = createServer({
    info: serverInfo,
    onError: (error) => errors.push(error),
    ...options,
  });
  return { server, errors };
}

/** Asks a server in each lifecycle. */
const ways: Record<
  string,
  (wire: Wire, method: string, params: Fields) => Fields
> = {
  [newestHandshake]: (_, method, params) => request(1, method, params),
  [modern]: (_, method, params) => modernRequest(1, method, params, everything),
};

async function answerOf(
  revision: string,
  options: Partial<ServerOptions>,
  method: string,
  params: Fields,
) {
  const { server, errors } = serverOf(options);
  const wire =
    revision === modern
      ? wireTo(server)
      : await openWire(server, revision, everything);
  const way = ways[revision];
  if (!way) throw new Error(`no way to ask in ${revision}`);
  const answer = await wire.ask(way(wire, method, params));
  return { answer, errors };
}

/** Results of handlers that no guard of a peer's accepts, or no page allows. */
const wrong: readonly [
  method: string,
  params: Fields,
  result: unknown,
  where: string,
][] = [
  [
    "tools/call",
    { name: "a" },
    { content: "oops" },
    "result.content: expected an array",
  ],
  [
    "tools/call",
    { name: "a" },
    { content: [{ type: "text", text: 5 }] },
    "result.content.0.text: expected a string, found number",
  ],
  [
    "tools/call",
    { name: "a" },
    { content: [], isError: "no" },
    "result.isError",
  ],
  [
    "tools/call",
    { name: "a" },
    { content: [{ type: "image", mimeType: "image/png", data: "no base64!" }] },
    "result.content.0.data: expected base64",
  ],
  [
    "tools/call",
    { name: "a" },
    { content: [{ type: "audio", mimeType: "audio/wav", data: "AAA" }] },
    "result.content.0.data: expected base64",
  ],
  [
    "tools/call",
    { name: "a" },
    {
      content: [
        { type: "resource", resource: { uri: "mem://a", blob: "a-_=" } },
      ],
    },
    "result.content.0.resource.blob: expected base64",
  ],
  [
    "tools/call",
    { name: "a" },
    { content: [{ type: "image", mimeType: "png", data: "" }] },
    "result.content.0.mimeType: expected a MIME type such as text/plain",
  ],
  [
    "tools/call",
    { name: "a" },
    { content: [{ type: "audio", mimeType: "audio/wav\r\nx: y", data: "" }] },
    "result.content.0.mimeType: expected a MIME type such as text/plain",
  ],
  [
    "tools/call",
    { name: "a" },
    {
      content: [
        {
          type: "resource",
          resource: { uri: "a:b", mimeType: "a/b;", text: "" },
        },
      ],
    },
    "result.content.0.resource.mimeType: expected a MIME type such as text/plain",
  ],
  [
    "tools/call",
    { name: "a" },
    {
      content: [{ type: "resource_link", name: "x", uri: "a:b", mimeType: "" }],
    },
    "result.content.0.mimeType: expected a MIME type such as text/plain",
  ],
  [
    "resources/list",
    {},
    { resources: [{ name: "a", uri: "a:b", mimeType: "text/plain; q" }] },
    "result.resources.0.mimeType: expected a MIME type such as text/plain",
  ],
  [
    "resources/templates/list",
    {},
    {
      resourceTemplates: [
        { name: "a", uriTemplate: "a:{b}", mimeType: "text /plain" },
      ],
    },
    "result.resourceTemplates.0.mimeType: expected a MIME type such as text/plain",
  ],
  [
    "resources/read",
    { uri: "a:b" },
    { contents: [{ uri: "a:b", mimeType: "text", text: "" }] },
    "result.contents.0.mimeType: expected a MIME type such as text/plain",
  ],
  [
    "tools/call",
    { name: "a" },
    { content: [{ type: "resource_link", name: "x", uri: "nowhere" }] },
    "result.content.0.uri: expected a URI",
  ],
  [
    "tools/call",
    { name: "a" },
    { content: [{ type: "resource_link", name: "x", uri: "javascript:0" }] },
    "result.content.0.uri: expected a URI",
  ],
  [
    "tools/call",
    { name: "a" },
    {
      content: [
        {
          type: "resource_link",
          name: "x",
          uri: "mem://x",
          icons: [{ src: "javascript:alert(1)" }],
        },
      ],
    },
    "result.content.0.icons.0.src: expected an http, https or data URL",
  ],
  [
    "tools/list",
    {},
    {
      tools: [
        {
          name: "a",
          inputSchema: { type: "object" },
          icons: [
            { src: "data:image/png;base64,AAAA" },
            { src: "file:///etc/passwd" },
          ],
        },
      ],
    },
    "result.tools.0.icons.1.src",
  ],
  [
    "tools/list",
    {},
    { tools: [{ name: "a" }] },
    "result.tools.0.inputSchema: expected an object, found nothing",
  ],
  ["tools/list", {}, { tools: [], nextCursor: null }, "result.nextCursor"],
  [
    "prompts/get",
    { name: "p" },
    { messages: [{ role: "wizard", content: { type: "text", text: "" } }] },
    'result.messages.0.role: expected "assistant" or "user"',
  ],
  [
    "prompts/get",
    { name: "p" },
    {
      messages: [
        {
          role: "user",
          content: { type: "image", mimeType: "a/b", data: "?" },
        },
      ],
    },
    "result.messages.0.content.data: expected base64",
  ],
  [
    "prompts/list",
    {},
    { prompts: [{ title: "nameless" }] },
    "result.prompts.0.name",
  ],
  [
    "resources/read",
    { uri: "mem://a" },
    { contents: [{ uri: "mem://a", mimeType: 5, text: "" }] },
    "result.contents.0",
  ],
  [
    "resources/read",
    { uri: "mem://a" },
    { contents: [{ uri: "mem://a", blob: "%%%%" }] },
    "result.contents.0.blob: expected base64",
  ],
  [
    "resources/list",
    {},
    { resources: [{ name: "a", uri: "a" }] },
    "result.resources.0.uri: expected a URI",
  ],
  [
    "resources/templates/list",
    {},
    { resourceTemplates: [{ name: "a" }] },
    "result.resourceTemplates.0.uriTemplate",
  ],
  [
    "completion/complete",
    {
      ref: { type: "ref/prompt", name: "p" },
      argument: { name: "a", value: "" },
    },
    { completion: { values: Array.from({ length: 150 }, () => "x") } },
    "result.completion.values: expected at most 100",
  ],
  [
    "completion/complete",
    {
      ref: { type: "ref/prompt", name: "p" },
      argument: { name: "a", value: "" },
    },
    { completion: { values: [1] } },
    "result.completion.values.0",
  ],
];

const handlerNames: Readonly<Record<string, keyof Handlers>> = {
  "tools/call": "callTool",
  "tools/list": "listTools",
  "prompts/get": "getPrompt",
  "prompts/list": "listPrompts",
  "resources/read": "readResource",
  "resources/list": "listResources",
  "resources/templates/list": "listResourceTemplates",
  "completion/complete": "complete",
};

/** Handlers of a program without types. */
function handlersFor(method: string, result: unknown): Handlers {
  const untyped = { [handlerNames[method] ?? ""]: () => result };
  return untyped as Handlers;
}

describe.each([newestHandshake, modern])("what leaves in %s", (revision) => {
  test.each(wrong)(
    "of %s %j: %j does not",
    async (method, params, result, where) => {
      const handlers = handlersFor(method, result);
      const capabilities = {
        tools: {},
        prompts: {},
        resources: {},
        completions: {},
      };
      const asked = await answerOf(
        revision,
        { handlers, capabilities },
        method,
        params,
      );
      expect(asked.answer["error"]).toEqual({
        code: -32603,
        message: "Internal error",
      });
      expect(asked.errors).toHaveLength(1);
      const [error] = asked.errors;
      expect(error).toBeInstanceOf(UnsendableError);
      expect(error?.message).toContain(`${method}: ${where}`);
      expect((error as UnsendableError).path[0]).toBe("result");
    },
  );

  test("goes out all the same where nobody checks", async () => {
    const result = { content: [{ type: "audio", mimeType: "a/b", data: "?" }] };
    const handlers = handlersFor("tools/call", result);
    const options = { handlers, check: false };
    const { answer, errors } = await answerOf(revision, options, "tools/call", {
      name: "a",
    });
    expect(answer["result"]).toMatchObject(result);
    expect(errors).toEqual([]);
  });

  test("of a tool is no result that tells the model", async () => {
    const features = [
      tool("a", {}, () => ({
        content: [{ type: "text", text: 5 as unknown as string }],
      })),
    ];
    const { answer, errors } = await answerOf(
      revision,
      { features },
      "tools/call",
      { name: "a" },
    );
    expect(answer["error"]).toMatchObject({ code: -32603 });
    expect(errors.map(({ message }) => message)).toEqual([
      "tools/call: result.content.0.text: expected a string, found number",
    ]);
  });

  test("is asked by a tool as little as by a handler", async () => {
    const nested = { type: "object", properties: { a: { type: "object" } } };
    const params = { message: "?", requestedSchema: nested };
    const features = [
      tool("a", {}, async (_, context) => {
        await context.elicit("a", params as never);
        return "asked";
      }),
    ];
    const asked = await answerOf(revision, { features }, "tools/call", {
      name: "a",
    });
    expect(asked.answer["error"]).toMatchObject({ code: -32603 });
    expect(asked.errors).toEqual([expect.any(UnsendableError)]);
  });

  test("of a prompt's definition is its list", async () => {
    const icons = [{ src: "javascript:0" }];
    const features = [prompt("p", { icons }, () => "x")];
    const { answer, errors } = await answerOf(
      revision,
      { features },
      "prompts/list",
      {},
    );
    expect(answer["error"]).toMatchObject({ code: -32603 });
    expect(errors[0]?.message).toContain("result.prompts.0.icons.0.src");
  });

  const field = (schema: unknown): Fields => ({
    message: "?",
    requestedSchema: { type: "object", properties: { a: schema } },
  });
  test.each<[Fields, string]>([
    [
      field({ type: "object", properties: {} }),
      "requestedSchema.properties.a: expected a field of a flat form",
    ],
    [
      field({ type: "array", items: { type: "object" } }),
      "requestedSchema.properties.a",
    ],
    [
      field({ type: "string", anyOf: [{ type: "null" }] }),
      "requestedSchema.properties.a",
    ],
    [field({ $ref: "#/a" }), "requestedSchema.properties.a"],
    [
      field({ type: "string", minLength: "x" }),
      "requestedSchema.properties.a.minLength: expected a number",
    ],
    [
      field({ type: "string", enum: [1] }),
      "requestedSchema.properties.a.enum: expected a list",
    ],
    [
      field({ type: "string", default: 5 }),
      "requestedSchema.properties.a.default: expected a string",
    ],
    [
      field({ type: "integer", default: "5" }),
      "requestedSchema.properties.a.default: expected a number",
    ],
    [
      field({ type: "boolean", title: 5 }),
      "requestedSchema.properties.a.title: expected a string",
    ],
    [
      field({ type: "array", items: { type: "string" } }),
      "requestedSchema.properties.a: expected a field of a flat form",
    ],
    [
      {
        message: "?",
        requestedSchema: { type: "object", properties: {}, required: "a" },
      },
      "requestedSchema.required: expected a list",
    ],
    [
      { message: "?", requestedSchema: { type: "array" } },
      "requestedSchema: expected",
    ],
    [
      {
        message: "?",
        requestedSchema: { type: "object", properties: {}, $defs: { a: {} } },
      },
      "requestedSchema: expected a flat form",
    ],
    [
      { ...field({ type: "string" }), message: 5 },
      "message: expected a string",
    ],
    [
      {
        mode: "url",
        elicitationId: "1",
        message: "?",
        url: "javascript:alert(1)",
      },
      "url: expected an http or https URL",
    ],
    [
      { mode: "url", elicitationId: "1", message: "?", url: "nowhere" },
      "url: expected an http or https URL",
    ],
  ])("asks nobody %j", async (params, where) => {
    const asking = [
      {
        callTool: (
          _: unknown,
          context: { elicit(key: string, params: Fields): unknown },
        ) => context.elicit("a", params),
      },
      { callTool: () => inputRequired({ a: elicit(params as never) }) },
    ];
    for (const handlers of asking) {
      const options = { handlers: handlers as unknown as Handlers };
      const { answer, errors } = await answerOf(
        revision,
        options,
        "tools/call",
        { name: "a" },
      );
      expect(answer["error"]).toMatchObject({ code: -32603 });
      expect(errors.map(({ message }) => message)).toEqual([
        expect.stringContaining(`elicitation/create: params.${where}`),
      ]);
    }
  });

  test.each<[Fields, string]>([
    [
      {
        maxTokens: 1,
        messages: [{ role: "wizard", content: { type: "text", text: "" } }],
      },
      "messages.0.role",
    ],
    [
      { maxTokens: 1, messages: [{ role: "user", content: { type: "text" } }] },
      "messages.0.content",
    ],
    [
      {
        maxTokens: 1,
        messages: [
          {
            role: "user",
            content: { type: "image", mimeType: "a/b", data: "?" },
          },
        ],
      },
      "messages.0.content.data: expected base64",
    ],
    [{ maxTokens: "many", messages: [] }, "maxTokens"],
    [{ maxTokens: 1, messages: [], temperature: "hot" }, "temperature"],
    [{ maxTokens: 1, messages: [], systemPrompt: 5 }, "systemPrompt"],
    [{ maxTokens: 1, messages: [], stopSequences: "." }, "stopSequences"],
    [
      { maxTokens: 1, messages: [], tools: [{ name: 5 }] },
      "tools.0.name: expected a string",
    ],
    [{ maxTokens: 1, messages: "hi" }, "messages"],
  ])("asks no model %j", async (params, where) => {
    const handlers = {
      callTool: (
        _: unknown,
        context: { createMessage(key: string, params: Fields): unknown },
      ) => context.createMessage("a", params),
    };
    const options = { handlers: handlers as unknown as Handlers };
    const { answer, errors } = await answerOf(revision, options, "tools/call", {
      name: "a",
    });
    expect(answer["error"]).toMatchObject({ code: -32603 });
    expect(errors[0]?.message).toContain(
      `sampling/createMessage: params.${where}`,
    );
  });

  test("is a report that is wrong: it is left out, and the call goes on", async () => {
    const handlers: Handlers = {
      callTool(_, context) {
        context.progress(1, 2, 5 as unknown as string);
        context.log("loud" as "info", "never");
        context.log("info", 1, 5 as unknown as string);
        return { content: [] };
      },
    };
    const params = { name: "a", _meta: { progressToken: 1 } };
    const { answer, errors } = await answerOf(
      newestHandshake,
      { handlers, capabilities: { logging: {} } },
      "tools/call",
      params,
    );
    expect(answer["result"]).toEqual({ content: [] });
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining("notifications/progress: params.message"),
      expect.stringContaining("notifications/message: params.level"),
      expect.stringContaining("notifications/message: params.logger"),
    ]);
  });
});

describe("what both could mean", () => {
  test("a result is none of the newest, though an older revision would take it", async () => {
    // Narrowing would make it valid, and nobody would hear of it.
    const handlers = handlersFor("tools/list", {
      tools: [{ name: "a", inputSchema: { type: "object" }, description: 5 }],
    });
    for (const revision of ["2024-11-05", newestHandshake]) {
      const { server, errors } = serverOf({ handlers });
      const wire = await openWire(server, revision);
      const { error } = await wire.ask(request(1, "tools/list"));
      expect(error).toMatchObject({ code: -32603 });
      expect(errors[0]?.message).toContain("result.tools.0.description");
    }
  });

  test("a task is a result where there are tasks, and no other", async () => {
    const task = {
      task: {
        taskId: "1",
        status: "working",
        createdAt: "",
        lastUpdatedAt: "",
        ttl: null,
      },
    };
    const outcome = async (revision: string): Promise<Fields> => {
      const handlers = handlersFor("tools/call", task);
      const { server } = serverOf({ handlers });
      const wire = await openWire(server, revision);
      return wire.ask(request(1, "tools/call", { name: "a" }));
    };
    expect(await outcome("2025-11-25")).toMatchObject({ result: task });
    expect(await outcome("2025-06-18")).toHaveProperty("error");
  });

  test("forms and icons are what their revision says of them", async () => {
    const choices = { type: "array", items: { type: "string", enum: ["a"] } };
    const params = {
      message: "?",
      requestedSchema: { type: "object", properties: { a: choices } },
    };
    const handlers = {
      callTool: (
        _: unknown,
        context: { elicit(key: string, params: Fields): unknown },
      ) => context.elicit("a", params),
    } as unknown as Handlers;
    const { server } = serverOf({ handlers });
    const wire = await openWire(server, newestHandshake, everything);
    const asked = await wire.ask(request(1, "tools/call", { name: "a" }));
    expect(asked).toMatchObject({ method: "elicitation/create", params });
  });
});

test("a result without a form in JSON is told with its method", async () => {
  const result = { content: [], structuredContent: { id: 10n } };
  const { answer, errors } = await answerOf(
    modern,
    { handlers: handlersFor("tools/call", result) },
    "tools/call",
    { name: "a" },
  );
  expect(answer["error"]).toMatchObject({ code: -32603 });
  expect(errors).toEqual([expect.any(UnsendableError)]);
  expect(errors[0]?.message).toMatch(/^tools\/call: result: .*BigInt/);
});

test("an error with a code that is none is an internal one, and reported", async () => {
  const callTool = (): never => {
    throw new ProtocolError(1.5, "half");
  };
  const options = { handlers: { callTool } };
  const params = { name: "a" };
  const { answer, errors } = await answerOf(
    modern,
    options,
    "tools/call",
    params,
  );
  expect(answer["error"]).toMatchObject({ code: -32603 });
  expect(errors).toEqual([expect.objectContaining({ message: "half" })]);
});

test.each([
  [{ info: {} }, "info has a name and a version"],
  [{ info: { name: "a", version: 1 } }, "info has a name and a version"],
  [{ instructions: 5 }, "instructions are a string"],
  [{ cache: { ttlMs: -1, cacheScope: "private" } }, "cache is { ttlMs"],
  [{ cache: { ttlMs: 1.5, cacheScope: "private" } }, "cache is { ttlMs"],
  [{ cache: { ttlMs: 1, cacheScope: "pubic" } }, "cache is { ttlMs"],
  [{ requestState: "handler" }, 'requestState is "handlers", or an object'],
  [{ requestState: null }, 'requestState is "handlers", or an object'],
  [{ revisions: newestHandshake }, "revisions is a list, of"],
  [{ onError: 5 }, "onError is a function, not number"],
])("no server is made that would say %j of itself", (options, message) => {
  expect(() => serverOf(options as never)).toThrow(message);
});

test("a notification of a change that is wrong is told to nobody", async () => {
  const { server, errors } = serverOf({
    capabilities: { resources: { subscribe: true } },
    handlers: { listResources: () => ({ resources: [] }) },
  });
  const wire = await openWire(server, newestHandshake);
  await wire.ask(request(1, "resources/subscribe", { uri: "mem://a" }));
  server.notify.resourceUpdated({ uri: "mem://a", _meta: 5 } as never);
  await wire.expectSilence();
  expect(errors[0]?.message).toContain(
    "notifications/resources/updated: params._meta",
  );
  server.notify.resourceUpdated({ uri: "mem://a" });
  expect(await wire.next()).toEqual(
    notification("notifications/resources/updated", { uri: "mem://a" }),
  );
});

describe("a client's answers", () => {
  test.each<[string, Fields, string]>([
    [
      "createMessage",
      { role: "wizard", model: "m", content: { type: "text", text: "" } },
      "sampling/createMessage: result.role",
    ],
    [
      "createMessage",
      {
        role: "assistant",
        model: "m",
        content: { type: "image", mimeType: "a/b", data: "?" },
      },
      "sampling/createMessage: result.content.data",
    ],
    [
      "createMessage",
      { role: "assistant", content: { type: "text", text: "" } },
      "sampling/createMessage: result.model",
    ],
    [
      "listRoots",
      { roots: [{ uri: "file:///a", name: 5 }] },
      "roots/list: result.roots.0.name",
    ],
    [
      "elicit",
      { action: "accept", content: { a: {} } },
      "elicitation/create: result.content.a",
    ],
  ])("of %s %j do not leave", async (name, result, where) => {
    const asks: Record<string, (peer: never) => Promise<unknown>> = {
      createMessage: (peer: {
        createMessage(params: object): Promise<unknown>;
      }) => peer.createMessage({ messages: [], maxTokens: 1 }),
      listRoots: (peer: { listRoots(): Promise<unknown> }) => peer.listRoots(),
      elicit: (peer: { elicit(params: object): Promise<unknown> }) =>
        peer.elicit({
          message: "?",
          requestedSchema: { type: "object", properties: {} },
        }),
    };
    const errors: Error[] = [];
    const client = createClient({
      info: serverInfo,
      handlers: { [name]: () => result } as never,
      onError: (error) => errors.push(error),
    });
    const { server } = serverOf({
      handlers: {
        callTool: async (_, { peer }) => {
          await asks[name]?.(peer as never).catch(() => {});
          return { content: [] };
        },
      },
    });
    await connect(server, client);
    await client.callTool({ name: "a" });
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining(where),
    ]);
    await client.close();
  });
});
