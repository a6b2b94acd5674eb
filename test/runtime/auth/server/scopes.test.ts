import { describe, expect, test } from "vitest";
import { z } from "zod";
import { all, modernRequest, request, serverOf } from "../../revisions.ts";
import { prompt, resourceTemplate, tool } from "../../features/host.ts";
import { done, scopedServer } from "./features.ts";
import {
  guardOf,
  metadataUrl,
  openWay,
  optionsOf,
  paramsOf,
  serveOn,
  tokenOf,
  wayNames,
  type FaceName,
  type GuardedClient,
  type WayName,
} from "./guarded.ts";
import type { ProtectOptions } from "../../../../src/runtime/auth/server.ts";
import { patient } from "../../wait.ts";

type Fields = Record<string, unknown>;

/** What each kind of operation needs, to be challenged for all at once. */
const operations: readonly [
  what: string,
  method: string,
  params: Fields,
  scope: string,
][] = [
  ["a tool", "tools/call", { name: "add" }, "notes:write notes:read"],
  [
    "a tool, by its arguments",
    "tools/call",
    { name: "send", arguments: { to: "bob" } },
    "send:bob",
  ],
  ["a prompt", "prompts/get", { name: "summary" }, "prompts:fill"],
  [
    "a prompt, by its arguments",
    "prompts/get",
    { name: "letter", arguments: { to: "bob" } },
    "write:bob",
  ],
  ["a resource", "resources/read", { uri: "note://own" }, "notes:own"],
  [
    "a template, by the URI",
    "resources/read",
    { uri: "note://seven" },
    "notes:seven",
  ],
  [
    "the completion of a prompt",
    "completion/complete",
    {
      ref: { type: "ref/prompt", name: "summary" },
      argument: { name: "style", value: "" },
    },
    "prompts:fill",
  ],
  [
    "the completion of a template",
    "completion/complete",
    {
      ref: { type: "ref/resource", uri: "note://{id}" },
      argument: { name: "id", value: "one" },
    },
    "notes:one",
  ],
];

async function clientOn(
  face: FaceName,
  way: WayName,
  options: Partial<ProtectOptions<unknown>> = {},
  server = scopedServer(),
): Promise<GuardedClient> {
  const authorize = guardOf(options);
  const send = await serveOn(face, server, { authorize, ...optionsOf(way) });
  return openWay(way, send, tokenOf([]));
}

const cases = (["web", "Node"] as const).flatMap((face) =>
  wayNames.map((way) => [face, way] as const),
);

describe.each(cases)("on the %s face, %s,", (face, way) => {
  test("what lacks a scope is refused with all that it needs, and done with them", async () => {
    const client = await clientOn(face, way);
    for (const [what, method, params, scope] of operations) {
      done.length = 0;
      const refused = await client.ask(method, params, tokenOf([]));
      expect.soft(refused.status, what).toBe(403);
      expect.soft(paramsOf(refused.challenge), what).toEqual({
        error: "insufficient_scope",
        scope,
        resource_metadata: metadataUrl,
      });
      expect.soft(refused.message, what).toMatchObject({
        error: { code: -32600, message: "Forbidden" },
      });
      expect.soft(done, what).toEqual([]);
      const token = tokenOf(scope.split(" "));
      const { message } = await client.ask(method, params, token);
      expect.soft(message, what).toHaveProperty("result");
    }
  });

  test("what needs none is done without", async () => {
    const client = await clientOn(face, way);
    const open = [
      ["tools/call", { name: "open" }],
      ["prompts/get", { name: "plain" }],
      ["resources/read", { uri: "note://public" }],
      ["tools/list", {}],
    ] as const;
    for (const [method, params] of open)
      expect
        .soft((await client.ask(method, params, tokenOf([]))).message, method)
        .toHaveProperty("result");
    expect(done).toEqual(["open", "plain", "public"]);
  });
});

