import { describe, expect, test } from "vitest";
import { metaKeys } from "../../src/runtime/protocol/meta-keys.ts";
import {
  all,
  handshakes,
  initializeAs,
  metaOf,
  modern,
  modernRequest,
  newestHandshake,
  notification,
  request,
  serverInfo,
  serverOf,
  tables,
} from "./revisions.ts";
import { openWire, wireTo } from "./wire.ts";

const handlers = { listTools: () => ({ tools: [] }) };
const dual = serverOf(all, { handlers });
const stateless = serverOf([modern], { handlers });
const legacy = serverOf(handshakes, { handlers });

const _meta = { [metaKeys.serverInfo]: serverInfo };
const modernList = {
  resultType: "complete",
  tools: [],
  ttlMs: 0,
  cacheScope: "private",
  _meta,
};

describe("a server of both lifecycles, opened by", () => {
  test("a request that names its revision, answers in it", async () => {
    const wire = wireTo(dual);
    const { result } = await wire.ask(modernRequest(1, "tools/list"));
    expect(result).toEqual(modernList);
  });

  test("server/discover, says what it speaks and can do", async () => {
    const server = serverOf(all, { handlers, instructions: "Be kind" });
    const { result } = await wireTo(server).ask(
      modernRequest(1, "server/discover"),
    );
    expect(result).toEqual({
      resultType: "complete",
      supportedVersions: all,
      capabilities: { tools: {} },
      instructions: "Be kind",
      ttlMs: 0,
      cacheScope: "private",
      _meta,
    });
  });

  test("initialize, shakes hands", async () => {
    const wire = wireTo(dual);
    await wire.ask(initializeAs("2025-03-26"));
    const { result } = await wire.ask(request(1, "tools/list"));
    expect(result).toEqual({ tools: [] });
  });

  test("initialize whose _meta names the same revision, shakes hands", async () => {
    const open = initializeAs(newestHandshake);
    const meta = { [metaKeys.protocolVersion]: newestHandshake };
    const params = { ...(open["params"] as object), _meta: meta };
    expect(await wireTo(dual).ask({ ...open, params })).toMatchObject({
      result: { protocolVersion: newestHandshake },
    });
  });

  test("ping, answers it", async () => {
    expect(await wireTo(dual).ask(request(1, "ping"))).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: {},
    });
  });

  test("a request of either lifecycle that names nothing, refuses it", async () => {
    const { error } = await wireTo(dual).ask(request(1, "tools/list"));
    expect(error).toMatchObject({ code: -32600 });
  });

  test("server/discover that names nothing, says what is missing", async () => {
    const wire = wireTo(dual);
    for (const params of [undefined, {}, { _meta: {} }]) {
      const { error } = await wire.ask(request(1, "server/discover", params));
      expect(error).toMatchObject({ code: -32602 });
    }
  });

  test("notifications, waits for a request", async () => {
    const wire = wireTo(dual);
    wire.send(notification("notifications/initialized"));
    wire.send(notification("notifications/cancelled", { requestId: 1 }));
    wire.send(notification("notifications/nobody/knows"));
    await wire.expectSilence();
    expect(await wire.ask(modernRequest(1, "tools/list"))).toHaveProperty(
      "result",
    );
  });

  test("a probe, still shakes hands with who then prefers it", async () => {
    const wire = wireTo(dual);
    await wire.ask(modernRequest(1, "server/discover"));
    expect(await wire.ask(initializeAs(newestHandshake))).toMatchObject({
      result: { protocolVersion: newestHandshake },
    });
  });
});

test("one connection carries both lifecycles at once", async () => {
  const wire = await openWire(dual, "2025-06-18");
  wire.send(request(1, "tools/list"));
  wire.send(modernRequest(2, "tools/list"));
  wire.send(request(3, "server/discover"));
  wire.send(modernRequest(4, "ping"));
  expect(await wire.next()).toEqual({
    jsonrpc: "2.0",
    id: 1,
    result: { tools: [] },
  });
  expect(await wire.next()).toMatchObject({ id: 2, result: modernList });
  expect(await wire.next()).toMatchObject({ id: 3, error: { code: -32601 } });
  expect(await wire.next()).toMatchObject({ id: 4, error: { code: -32601 } });
});

