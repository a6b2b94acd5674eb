import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { z as z3 } from "zod/v3";
import {
  createClient,
  createServer,
  prompt,
  resource,
  resourceTemplate,
  tool,
} from "../../generated/index.ts";
import * as stateless from "../../generated/2026-07-28/index.ts";
import * as oldest from "../../generated/2024-11-05/index.ts";
import { createHttpHandler } from "../../src/runtime/http.ts";
import { createNodeHandler, listen } from "../../src/runtime/http-node.ts";
import { connect } from "../../src/runtime/connect.ts";

const info = { name: "a", version: "1" };
const handler = (): string => "";
const server = createServer({ info });

/** Functions as a program in JavaScript calls them. */
const calls = {
  tool: (options: unknown) => tool("a", options as never, handler),
  resource: (options: unknown) => resource("a:b", options as never, handler),
  resourceTemplate: (options: unknown) =>
    resourceTemplate("a:{b}", options as never, handler),
  prompt: (options: unknown) => prompt("a", options as never, handler),
  createServer: (options: unknown) => createServer(options as never),
  createClient: (options: unknown) => createClient(options as never),
  createNodeHandler: (options: unknown) =>
    createNodeHandler(server, options as never),
  createHttpHandler: (options: unknown) =>
    createHttpHandler(server, options as never),
  listen: (options: unknown) => listen(server, options as never),
};
type Name = keyof typeof calls;
const names = Object.keys(calls) as Name[];

/** The message of the TypeError that a call throws, or rejects with. */
async function refused(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return (error as Error).message;
  }
  throw new Error("nothing was thrown");
}

/** Options without which a function does not get as far as an unknown one. */
const needed = { info, port: 0 };

describe("an option that is unknown", () => {
  test.each(names)(
    "is refused by %s with its name and the others",
    async (name) => {
      const message = await refused(() => calls[name]({ descripton: "a" }));
      expect(message).toContain(name);
      expect(message).toMatch(/has no option "descripton": there are \w+, \w+/);
    },
  );

  test.each(names)("is found in any kind of object by %s", async (name) => {
    class Fields {
      readonly shadow = 1;
    }
    const bare: object = Object.assign(Object.create(null), { shadow: 1 });
    for (const options of [
      Object.freeze({ shadow: 1 }),
      new Fields(),
      bare,
      { toString: 1, shadow: 1 },
      { shadow: undefined },
      { constructor: 1 },
    ])
      expect(await refused(() => calls[name](options))).toMatch(
        /has no option "(shadow|toString|constructor)"/,
      );
  });

  test.each(names)("is no reason for %s to accept no options", async (name) => {
    for (const options of [null, "text", 1, [], handler])
      expect(await refused(() => calls[name](options))).toContain(name);
  });
});

const cures: readonly [Name, Record<string, string>][] = [
  [
    "tool",
    {
      inputSchema: "Use input.",
      parameters: "Use input.",
      outputSchema: "Use output.",
      execute: "Use the handler, the last argument.",
      name: "Use the first argument.",
      canAccess: "Use visible.",
      scopeChallenge: "Use scopes.",
      execution: "Use task, with the extension tasks.",
      timeoutMs: "Use AbortSignal.timeout in the handler.",
      meta: "Use _meta.",
    },
  ],
  [
    "resource",
    {
      cacheHint: "Use ttlMs and cacheScope.",
      load: "Use the handler, the last argument.",
      uri: "Use the first argument.",
      scopeChallenge: "Use scopes.",
    },
  ],
  [
    "resourceTemplate",
    {
      arguments: "Use complete of a resourceTemplate.",
      load: "Use the handler, the last argument.",
    },
  ],
  [
    "prompt",
    {
      argsSchema: "Use arguments: { city: { required: true } }.",
      load: "Use the handler, the last argument.",
    },
  ],
  [
    "createServer",
    {
      name: "Use info: { name, version }.",
      version: "Use info: { name, version }.",
      tools: "Use features: [tool(…), …].",
      supportedProtocolVersions: "Use revisions.",
      cacheHints: "Use cache.",
      enforceStrictCapabilities: "Leave it out.",
      debouncedNotificationMethods: "Leave it out.",
      jsonSchemaValidator: "Leave it out.",
      taskStore: "Use extensions: [tasks.with({ … })].",
      authenticate: "Use the options of listen.",
      onToolCall: "Use interceptors.",
    },
  ],
  [
    "createClient",
    {
      name: "Use info: { name, version }.",
      listChanged: "Use client.listen.",
      jsonSchemaValidator: "Use validate: fromAjv(…).",
      versionNegotiation: "Use revisions.",
      responseCacheStore: "Use cache.",
    },
  ],
  ...(["listen", "createNodeHandler", "createHttpHandler"] as const).map(
    (name): [Name, Record<string, string>] => [
      name,
      {
        sessionIdGenerator: "Use sessions.",
        onsessioninitialized: "Use interceptors of createServer.",
        enableJsonResponse: "Use responses.",
        enableDnsRebindingProtection: "Use allowedHosts and allowedOrigins.",
        retryInterval: "Use retryMs.",
        maxRequestBodySize: "Use maxBodyBytes.",
        endpoint: "Use path.",
        httpStream: "Use port, host and path.",
        stateless: "Use sessions: false.",
        legacy: "Use sessions.",
        bus: "Use cluster.",
        onerror: "Use onError.",
      },
    ],
  ),
];