test("a function is told an empty text of what is not known yet when something is completed", async () => {
  const features = [
    resourceTemplate(
      "part://{of}/{id}",
      {
        name: "part",
        scopes: ({ of, id }) => [`parts:${of.length}:${id}`],
        complete: { id: ["one"] },
      },
      () => "",
    ),
    prompt(
      "letter",
      {
        arguments: { to: { required: true }, style: { complete: ["short"] } },
        scopes: ({ to, style }) => [`letters:${to.length}:${style}`],
      },
      () => "",
    ),
  ];
  const client = await clientOn(
    "web",
    "stateless",
    {},
    serverOf(all, { features }),
  );
  for (const [ref, name, scope] of [
    [{ type: "ref/resource", uri: "part://{of}/{id}" }, "id", "parts:0:o"],
    [{ type: "ref/prompt", name: "letter" }, "style", "letters:0:o"],
  ] as const) {
    const params = { ref, argument: { name, value: "o" } };
    const asked = await client.ask("completion/complete", params, tokenOf([]));
    expect(asked.status).toBe(403);
    expect(paramsOf(asked.challenge)["scope"]).toBe(scope);
  }
});

test("one of two scopes is not enough, and both are named", async () => {
  const client = await clientOn("web", "stateless");
  const token = tokenOf(["notes:read"]);
  const { challenge } = await client.ask("tools/call", { name: "add" }, token);
  expect(paramsOf(challenge)["scope"]).toBe("notes:write notes:read");
});

test("a refusal has the id of its request", async () => {
  const client = await clientOn("web", "stateless");
  const call = modernRequest("mine", "tools/call", { name: "add" });
  const refused = await client.post(call, tokenOf([]));
  expect(await refused.json()).toMatchObject({ id: "mine" });
});

describe("scopes that every request needs", () => {
  const options = { scopes: ["mcp"] };

  test("are named together with those of the operation", async () => {
    const authorize = guardOf(options);
    const send = await serveOn("web", scopedServer(), { authorize });
    const client = await openWay("stateless", send, "");
    const asked = ["tools/call", { name: "add" }] as const;
    for (const scopes of [[], ["other"], ["mcp"], ["notes:write"]]) {
      const { status, challenge } = await client.ask(...asked, tokenOf(scopes));
      expect.soft(status).toBe(403);
      expect
        .soft(paramsOf(challenge)["scope"])
        .toBe("mcp notes:write notes:read");
    }
    const enough = tokenOf(["mcp", "notes:write", "notes:read"]);
    expect((await client.ask(...asked, enough)).status).toBe(200);
    const list = await client.ask("tools/list", {}, tokenOf([]));
    expect([list.status, paramsOf(list.challenge)["scope"]]).toEqual([
      403,
      "mcp",
    ]);
  });

  test("are asked of who opens a stream, and ends a session", async () => {
    const authorize = guardOf(options);
    const send = await serveOn("web", scopedServer(), { authorize });
    const client = await openWay("sessions", send, tokenOf(["mcp"]));
    const refused = await client.hear(tokenOf([]));
    expect(refused.status).toBe(403);
    expect(paramsOf(refused.headers.get("www-authenticate"))).toMatchObject({
      error: "insufficient_scope",
      scope: "mcp",
    });
    const ended = await send("/mcp", {
      method: "DELETE",
      headers: { authorization: `Bearer ${tokenOf([])}` },
    });
    expect(ended.status).toBe(403);
  });

  test("are asked where what `protect` found is handed on in part", async () => {
    const guard = guardOf(options);
    const send = await serveOn("web", serverOf(all, { features: [] }), {
      async authorize(request) {
        const verdict = await guard(request);
        return "challenge" in verdict
          ? { status: verdict.status, challenge: verdict.challenge }
          : { principal: verdict.principal };
      },
    });
    const client = await openWay("stateless", send, "");
    expect((await client.ask("server/discover", {}, tokenOf([]))).status).toBe(
      403,
    );
  });
});

describe("a batch", () => {
  const batchOf = (...names: string[]) =>
    names.map((name, id) => request(id, "tools/call", { name }));

  test.each(["sessions", "sessionless", "sse"] as const)(
    "is challenged for all that it needs, and none of it is done, %s",
    async (way) => {
      const server = scopedServer({ revisions: ["2025-03-26", "2024-11-05"] });
      const authorize = guardOf();
      const send = await serveOn("web", server, {
        authorize,
        ...optionsOf(way),
      });
      const client = await openBatching(way, send);
      const batch = [
        ...batchOf("open", "add"),
        request(7, "resources/read", { uri: "note://own" }),
      ];
      const refused = await client(batch, tokenOf(["notes:read"]));
      expect(refused.status).toBe(403);
      expect(paramsOf(refused.headers.get("www-authenticate"))["scope"]).toBe(
        "notes:write notes:read notes:own",
      );
      expect(done).toEqual([]);
      const enough = tokenOf(["notes:write", "notes:read", "notes:own"]);
      const served = await client(batch, enough);
      expect([200, 202]).toContain(served.status);
      await expect
        .poll(() => [...done].sort(), patient)
        .toEqual(["add", "open", "own"]);
    },
  );
});

