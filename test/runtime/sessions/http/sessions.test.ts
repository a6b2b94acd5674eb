import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  initializeAs,
  newestHandshake,
  modern,
  modernRequest,
  notification,
  request,
} from "../../revisions.ts";
import {
  byBearer,
  clientOf,
  type SessionClient,
} from "../../http/session-client.ts";
import { call } from "../../tool-server.ts";
import {
  authorization,
  clusterOf,
  memberOf,
  pause,
  sessionAt,
  textOf,
} from "./cluster-of.ts";
import { patient } from "../../wait.ts";

const ping = request(1, "ping");

async function statuses({ post, get, delete: end }: SessionClient) {
  const answers = [await post(ping), await get(), await end()];
  return answers.map(({ status }) => status);
}

describe("a session that was opened at one process", () => {
  test("is served by each", async () => {
    const { members } = clusterOf();
    const session = await sessionAt(members[0]);
    for (const member of members) {
      const answer = await member.client(session).ask(call);
      expect(textOf(answer)).toBe("abc"[members.indexOf(member)]);
    }
  });

  test("is known before its client has its id: record and answer, in this order", async () => {
    const { members } = clusterOf();
    const [a] = members;
    const response = await clientOf(a.handler).post(
      initializeAs(newestHandshake),
    );
    const id = response.headers.get("mcp-session-id") ?? "";
    const record = await members[1].stores.sessions.use(id, undefined);
    expect(record).toMatchObject({
      id,
      revision: newestHandshake,
      isReady: false,
      keeper: a.stores.bus.name,
      peer: { info: { name: "client" } },
    });
  });

  test("is its principal's alone, wherever it asks", async () => {
    const { members } = clusterOf({ http: { authorize: byBearer } });
    const session = await sessionAt(members[0], {
      headers: authorization("anna"),
    });
    const other = { ...session.headers, ...authorization("bob") };
    for (const { handler } of members) {
      expect(await statuses(clientOf(handler, other))).toEqual([404, 404, 404]);
      expect((await clientOf(handler, session.headers).post(ping)).status).toBe(
        200,
      );
      // Once it is known here, too.
      expect(await statuses(clientOf(handler, other))).toEqual([404, 404, 404]);
    }
  });

  test("ends at all of them when its client deletes it at one", async () => {
    const { members, memory } = clusterOf();
    const session = await sessionAt(members[0]);
    for (const member of members) await member.client(session).post(ping);
    await members[2].client(session).get();
    expect(memory.streams).toBe(1);
    expect((await members[1].client(session).delete()).status).toBe(204);
    for (const member of members)
      await vi.waitFor(async () => {
        expect(await statuses(member.client(session))).toEqual([404, 404, 404]);
        expect(member.handler.status().sessions).toBe(0);
      }, patient);
    await vi.waitFor(() => expect(memory.streams).toBe(0), patient);
  });

  test("is the same client's everywhere: what it said of itself is known", async () => {
    const { members } = clusterOf({
      callTool: () => (_params, context) => {
        const text = JSON.stringify([
          context.peerInfo,
          context.peerCapabilities,
          context.protocolVersion,
        ]);
        return { content: [{ type: "text", text }] };
      },
    });
    const session = await sessionAt(members[0]);
    const [here, there] = await Promise.all(
      [members[0], members[1]].map(async (member) =>
        textOf(await member.client(session).ask(call)),
      ),
    );
    expect(here).toContain('"name":"client"');
    expect(there).toBe(here);
  });

  test("is unknown where its id is not", async () => {
    const { members } = clusterOf();
    const stranger = clientOf(members[0].handler, {
      "mcp-session-id": "guessed",
    });
    expect(await statuses(stranger)).toEqual([404, 404, 404]);
    expect(await statuses(clientOf(members[0].handler))).toEqual([
      400, 400, 400,
    ]);
  });

  test("goes on when the process that opened it is killed", async () => {
    const { members } = clusterOf();
    const [a, b] = members;
    const session = await sessionAt(a);
    a.kill();
    expect(textOf(await b.client(session).ask(call))).toBe("b");
  });
});