describe("an option of another library", () => {
  test.each(cures)("is refused by %s with what to use", async (name, each) => {
    for (const [option, cure] of Object.entries(each)) {
      const options = { ...needed, [option]: z.object({ a: z.string() }) };
      if (name !== "listen") Reflect.deleteProperty(options, "port");
      if (!name.startsWith("create") || name.endsWith("Handler"))
        Reflect.deleteProperty(options, "info");
      const message = await refused(() => calls[name](options));
      expect(message).toContain(name);
      expect(message).toContain(`has no option "${option}". ${cure}`);
    }
  });

  test("is refused where a class has an accessor of its name", async () => {
    class Config {
      get inputSchema() {
        return {};
      }
    }
    expect(await refused(() => calls.tool(new Config()))).toBe(
      'tool "a" has no option "inputSchema". Use input.',
    );
  });
});

test("options of a class with accessors are all read", async () => {
  class Config {
    get input() {
      return z.object({ city: z.string() });
    }
    get description() {
      return "Says it";
    }
    helper(): void {}
  }
  const one = tool("a", Object.freeze(new Config()), ({ city }) => city);
  const own = createServer({ info, features: [one] });
  const client = createClient({ info });
  await connect(own, client);
  const { tools } = await client.listTools();
  expect(tools).toMatchObject([
    {
      name: "a",
      description: "Says it",
      inputSchema: { properties: { city: { type: "string" } } },
    },
  ]);
  await client.close();
});

describe("options within options", () => {
  const nested: readonly [Name, object, string][] = [
    ["createServer", { info, keepAlive: { interval: 1 } }, "keepAlive"],
    ["createServer", { info, cache: { ttl: 1 } }, "cache"],
    ["createServer", { info, requestState: { key: "" } }, "requestState"],
    ["createServer", { info, noticeRates: { logs: 1 } }, "noticeRates"],
    ["createClient", { info, keepAlive: { interval: 1 } }, "keepAlive"],
    ["createClient", { info, cache: { max: 1 } }, "cache"],
    ["listen", { port: 0, sessions: { maximum: 1 } }, "sessions"],
    ["listen", { port: 0, perClient: { sessions: 1 } }, "perClient"],
    ["listen", { port: 0, sse: { messagePath: "/" } }, "sse"],
    ["prompt", { arguments: { a: { require: true } } }, "argument"],
  ];
  test.each(nested)("of %s are checked, %j", async (name, options, owner) => {
    const message = await refused(() => calls[name](options));
    expect(message).toContain(owner);
    expect(message).toMatch(/has no option "\w+": there are/);
  });

  test("of client.connect are checked", async () => {
    const client = createClient({ info });
    for (const options of [{ onprogress: 1 }, { restart: { tries: 1 } }])
      expect(
        await refused(() =>
          client.connect((() => undefined) as never, options as never),
        ),
      ).toContain("has no option");
  });
});

describe("a field that only some revisions have", () => {
  test.each([
    [oldest.tool, { title: "A" }, "title"],
    [stateless.tool, { execution: {} }, "execution"],
    [oldest.tool, { annotations: {} }, "annotations"],
  ])("is refused where the revision has none", async (make, options, field) => {
    const message = await refused(() =>
      Reflect.apply(make, undefined, ["a", options, handler]),
    );
    expect(message).toContain(`has no option "${field}"`);
  });

  test("is accepted where it has one, as is a task", () => {
    tool("a", { title: "A", icons: [], _meta: {}, task: "optional" }, handler);
    const argument = { title: "A", description: "a", required: true } as const;
    prompt("a", { title: "A", arguments: { a: argument } }, handler);
    resource("a:b", { name: "a", size: 1, annotations: {} }, handler);
    resourceTemplate("a:{b}", { name: "a", title: "A" }, handler);
  });
});

