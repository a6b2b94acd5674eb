import { afterEach, describe, expect, test, vi } from "vitest";
import {
  InvalidMessageError,
  ProtocolError,
  TimeoutError,
} from "../../src/runtime/protocol/errors.ts";
import { modern } from "./client-tables.ts";
import {
  all,
  connect,
  fail,
  legacyOnly,
  methodsOf,
  modernOnly,
  refusal,
} from "./eras.ts";
import {
  createScript,
  discovery,
  legacyServer,
  modernServer,
  welcome,
} from "./script.ts";
import { createClient } from "./test-client.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("a modern client", () => {
  test("with a modern server", async () => {
    const { client, methods } = await connect(modernOnly, modernServer(["3"]));
    expect(methods).toEqual(["server/discover"]);
    expect(client.protocolVersion).toBe("3");
    expect(client.serverInfo).toEqual({ name: "modern", version: "1" });
    expect(client.serverCapabilities).toMatchObject({ tools: {} });
  });

  test("goes on with the newest revision that both speak", async () => {
    const tables = [modern("5"), modern("4"), modern("3")];
    const server = modernServer(["2", "3", "4"]);
    const { client, methods } = await connect(tables, server);
    expect(client.protocolVersion).toBe("4");
    expect(methods).toEqual(["server/discover", "server/discover"]);
  });

  test("that is told by a result which revisions there are goes on with one", async () => {
    const tables = [modern("4"), modern("3")];
    const { client } = await connect(tables, (message, { answer }) =>
      answer(message, discovery(["3"])),
    );
    expect(client.protocolVersion).toBe("3");
  });

  test("is not led round in circles", async () => {
    const tables = [modern("4"), modern("3")];
    const { error, script } = await fail(tables, (message, one) => {
      const { length } = one.sent;
      one.answer(message, discovery([length % 2 === 0 ? "4" : "3"]));
    });
    expect(error).toBeInstanceOf(InvalidMessageError);
    expect(script.sent).toHaveLength(2);
  });

  test("tells what both speak when that is nothing in common", async () => {
    const { error } = await fail(modernOnly, modernServer(["4", "5"]));
    expect(error).toBeInstanceOf(InvalidMessageError);
    expect(error).toMatchObject({
      kind: "invalid",
      message:
        "no revision in common: the server speaks 4, 5, this client 3; generate its revision as well, or import @mcp-gen/runtime, which speaks every revision",
    });
  });

  test("fails with an old server, and says why", async () => {
    const { error } = await fail(modernOnly, legacyServer("2"));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({
      code: -32601,
      message:
        "the server seems older than 3: unknown; generate older revisions as well, or import @mcp-gen/runtime, which speaks every revision",
    });
  });

  test("fails with an old server that stays silent", async () => {
    vi.useFakeTimers();
    const client = createClient(modernOnly);
    const failed = vi.fn();
    client.connect(createScript()).catch(failed);
    await vi.advanceTimersByTimeAsync(60_001);
    expect(failed.mock.calls[0]?.[0]).toBeInstanceOf(TimeoutError);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a client of both eras", () => {
  test("stays modern with a modern server", async () => {
    const { client, methods } = await connect(all, modernServer(["4"]));
    expect(client.protocolVersion).toBe("4");
    expect(methods).toEqual(["server/discover"]);
  });

  test("asks in another revision where a modern server names one", async () => {
    const { client, methods } = await connect(all, modernServer(["3"]));
    expect(client.protocolVersion).toBe("3");
    expect(methods).toEqual(["server/discover", "server/discover"]);
  });

  test("shakes hands where a server of both eras names no newer revision", async () => {
    const { client } = await connect(all, (message, script) =>
      message.method === "initialize"
        ? script.answer(message, welcome("1"))
        : modernServer(["1"])(message, script),
    );
    expect(client.protocolVersion).toBe("1");
  });

  test.each([
    ["-32601", refusal],
    ["-32602", { code: -32602, message: "Invalid params" }],
    ["-32600", { code: -32600, message: "Not initialized" }],
    ["-32603", { code: -32603, message: "Internal error" }],
    ["an unknown one", { code: 7, message: "?" }],
    ["-32000", { code: -32000, message: "Server not initialized" }],
  ])("shakes hands with a server that refuses with %s", async (_, error) => {
    const { client, methods } = await connect(all, (message, script) =>
      message.method === "server/discover"
        ? script.refuse(message, error)
        : legacyServer("2")(message, script),
    );
    expect(client.protocolVersion).toBe("2");
    expect(client.serverInfo).toEqual({ name: "legacy", version: "1" });
    expect(methods).toEqual([
      "server/discover",
      "initialize",
      "notifications/initialized",
    ]);
  });

  test("shakes hands with a server that answers any method with something", async () => {
    const { client } = await connect(all, (message, script) =>
      message.method === "server/discover"
        ? script.answer(message, {})
        : legacyServer("2")(message, script),
    );
    expect(client.protocolVersion).toBe("2");
  });

  test("shakes hands with a server that stays silent", async () => {
    vi.useFakeTimers();
    const client = createClient(all, { probeTimeout: 200 });
    const script = createScript((message) => {
      if (message.method === "initialize") legacyServer("1")(message, script);
    });
    const connected = client.connect(script);
    await vi.advanceTimersByTimeAsync(199);
    expect(methodsOf(script)).toEqual(["server/discover"]);
    await vi.advanceTimersByTimeAsync(2);
    await connected;
    expect(client.protocolVersion).toBe("1");
    expect(methodsOf(script)).toEqual([
      "server/discover",
      "notifications/cancelled",
      "initialize",
      "notifications/initialized",
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not shake hands after an error that only modern servers know", async () => {
    const error = { code: -32021, message: "capability missing" };
    const { error: failure, script } = await fail(all, (message, { refuse }) =>
      refuse(message, error),
    );
    expect(failure).toMatchObject({ kind: "protocol", code: -32021 });
    expect(methodsOf(script)).toEqual(["server/discover"]);
  });

  test("does not shake hands with a modern server that has nothing in common", async () => {
    const { error, script } = await fail(all, modernServer(["9"]));
    expect(error).toMatchObject({
      kind: "invalid",
      message: expect.stringContaining(
        "no revision in common: the server speaks 9, this client 4, 3, 2, 1; generate",
      ),
    });
    expect(methodsOf(script)).toEqual(["server/discover"]);
  });

  test.each([
    ["names its revisions", { supported: ["3"], requested: "2" }],
    ["does not know the method", undefined],
  ])("goes back to a modern server that was slow and %s", async (_, data) => {
    vi.useFakeTimers();
    const client = createClient(all, { probeTimeout: 100 });
    let awake = false;
    const script = createScript((message, { refuse }) => {
      if (!awake && message.method === "server/discover") return;
      awake = true;
      if (message.method === "initialize")
        return refuse(message, {
          code: data ? -32022 : -32601,
          message: "no",
          data,
        });
      return modernServer(["4", "3"])(message, script);
    });
    const connected = client.connect(script);
    await vi.advanceTimersByTimeAsync(101);
    await connected;
    expect(client.protocolVersion).toBe(data ? "3" : "4");
  });

  test("fails with the server's refusal when it knows neither opening", async () => {
    const { error, script } = await fail(all, (message, { refuse }) =>
      refuse(message, { ...refusal, message: `no ${message.method}` }),
    );
    expect(error).toMatchObject({ code: -32601, message: "no initialize" });
    expect(methodsOf(script)).toEqual(["server/discover", "initialize"]);
  });

  test("answers pings while it asks", async () => {
    const { script } = await connect(all, (message, one) => {
      if (message.method === "server/discover") {
        one.receive({ jsonrpc: "2.0", id: "p", method: "ping" });
        setTimeout(() => one.refuse(message, refusal), 5);
      } else legacyServer("2")(message, one);
    });
    expect(script.sent[1]).toEqual({ jsonrpc: "2.0", id: "p", result: {} });
  });
});

describe("a client that shakes hands", () => {
  test("says who it is, and offers the newest revision that does", async () => {
    const client = createClient(legacyOnly, {
      capabilities: { experimental: { a: {} } },
      handlers: { listRoots() {} },
    });
    const script = createScript(legacyServer("2"));
    await client.connect(script);
    expect(script.sent).toEqual([
      {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2",
          capabilities: { roots: {}, experimental: { a: {} } },
          clientInfo: { name: "test", version: "1" },
        },
      },
      { jsonrpc: "2.0", method: "notifications/initialized" },
    ]);
  });

  test("accepts the revision that the server would rather speak", async () => {
    const { client } = await connect(all, legacyServer("1"));
    expect(client.protocolVersion).toBe("1");
  });

  test.each([["0"], ["3"]])(
    "closes when the server would rather speak %s",
    async (revision) => {
      const { error, script } = await fail(
        [modern("3"), ...legacyOnly],
        legacyServer(revision),
      );
      expect(error).toBeInstanceOf(InvalidMessageError);
      expect(error).toMatchObject({
        message: expect.stringContaining(
          `no revision in common: the server speaks ${revision}, this client 3, 2, 1; generate`,
        ),
      });
      expect(methodsOf(script)).not.toContain("notifications/initialized");
    },
  );

  test("tells what a modern server speaks", async () => {
    const { error } = await fail(legacyOnly, modernServer(["4", "3"]));
    expect(error).toMatchObject({
      kind: "invalid",
      message: expect.stringContaining(
        "no revision in common: the server speaks 4, 3, this client 2, 1; generate",
      ),
    });
  });

  test("offers an older revision where a server refuses by naming some", async () => {
    const data = { supported: ["1"], requested: "2" };
    const { client } = await connect(legacyOnly, (message, script) => {
      if (message.params?.["protocolVersion"] === "2")
        script.refuse(message, { code: -32602, message: "unsupported", data });
      else legacyServer("1")(message, script);
    });
    expect(client.protocolVersion).toBe("1");
  });

  test("fails with an answer that is none", async () => {
    const { error } = await fail(legacyOnly, (message, { answer }) =>
      answer(message, { protocolVersion: "2" }),
    );
    expect(error).toMatchObject({ kind: "invalid", path: ["capabilities"] });
  });

  test("cannot take the handshake back", async () => {
    vi.useFakeTimers();
    const script = createScript();
    const failed = vi.fn();
    createClient(legacyOnly).connect(script).catch(failed);
    await vi.advanceTimersByTimeAsync(60_001);
    expect(failed.mock.calls[0]?.[0]).toBeInstanceOf(TimeoutError);
    expect(methodsOf(script)).toEqual(["initialize"]);
    expect(script.open).toBe(false);
  });

  test("keeps what the server says of itself", async () => {
    const { client } = await connect(legacyOnly, (message, { answer }) => {
      if (message.method === "initialize")
        answer(message, { ...welcome("2"), instructions: "be kind" });
    });
    expect(client.instructions).toBe("be kind");
    await client.close();
    expect(client.instructions).toBeUndefined();
  });
});