async function openBatching(
  way: "sessions" | "sessionless" | "sse",
  send: Awaited<ReturnType<typeof serveOn>>,
) {
  if (way === "sse") return (await openWay(way, send, tokenOf([]))).post;
  const opened = await send("/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${tokenOf([])}`,
    },
    body: JSON.stringify(
      request(0, "initialize", {
        protocolVersion: "2025-03-26",
        capabilities: {},
        clientInfo: { name: "a", version: "1" },
      }),
    ),
  });
  await opened.text();
  const id = opened.headers.get("mcp-session-id");
  return (value: unknown, token: string): Promise<Response> =>
    send("/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${token}`,
        ...(id !== null && { "mcp-session-id": id }),
      },
      body: JSON.stringify(value),
    });
}

describe("a wider scope", () => {
  test.each<[string, NonNullable<ProtectOptions<unknown>["implies"]>]>([
    ["by names", { admin: ["notes"], notes: ["notes:write", "notes:read"] }],
    [
      "by a function",
      (granted, needed) => granted === "admin" && needed.startsWith("notes:"),
    ],
  ])("stands for those in it, %s", async (_, implies) => {
    const client = await clientOn("web", "stateless", { implies });
    const asked = ["tools/call", { name: "add" }] as const;
    expect((await client.ask(...asked, tokenOf(["admin"]))).status).toBe(200);
    expect((await client.ask(...asked, tokenOf(["notes:write"]))).status).toBe(
      403,
    );
  });
});

describe("arguments", () => {
  const fail = { name: "send", arguments: { to: 5 } };

  test("that are refused anyway are asked about by nobody", async () => {
    const asked: unknown[] = [];
    const server = serverOf(all, {
      features: [
        tool(
          "send",
          {
            input: z.object({ to: z.string() }),
            scopes: (args) => {
              asked.push(args);
              return ["send"];
            },
          },
          () => "sent",
        ),
      ],
    });
    const client = await clientOn("web", "stateless", {}, server);
    const { message } = await client.ask("tools/call", fail, tokenOf([]));
    expect(JSON.stringify(message)).toContain("Invalid arguments");
    expect(asked).toEqual([]);
  });

  test("are told to the rule with who asks", async () => {
    const asked: unknown[] = [];
    const server = serverOf(all, {
      features: [
        tool(
          "a",
          {
            scopes: (args, by) => {
              asked.push(args, by);
              return [];
            },
          },
          () => "a",
        ),
      ],
    });
    const client = await clientOn("web", "stateless", {}, server);
    await client.ask("tools/call", { name: "a" }, tokenOf([]));
    expect(asked).toEqual([
      {},
      { method: "tools/call", principal: "ada", auth: { name: "Ada" } },
    ]);
  });

  test.each<[string, unknown]>([
    ["no list", () => "all"],
    ["nothing", () => undefined],
    ["what is no scope", () => ["a b"]],
    ["an error", () => Promise.reject(new Error("no database"))],
  ])("whose rule gives %s let nobody in", async (_, scopes) => {
    const server = serverOf(all, {
      features: [tool("a", { scopes: scopes as () => string[] }, () => "a")],
    });
    const client = await clientOn("web", "stateless", {}, server);
    const { status } = await client.ask(
      "tools/call",
      { name: "a" },
      tokenOf(["all"]),
    );
    expect(status).toBe(500);
  });
});