describe("a call in the form of another library", () => {
  const text = z.string();
  const forms: readonly [string, Name, readonly unknown[], string][] = [
    [
      "a handler alone",
      "tool",
      ["a", handler],
      "Call tool(name, options, handler).",
    ],
    ["no handler", "tool", ["a", {}], "the handler is missing"],
    [
      "a handler that is none",
      "tool",
      ["a", {}, { run: 1 }],
      "the handler is of type object",
    ],
    [
      "the description first",
      "tool",
      ["a", "says", { a: text }, handler],
      "the options are of type string",
    ],
    [
      "fields of zod",
      "tool",
      ["a", { city: text }, handler],
      'has no option "city". Use input: z.object({ … }).',
    ],
    [
      "a schema",
      "tool",
      ["a", z.object({ a: text }), handler],
      "the options are a schema",
    ],
    [
      "one object",
      "tool",
      [{ name: "a", parameters: {}, execute: handler }],
      "tool: name is of type object",
    ],
    [
      "one object",
      "resource",
      [{ uri: "a:b", load: handler }],
      "resource: uri is of type object",
    ],
    [
      "the name first",
      "resource",
      ["a", "a:b", {}, handler],
      "the options are of type string",
    ],
    [
      "one object",
      "prompt",
      [{ name: "a", load: handler }],
      "prompt: name is of type object",
    ],
    [
      "fields of zod",
      "prompt",
      ["a", { city: text }, handler],
      'has no option "city". Use arguments:',
    ],
    ["no handler", "prompt", ["a", {}], "the handler is missing"],
    [
      "no handler",
      "resource",
      ["a:b", { name: "a" }],
      "the handler is missing",
    ],
    [
      "no handler",
      "resourceTemplate",
      ["a:{b}", { name: "a" }],
      "the handler is missing",
    ],
    [
      "visible that is no rule",
      "tool",
      ["a", { visible: false }, handler],
      "visible is a function",
    ],
    [
      "schemas as arguments",
      "prompt",
      ["a", { arguments: { a: text } }, handler],
      "arguments are texts",
    ],
    [
      "a list of arguments",
      "prompt",
      ["a", { arguments: [{ name: "a" }] }, handler],
      "arguments have their names as keys",
    ],
    [
      "a schema of arguments",
      "prompt",
      ["a", { arguments: z.object({ a: text }) }, handler],
      "arguments have their names as keys",
    ],
    [
      "an argument with a name",
      "prompt",
      ["a", { arguments: { a: { name: "a" } } }, handler],
      'has no option "name". Use the key.',
    ],
  ];
  const make = { tool, resource, resourceTemplate, prompt };
  test.each(forms)("with %s is refused by %s", async (_, name, given, said) => {
    const made: unknown = Reflect.get(make, name);
    const message = await refused(() =>
      Reflect.apply(made as () => unknown, undefined, given),
    );
    expect(message).toContain(said);
    expect(message).toContain(name);
  });
});

describe("an input that is no schema of an object", () => {
  const fields = "a plain object of schemas: wrap it in";
  test.each<[unknown, string]>([
    [{ city: z.string() }, `${fields} z.object(…)`],
    [{ city: z3.string(), days: 3 }, `${fields} z.object(…)`],
    [Object.freeze({ city: z.string().optional() }), `${fields} z.object(…)`],
    [{ city: v.string() }, `${fields} v.object(…)`],
    [{}, "an empty object: leave it out"],
    [{ type: "object", properties: {} }, "see jsonSchema() for a plain one"],
    [null, "no Standard Schema"],
    ["string", "no Standard Schema"],
    [true, "no Standard Schema"],
    ...[
      z.string(),
      z.array(z.string()),
      z.enum(["a"]),
      z.literal("a"),
      z.null(),
      z.union([z.string(), z.number()]),
      z.union([z.string(), z.union([z.number(), z.null()])]),
      z.intersection(z.string(), z.object({})),
      z.string().optional(),
      z.string().nullable(),
      z.lazy(() => z.string()),
    ].map((schema): [unknown, string] => [
      schema,
      "arguments have names, so it has to be of an object",
    ]),
  ])("is refused with what to do, %#", async (input, said) => {
    const message = await refused(() => calls.tool({ input }));
    expect(message).toContain("The input schema of a:");
    expect(message).toContain(said);
  });

  test.each([
    z.object({}),
    z.object({}).nullable(),
    z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    z.union([z.string(), z.object({})]),
    z.record(z.string(), z.string()),
    z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
    z.any(),
    z.unknown(),
    z.lazy(() => z.object({})),
    z.literal(["a"]).or(z.object({})),
  ])("is not one that accepts objects, %#", (input) => {
    expect(calls.tool({ input })).toMatchObject({ key: "a" });
  });
});
