import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createMemoryPair } from "../../../../src/runtime/peer/memory.ts";
import { createHttpHandler } from "../../../../src/runtime/http.ts";
import {
  createNodeHandler,
  listen,
} from "../../../../src/runtime/http-node.ts";
import { hideWithoutScopes } from "../../../../src/runtime/auth/server.ts";
import {
  prompt,
  resource,
  resourceTemplate,
  tool,
} from "../../features/host.ts";
import { all, modern, modernRequest, serverOf } from "../../revisions.ts";
import { settle } from "../../wait.ts";
import { createWire } from "../../wire.ts";
import { eventsOf } from "../../http/session-client.ts";
import { done, scopedServer } from "./features.ts";
import {
  guardOf,
  openWay,
  optionsOf,
  serveOn,
  tokenOf,
  wayNames,
} from "./guarded.ts";

const scoped = tool("add", { scopes: ["add"] }, () => "added");
const refusal =
  "features need scopes: authorize has to be what protect() gives";

describe("what needs scopes is not open", () => {
  test.each([
    ["a tool", scoped],
    ["a prompt", prompt("a", { scopes: ["a"] }, () => "a")],
    ["a resource", resource("a:b", { name: "a", scopes: ["a"] }, () => "a")],
    [
      "a template",
      resourceTemplate("a:{b}", { name: "a", scopes: () => ["a"] }, () => "a"),
    ],
    ["what needs none, but says so", tool("a", { scopes: [] }, () => "a")],
  ])("to everybody over HTTP: %s", async (_, feature) => {
    const server = serverOf(all, { features: [feature] });
    expect(() => createHttpHandler(server)).toThrow(refusal);
    expect(() => createNodeHandler(server)).toThrow(refusal);
    await expect(listen(server, { port: 0 })).rejects.toThrow(refusal);
  });

  test.each(wayNames)("where it comes later, %s", async (way) => {
    const server = serverOf(all, { features: [tool("a", {}, () => "a")] });
    const errors: Error[] = [];
    const onError = (error: Error): void => void errors.push(error);
    const send = await serveOn("web", server, { onError, ...optionsOf(way) });
    const client = await openWay(way, send, "");
    server.add(scoped);
    for (const name of ["add", "a"]) {
      const told = await client.ask("tools/call", { name }, undefined);
      expect(told.status).toBe(500);
    }
    expect(errors[0]?.message).toBe(refusal);
  });

  test("to whom an `authorize` lets in that asks for none", async () => {
    const errors: Error[] = [];
    const server = serverOf(all, { features: [scoped] });
    const send = await serveOn("Node", server, {
      authorize: () => ({ principal: "ada", scopes: new Set(["add"]) }),
      onError: (error) => errors.push(error),
    });
    const client = await openWay("stateless", send, "");
    const told = await client.ask("tools/call", { name: "add" }, undefined);
    expect(told.status).toBe(500);
    expect(errors[0]?.message).toBe(refusal);
  });

  test("but is, where no transport proves anything, as on stdio", async () => {
    const [near, far] = createMemoryPair();
    scopedServer().connect(far);
    const wire = createWire(near);
    const asks = [
      ["tools/call", { name: "add" }],
      ["tools/call", { name: "send", arguments: { to: "bob" } }],
      ["prompts/get", { name: "summary" }],
      ["resources/read", { uri: "note://own" }],
      ["resources/read", { uri: "note://seven" }],
    ] as const;
    for (const [method, params] of asks)
      expect(
        await wire.ask(
          modernRequest(method + JSON.stringify(params), method, params),
        ),
      ).toHaveProperty("result");
    expect(done).toHaveLength(asks.length);
  });
});

describe("a resource that several features have", () => {
  const featuresOf = (
    first: unknown,
    scopes: readonly string[] | undefined,
  ) => [
    resource("note://a", { name: "a" }, () => first as string | undefined),
    resourceTemplate(
      "note://{id}",
      { name: "b", ...(scopes && { scopes }) },
      () => "secret",
    ),
  ];

  test.each(["web", "Node"] as const)(
    "is the first one's: behind it, none is found that needs scopes, %s",
    async (face) => {
      const read = async (first: unknown, scopes?: readonly string[]) => {
        const server = serverOf(all, { features: featuresOf(first, scopes) });
        const send = await serveOn(face, server, { authorize: guardOf() });
        const client = await openWay("stateless", send, "");
        const params = { uri: "note://a" };
        const told = await client.ask("resources/read", params, tokenOf([]));
        return JSON.stringify(told.message);
      };
      expect(await read("first", ["b"])).toContain("first");
      expect(await read(undefined, ["b"])).toContain("Resource not found");
      expect(await read(undefined)).toContain("secret");
    },
  );
});