describe("round trips before an answer", () => {
  test("are none within five seconds of the last, and one afterwards", async () => {
    const { members } = clusterOf();
    const [a, b] = members;
    const session = await sessionAt(a);
    // What a tells of the session's beginning is heard.
    await pause(20);
    const client = b.client(session);
    // The five seconds are those of this clock, however long the machine takes.
    const time = performance.now();
    const clock = vi.spyOn(performance, "now").mockReturnValue(time);
    onTestFinished(() => clock.mockRestore());
    await client.ask(call);
    expect(b.calls()).toEqual({ use: 1 });
    for (let count = 0; count < 10; count++) await client.ask(call);
    expect(b.calls()).toEqual({});
    clock.mockReturnValue(time + 5_001);
    await client.ask(call);
    clock.mockRestore();
    expect(b.calls()).toEqual({ use: 1 });
  });

  test("are shared by requests that come at once", async () => {
    const { members } = clusterOf();
    const session = await sessionAt(members[0]);
    const client = members[1].client(session);
    await Promise.all([1, 2, 3].map((id) => client.post(request(id, "ping"))));
    expect(members[1].calls()).toEqual({ use: 1 });
  });

  test("are none of a call that stands alone", async () => {
    const { members } = clusterOf();
    const [{ handler, calls }] = members;
    const client = clientOf(handler, { "mcp-protocol-version": modern });
    const headers = { "mcp-method": "tools/call", "mcp-name": "a" };
    const asked = modernRequest(1, "tools/call", { name: "a" });
    expect(textOf(await client.ask(asked, headers))).toBe("a");
    expect(calls()).toEqual({});
  });
});

describe("what a client says of its session", () => {
  test("is known to all before it is answered: subscriptions, log levels, and that it is ready", async () => {
    const { members } = clusterOf({
      server: {
        capabilities: { logging: {}, resources: { subscribe: true } },
      },
    });
    const [a, b, c] = members;
    const session = await sessionAt(a);
    const id = session.headers["mcp-session-id"] ?? "";
    const record = () => c.stores.sessions.use(id, undefined);
    expect(await record()).toMatchObject({ isReady: true, resources: [] });
    const told = { uri: "test:/one" };
    await b.client(session).ask(request(2, "resources/subscribe", told));
    expect(await record()).toMatchObject({ resources: ["test:/one"] });
    const level = { level: "error" };
    await c.client(session).ask(request(3, "logging/setLevel", level));
    expect(await record()).toMatchObject({ logLevel: "error" });
    await a.client(session).ask(request(4, "resources/unsubscribe", told));
    expect(await record()).toMatchObject({ resources: [], logLevel: "error" });
  });

  test("a refused subscription is told to nobody", async () => {
    const { members } = clusterOf({
      server: { canRead: () => false },
    });
    const session = await sessionAt(members[0]);
    const asked = request(2, "resources/subscribe", { uri: "test:/one" });
    expect(await session.ask(asked)).toMatchObject({ error: {} });
    const id = session.headers["mcp-session-id"] ?? "";
    const record = await members[1].stores.sessions.use(id, undefined);
    expect(record).toMatchObject({ resources: [] });
  });

  test("a log level holds at the others, though they saw the session just before", async () => {
    const { members } = clusterOf({
      callTool: () => (_params, context) => {
        context.log("info", "told");
        return { content: [] };
      },
    });
    const [a, b] = members;
    const session = await sessionAt(a);
    const logged = async () => {
      const response = await b.client(session).post(call);
      return (await response.text()).includes("told");
    };
    expect(await logged()).toBe(true);
    const level = request(3, "logging/setLevel", { level: "error" });
    await a.client(session).ask(level);
    await vi.waitFor(async () => expect(await logged()).toBe(false), patient);
  });
});