test("a session's request may name the session's revision", async () => {
  const wire = await openWire(dual, "2025-06-18");
  const params = { _meta: { [metaKeys.protocolVersion]: "2025-06-18" } };
  const { result } = await wire.ask(request(1, "tools/list", params));
  expect(result).toEqual({ tools: [] });
});

describe("a server of the stateless lifecycle alone", () => {
  test("tells who shakes hands what it speaks", async () => {
    const answer = await wireTo(stateless).ask(initializeAs(newestHandshake));
    expect(answer).toMatchObject({
      id: "init",
      error: {
        code: -32022,
        message: expect.stringContaining(modern),
        data: { supported: [modern], requested: newestHandshake },
      },
    });
  });

  test("also when the initialize is broken, or names the revision", async () => {
    const wire = wireTo(stateless);
    expect(await wire.ask(request(1, "initialize"))).toMatchObject({
      error: {
        message: expect.stringContaining(modern),
        data: { supported: [modern], requested: expect.any(String) },
      },
    });
    expect(await wire.ask(modernRequest(2, "initialize"))).toMatchObject({
      error: { code: -32601, message: expect.stringContaining(modern) },
    });
  });

  test.each(["ping", "logging/setLevel", "resources/subscribe", "no/such"])(
    "does not know %s",
    async (method) => {
      const wire = wireTo(stateless);
      expect(await wire.ask(modernRequest(1, method))).toMatchObject({
        id: 1,
        error: { code: -32601 },
      });
    },
  );
});

describe("a server of the handshake alone", () => {
  test("refuses a probe with an error that means no modern server", async () => {
    const wire = wireTo(legacy);
    const { error } = await wire.ask(modernRequest(1, "server/discover"));
    expect(error).toMatchObject({ code: -32602, data: { requested: modern } });
    expect(await wire.ask(initializeAs(newestHandshake))).toHaveProperty(
      "result",
    );
  });
});

describe("the _meta of a request", () => {
  test("that names another revision is told which ones there are", async () => {
    const meta = metaOf({}, { [metaKeys.protocolVersion]: "2030-01-01" });
    const { error } = await wireTo(dual).ask(
      request(1, "tools/list", { _meta: meta }),
    );
    expect(error).toMatchObject({
      code: -32022,
      data: { supported: all, requested: "2030-01-01" },
    });
  });

  test("that names one with a handshake is not offered it again", async () => {
    const meta = metaOf({}, { [metaKeys.protocolVersion]: newestHandshake });
    const { error } = await wireTo(dual).ask(
      request(1, "tools/list", { _meta: meta }),
    );
    expect(error).toMatchObject({
      code: -32022,
      data: {
        supported: all.filter((one) => one !== newestHandshake),
        requested: newestHandshake,
      },
    });
  });

  test.each<[string, object]>([
    ["a version that is no string", { [metaKeys.protocolVersion]: 5 }],
    ["no capabilities", { [metaKeys.clientCapabilities]: undefined }],
    ["capabilities that are no object", { [metaKeys.clientCapabilities]: [] }],
    ["an invalid client", { [metaKeys.clientInfo]: { name: 5 } }],
    ["an unknown log level", { [metaKeys.logLevel]: "loud" }],
    ["a broken progress token", { progressToken: {} }],
  ])("with %s is refused", async (_, more) => {
    const sent = request(1, "tools/list", { _meta: metaOf({}, more) });
    const wire = wireTo(dual);
    expect(await wire.ask(sent)).toMatchObject({
      id: 1,
      error: { code: -32602 },
    });
  });

  test("need not tell the client's name", async () => {
    const meta = metaOf({}, { [metaKeys.clientInfo]: undefined });
    const sent = request(1, "tools/list", { _meta: meta });
    expect(await wireTo(dual).ask(sent)).toHaveProperty("result");
  });

  test("is wanted by every request of the stateless revision", () => {
    const [table] = tables;
    const nameless = {
      name: "a",
      uri: "a:b",
      ref: { type: "ref/prompt", name: "a" },
      argument: { name: "a", value: "" },
      notifications: {},
    };
    for (const [method, { params, direction }] of Object.entries(
      table?.requests ?? {},
    )) {
      if (direction !== "clientToServer") continue;
      expect([
        method,
        params?.required,
        params?.validate(nameless),
      ]).toMatchObject([method, true, { path: ["_meta"] }]);
    }
  });
});