describe("what is hidden without scopes", () => {
  const features = [
    tool("open", {}, () => "open"),
    scoped,
    tool(
      "own",
      { scopes: ["add"], visible: ({ principal }) => principal === "ada" },
      () => "own",
    ),
    tool("send", { scopes: () => ["send"] }, () => "sent"),
  ].map(hideWithoutScopes);

  const listed = async (token: string): Promise<unknown> => {
    const server = serverOf(all, { features });
    const send = await serveOn("web", server, {
      authorize: guardOf({ implies: { admin: ["add"] } }),
    });
    const client = await openWay("stateless", send, "");
    const { message } = await client.ask("tools/list", {}, token);
    const { tools, cacheScope } = message?.["result"] as {
      tools: { name: string }[];
      cacheScope: string;
    };
    expect(cacheScope).toBe("private");
    return tools.map(({ name }) => name);
  };

  test("is listed to who has them alone", async () => {
    expect(await listed(tokenOf([]))).toEqual(["open", "send"]);
    for (const scopes of [["add"], ["admin"]])
      expect(await listed(tokenOf(scopes))).toEqual([
        "open",
        "add",
        "own",
        "send",
      ]);
    const bob = tokenOf(["add"], { principal: "bob" });
    expect(await listed(bob)).toEqual(["open", "add", "send"]);
  });

  test("is challenged for, to who knows its name", async () => {
    const server = serverOf(all, { features });
    const send = await serveOn("web", server, { authorize: guardOf() });
    const client = await openWay("stateless", send, "");
    const call = ["tools/call", { name: "add" }] as const;
    expect((await client.ask(...call, tokenOf([]))).status).toBe(403);
    expect((await client.ask(...call, tokenOf(["add"]))).status).toBe(200);
    const own = ["tools/call", { name: "own" }] as const;
    const bob = tokenOf([], { principal: "bob" });
    expect((await client.ask(...own, bob)).status).toBe(400);
  });

  test("is announced to who has them alone", async () => {
    const server = serverOf(all, {
      features: [tool("open", {}, () => "open")],
    });
    const send = await serveOn("web", server, { authorize: guardOf() });
    const client = await openWay("stateless", send, "");
    const listen = modernRequest(1, "subscriptions/listen", {
      notifications: { toolsListChanged: true },
    });
    const open = async (scopes: string[]) => {
      const events = eventsOf(await client.post(listen, tokenOf(scopes)));
      onTestFinished(() => events.cut());
      await events.message();
      return events;
    };
    const [none, some] = [await open([]), await open(["add"])];
    server.add(hideWithoutScopes(scoped));
    const told = { method: "notifications/tools/list_changed" };
    expect(await some.message()).toMatchObject(told);
    await settle();
    let heard = 0;
    void none.message().then(
      () => heard++,
      () => {},
    );
    await settle();
    expect(heard).toBe(0);
  });

  test("is listed where nobody is asked for scopes", async () => {
    const [near, far] = createMemoryPair();
    serverOf([modern], { features }).connect(far);
    const list = await createWire(near).ask(modernRequest(1, "tools/list"));
    expect(JSON.stringify(list)).toContain('"add"');
  });
});

describe("a server that listens", () => {
  const empty = serverOf(all, { features: [] });
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  afterEach(() => error.mockClear());

  const open = async (host: string, authorize?: ReturnType<typeof guardOf>) => {
    const running = await listen(empty, {
      port: 0,
      host,
      allowedHosts: "any",
      ...(authorize && { authorize }),
    });
    await running.close({ graceMs: 0 });
    return running.url;
  };

  test.each(["0.0.0.0", "::"])(
    "on %s for everybody says so, once",
    async (host) => {
      const url = await open(host);
      expect(error.mock.calls).toEqual([
        [`mcp-gen: ${url} lets everybody in: there is no authorize`],
      ]);
    },
  );

  test.each(["127.0.0.1", "127.0.0.2", "localhost"])(
    "on %s says nothing",
    async (host) => {
      await open(host);
      expect(error).not.toHaveBeenCalled();
    },
  );

  test("says nothing where it asks who comes", async () => {
    await open("0.0.0.0", guardOf());
    expect(error).not.toHaveBeenCalled();
  });
});