describe("when the store is away", () => {
  test("requests of sessions are to be tried again, and calls that stand alone go on", async () => {
    const { members, memory } = clusterOf();
    const [a, b] = members;
    const session = await sessionAt(a);
    await b.client(session).ask(call);
    memory.setAway(true);
    for (const { handler } of [a, b]) {
      const response = await clientOf(handler, session.headers).post(call);
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("1");
      expect(await response.text()).toContain(
        "The session store is unavailable",
      );
    }
    expect(b.errors.map(({ message }) => message)).toContain(
      "the store is unavailable",
    );
    const opening = await clientOf(a.handler).post(
      initializeAs(newestHandshake),
    );
    expect(opening.status).toBe(503);
    const alone = clientOf(a.handler, { "mcp-protocol-version": modern });
    const headers = { "mcp-method": "tools/call", "mcp-name": "a" };
    const asked = modernRequest(1, "tools/call", { name: "a" });
    expect(textOf(await alone.ask(asked, headers))).toBe("a");
    memory.setAway(false);
    expect(textOf(await b.client(session).ask(call))).toBe("b");
  });

  test("those who come later do not wait as long as the first", async () => {
    const { members, memory } = clusterOf();
    const [a, b] = members;
    const session = await sessionAt(a);
    memory.setAway(true);
    const first = await clientOf(b.handler, session.headers).post(call);
    expect(first.status).toBe(503);
    const never = (): Promise<never> => new Promise(() => {});
    vi.spyOn(b.stores.sessions, "use").mockImplementation(never);
    vi.spyOn(b.stores.sessions, "create").mockImplementation(never);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const answered: number[] = [];
    for (const asked of [
      clientOf(b.handler, session.headers).post(call),
      clientOf(b.handler).post(initializeAs(newestHandshake)),
    ])
      void asked.then(({ status }) => answered.push(status));
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    // That time alone is over for them, whenever this is looked at.
    await vi.waitFor(() => expect(answered).toEqual([503, 503]), patient);
    vi.restoreAllMocks();
    memory.setAway(false);
    expect(textOf(await b.client(session).ask(call))).toBe("b");
  });

  test("a process that has not joined the others lets nobody wait for ever", async () => {
    const { members, memory } = clusterOf();
    const session = await sessionAt(members[0]);
    memory.setAway(true);
    const late = memberOf("d", memory);
    const asked = [
      clientOf(late.handler, session.headers).post(call),
      clientOf(late.handler).post(initializeAs(newestHandshake)),
    ];
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await vi.advanceTimersByTimeAsync(6_000);
    vi.useRealTimers();
    const answered = await Promise.all(asked);
    expect(answered.map(({ status }) => status)).toEqual([503, 503]);
    memory.setAway(false);
    await late.handler.close({ graceMs: 0 });
  });

  test("a change that could not be kept is no answer that says so", async () => {
    const { members } = clusterOf();
    const [a, b] = members;
    const session = await sessionAt(a);
    await b.client(session).ask(call);
    const update = vi
      .spyOn(b.stores.sessions, "update")
      .mockRejectedValue(new Error("lost"));
    const asked = request(2, "resources/subscribe", { uri: "test:/one" });
    expect(await b.client(session).ask(asked)).toMatchObject({
      id: 2,
      error: { message: "The session store is unavailable" },
    });
    update.mockRestore();
  });

  test("the health path says so, and that the process lives", async () => {
    const { members, memory } = clusterOf({ http: { healthPath: "/health" } });
    const [{ handler }] = members;
    const health = async (path: string) => {
      const response = await handler(new Request(`http://localhost${path}`));
      return [response.status, await response.text()];
    };
    expect(await health("/health")).toEqual([200, "ok"]);
    memory.setAway(true);
    expect(await health("/health")).toEqual([
      503,
      "the store cannot be reached, or is full",
    ]);
    expect(await health("/health/live")).toEqual([200, "ok"]);
    memory.setAway(false);
    expect(await health("/health")).toEqual([200, "ok"]);
    await handler.close({ graceMs: 0 });
    expect(await health("/health")).toEqual([503, "closing"]);
    expect(await health("/health/live")).toEqual([200, "ok"]);
  });
});

describe("bounds", () => {
  test("of sessions count those of all processes", async () => {
    const { members } = clusterOf({ http: { sessions: { max: 2 } } });
    await sessionAt(members[0]);
    await sessionAt(members[1]);
    const third = await clientOf(members[2].handler).post(
      initializeAs(newestHandshake),
    );
    expect(third.status).toBe(503);
    expect(members[2].handler.status().sessions).toBe(0);
  });

  test("a session that nobody uses ends by itself, and its keeper hears of it", async () => {
    // The clock of the sessions alone: a machine that halts a while ends none.
    vi.useFakeTimers({
      toFake: ["setInterval", "clearInterval", "performance"],
    });
    onTestFinished(() => void vi.useRealTimers());
    const ends: string[] = [];
    const sessionEnded = (_: unknown, { reason }: { reason: string }) =>
      void ends.push(reason);
    const { members } = clusterOf({
      http: { sessions: { idleMs: 60 } },
      server: { interceptors: [{ sessionEnded }] },
    });
    const session = await sessionAt(members[0]);
    expect(textOf(await members[1].client(session).ask(call))).toBe("b");
    // Looking again lets that clock go on.
    await vi.waitFor(() => expect(ends).toEqual(["idle"]), patient);
    expect(await statuses(members[1].client(session))).toEqual([404, 404, 404]);
  });
});

test("a cluster serves one server at a time", async () => {
  const { createCluster, memoryCluster } =
    await import("../../../../src/runtime/cluster.ts");
  const { createHttpHandler } = await import("../../../../src/runtime/http.ts");
  const shared = createCluster(memoryCluster().process());
  const { members } = clusterOf();
  const [{ server }] = members;
  const first = createHttpHandler(server, { cluster: shared });
  expect(() => createHttpHandler(server, { cluster: shared })).toThrow(
    "cluster: already in use by another server",
  );
  await first.close({ graceMs: 0 });
  await createHttpHandler(server, { cluster: shared }).close();
});

test("a notification that says the client is ready is kept before it is taken", async () => {
  const { members } = clusterOf();
  const [a] = members;
  const response = await clientOf(a.handler).post(
    initializeAs(newestHandshake),
  );
  const id = response.headers.get("mcp-session-id") ?? "";
  const session = clientOf(members[1].handler, { "mcp-session-id": id });
  members[1].calls();
  const told = await session.post(notification("notifications/initialized"));
  expect(told.status).toBe(202);
  expect(members[1].calls()).toEqual({ use: 1, update: 1 });
});