test.each<[string, object, string]>([
  ["a tool", { name: "a", arguments: {} }, '"a": scopes are a list'],
  ["an operation", { name: "b" }, 'operationScopes, for "tools/call": scopes'],
])("whose scopes are none is told: those of %s", async (_, params, told) => {
  const features = [
    tool("a", { scopes: "all" as never }, () => "a"),
    tool("b", {}, () => "b"),
  ];
  const heard: string[] = [];
  const send = await serveOn("web", serverOf(all, { features }), {
    authorize: guardOf({
      operationScopes: ({ params: asked }) =>
        (asked as Fields)["name"] === "b" ? (undefined as never) : [],
    }),
    onError: ({ message }) => heard.push(message),
  });
  const { ask } = await openWay("stateless", send, tokenOf([]));
  const { status } = await ask("tools/call", { ...params }, tokenOf([]));
  expect(status).toBe(500);
  expect(heard).toEqual([expect.stringContaining(told)]);
});

test("a rule that never answers holds no request for ever", async () => {
  const features = [
    tool("a", { scopes: () => new Promise<never>(() => {}) }, () => "a"),
  ];
  const heard: string[] = [];
  const send = await serveOn("web", serverOf(all, { features }), {
    authorize: guardOf(),
    authorizeTimeoutMs: 20,
    onError: ({ message }) => heard.push(message),
  });
  const { ask } = await openWay("stateless", send, tokenOf([]));
  const { status } = await ask("tools/call", { name: "a" }, tokenOf([]));
  expect(status).toBe(500);
  expect(heard).toEqual(["scopes took longer than 20 ms"]);
});

describe("a rule for handlers of one's own", () => {
  const server = () =>
    serverOf(all, {
      handlers: {
        callTool: () => ({ content: [] }),
        listTools: () => ({ tools: [] }),
      },
    });

  test.each(wayNames)("is asked of each message, %s", async (way) => {
    const client = await clientOn(
      "web",
      way,
      {
        operationScopes: ({ method, params }) =>
          method === "tools/call"
            ? ["call", `call:${String((params as Fields)["name"])}`]
            : [],
      },
      server(),
    );
    const asked = ["tools/call", { name: "x" }] as const;
    const refused = await client.ask(...asked, tokenOf(["call"]));
    expect([refused.status, paramsOf(refused.challenge)["scope"]]).toEqual([
      403,
      "call call:x",
    ]);
    const enough = tokenOf(["call", "call:x"]);
    expect((await client.ask(...asked, enough)).message).toHaveProperty(
      "result",
    );
    const list = await client.ask("tools/list", {}, tokenOf([]));
    expect(list.message).toHaveProperty("result");
  });

  test("stands beside what features name, in one challenge", async () => {
    const client = await clientOn("web", "stateless", {
      operationScopes: ({ method }) => [method.replace("/", ":")],
    });
    const asked = ["tools/call", { name: "add" }] as const;
    const { challenge } = await client.ask(...asked, tokenOf([]));
    expect(paramsOf(challenge)["scope"]).toBe(
      "tools:call notes:write notes:read",
    );
  });

  test("has no say in how long a client is let in", async () => {
    const client = await clientOn("web", "stateless", {
      operationScopes: () => ["offline_access", "call"],
    });
    const { challenge } = await client.ask("tools/list", {}, tokenOf([]));
    expect(paramsOf(challenge)["scope"]).toBe("call");
  });

  test("is asked of notifications, too", async () => {
    const client = await clientOn("web", "sessions", {
      operationScopes: ({ method }) =>
        method === "notifications/cancelled" ? ["cancel"] : [],
    });
    const cancelled = {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 1 },
    };
    expect((await client.post(cancelled, tokenOf([]))).status).toBe(403);
    expect((await client.post(cancelled, tokenOf(["cancel"]))).status).toBe(
      202,
    );
  });
});

test("what one may not see is not told to need scopes", async () => {
  const server = serverOf(all, {
    features: [
      tool("hidden", { visible: () => false, scopes: ["x"] }, () => "a"),
    ],
  });
  const client = await clientOn("web", "stateless", {}, server);
  const hidden = await client.ask(
    "tools/call",
    { name: "hidden" },
    tokenOf([]),
  );
  const unknown = await client.ask(
    "tools/call",
    { name: "nobody" },
    tokenOf([]),
  );
  expect(JSON.stringify(hidden).replaceAll(/hidden|"id":\d+/g, "")).toBe(
    JSON.stringify(unknown).replaceAll(/nobody|"id":\d+/g, ""),
  );
});
