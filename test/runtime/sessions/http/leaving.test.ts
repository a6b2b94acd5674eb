import { describe, expect, test, vi } from "vitest";
import { request } from "../../revisions.ts";
import { call, type Call } from "../../tool-server.ts";
import {
  eventsOf,
  messagesOf,
  type SessionClient,
} from "../../http/session-client.ts";
import {
  clusterOf,
  memberOf,
  pause,
  sessionAt,
  textOf,
  type Member,
} from "./cluster-of.ts";
import { patient } from "../../wait.ts";

const toolsChanged = "notifications/tools/list_changed";

/** A tool that ends when it is told to. */
function slow() {
  const started: (() => void)[] = [];
  const callTool = (): Call => (_params, context) => {
    context.log("info", "begun");
    return new Promise((resolve) =>
      started.push(() =>
        resolve({ content: [{ type: "text", text: "done" }] }),
      ),
    );
  };
  return { callTool, started };
}

async function recordOf(member: Member, { headers }: SessionClient) {
  const id = headers["mcp-session-id"] ?? "";
  return member.stores.sessions.use(id, undefined);
}

describe("a process that closes", () => {
  test("ends no session: another goes on with it", async () => {
    const { members } = clusterOf();
    const [a, b] = members;
    const session = await sessionAt(a);
    await a.handler.close();
    expect(textOf(await b.client(session).ask(call))).toBe("b");
    expect(a.handler.status().sessions).toBe(0);
  });

  test("finishes its calls, and their events are there for whoever comes back elsewhere", async () => {
    const { callTool, started } = slow();
    const { members } = clusterOf({ callTool });
    const [a, b] = members;
    const session = await sessionAt(a);
    const events = eventsOf(await a.client(session).post(call));
    const primer = (await events.next())?.id;
    await events.cut();
    await vi.waitFor(() => expect(started).toHaveLength(1), patient);
    const closing = a.handler.close();
    await pause(20);
    const back = eventsOf(await b.client(session).resume(primer));
    expect(await back.message()).toMatchObject({ params: { data: "begun" } });
    started[0]?.();
    expect(textOf(await back.message())).toBe("done");
    expect(await back.next()).toBeUndefined();
    await closing;
    const again = await members[2].client(session).resume(primer);
    expect(messagesOf(await eventsOf(again).rest())).toHaveLength(2);
  });

  test("has closed when all that its calls told is kept", async () => {
    const { callTool, started } = slow();
    const latency = () => pause(15);
    const { members } = clusterOf({ callTool, memory: { latency } });
    const [a, b] = members;
    const session = await sessionAt(a);
    const events = eventsOf(await a.client(session).post(call));
    const primer = (await events.next())?.id;
    await vi.waitFor(() => expect(started).toHaveLength(1), patient);
    started[0]?.();
    await events.rest();
    await a.handler.close();
    a.kill();
    const back = eventsOf(await b.client(session).resume(primer));
    expect(await back.message()).toMatchObject({ params: { data: "begun" } });
    expect(textOf(await back.message())).toBe("done");
  });

  test("has closed when who reads its streams elsewhere is told all", async () => {
    const { callTool, started } = slow();
    const { members } = clusterOf({ callTool });
    const [a, b] = members;
    const { bus } = a.stores;
    const send = bus.send.bind(bus);
    // What was heard at once is known to be heard a while later, as over a network.
    Object.assign(bus, {
      async send(topic: string, message: string, to?: string) {
        const isHeard = await send(topic, message, to);
        if (message.includes('"wake"')) await pause(60);
        return isHeard;
      },
    });
    const session = await sessionAt(a);
    const events = eventsOf(await a.client(session).post(call));
    const primer = (await events.next())?.id;
    await vi.waitFor(() => expect(started).toHaveLength(1), patient);
    const back = eventsOf(await b.client(session).resume(primer));
    await back.message();
    const closing = a.handler.close();
    started[0]?.();
    await closing;
    // As a program does next, which has nothing to say any more.
    await bus.close();
    expect(textOf(await back.message())).toBe("done");
    await pause(200);
    expect(a.errors).toEqual([]);
  });

  test("gives up what it keeps before its calls are over", async () => {
    const { callTool, started } = slow();
    const { members } = clusterOf({ callTool });
    const [a, b, c] = members;
    const session = await sessionAt(a);
    await a.client(session).post(call);
    await vi.waitFor(() => expect(started).toHaveLength(1), patient);
    const listener = await sessionAt(a);
    await b.client(listener).get();
    await pause(20);
    const closing = a.handler.close();
    await vi.waitFor(
      async () =>
        expect((await recordOf(c, listener))?.keeper).toBe(b.stores.bus.name),
      patient,
    );
    started[0]?.();
    await closing;
  });

  test("takes answers for its calls to their end, from other processes too", async () => {
    const asks: Call = async (_params, { peer }) => {
      const { request: ask } = peer as {
        request(method: string, params: undefined): Promise<unknown>;
      };
      await ask("roots/list", undefined);
      return { content: [{ type: "text", text: "done" }] };
    };
    const { members } = clusterOf({ callTool: () => asks });
    const [a, b] = members;
    const session = await sessionAt(a);
    const events = eventsOf(await a.client(session).post(call));
    const { id } = await events.message();
    const closing = a.handler.close();
    await pause(20);
    const answer = { jsonrpc: "2.0", id, result: { roots: [] } };
    expect((await b.client(session).post(answer)).status).toBe(202);
    expect(textOf(await events.message())).toBe("done");
    await closing;
  });

  test("whose calls take too long leaves them with an error that says so", async () => {
    const { callTool, started } = slow();
    const { members } = clusterOf({ callTool });
    const [a, b] = members;
    const session = await sessionAt(a);
    const events = eventsOf(await a.client(session).post(call));
    const primer = (await events.next())?.id;
    await vi.waitFor(() => expect(started).toHaveLength(1), patient);
    await events.message();
    const back = eventsOf(await b.client(session).resume(primer));
    await back.message();
    await a.handler.close({ graceMs: 10 });
    expect(messagesOf(await back.rest())).toMatchObject([
      { id: 1, error: { code: -32603 } },
    ]);
  });

  test("sends its listeners to others, who hear all that was told meanwhile", async () => {
    const { members } = clusterOf();
    const [a, b, c] = members;
    const session = await sessionAt(a);
    const events = eventsOf(await a.client(session).get());
    const primer = await events.next();
    expect(primer?.id).toBeDefined();
    await pause(20);
    await a.handler.close();
    const ending = await events.rest();
    expect(ending).toMatchObject([{ retry: "10", data: "" }]);
    c.server.publish("notifications/resources/list_changed");
    await pause(20);
    const back = eventsOf(await b.client(session).resume(primer?.id));
    const told = new Set<unknown>();
    while (!told.has("notifications/resources/list_changed"))
      told.add((await back.message())["method"]);
    await vi.waitFor(
      async () =>
        expect((await recordOf(c, session))?.keeper).toBe(b.stores.bus.name),
      patient,
    );
    c.server.publish(toolsChanged);
    while (!told.has(toolsChanged)) told.add((await back.message())["method"]);
  });

  test("tells who comes back to it to come again, which is to another", async () => {
    const { callTool, started } = slow();
    const { members } = clusterOf({ callTool });
    const [a] = members;
    const session = await sessionAt(a);
    const events = eventsOf(await a.client(session).post(call));
    const primer = (await events.next())?.id;
    await vi.waitFor(() => expect(started).toHaveLength(1), patient);
    const closing = a.handler.close();
    const response = await a.client(session).resume(primer);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("retry: 10\n\n");
    started[0]?.();
    await closing;
  });
});

test("a rolling restart loses no session, no event and no change", async () => {
  const settings = { callTool: slow().callTool };
  const { members, memory } = clusterOf(settings);
  const session = await sessionAt(members[0]);
  const asked = request(7, "resources/subscribe", { uri: "test:/1" });
  await members[0].client(session).ask(asked);
  const [first, ...others] = members;
  let listener: Member = first;
  let events = eventsOf(await first.client(session).get());
  let last = (await events.next())?.id;
  const next: Member[] = [];
  for (const [round, old] of [first, ...others].entries()) {
    const fresh = memberOf(`new ${round}`, memory, settings);
    next.push(fresh);
    await old.handler.close();
    await old.stores.bus.close();
    if (listener === old) {
      expect(messagesOf(await events.rest())).toEqual([]);
      listener = fresh;
      events = eventsOf(await fresh.client(session).resume(last));
    }
    const uri = `test:/1/${round}`;
    (members[round + 1] ?? fresh).server.publish(
      "notifications/resources/updated",
      { uri },
    );
    for (;;) {
      const event = await events.next();
      last = event?.id ?? last;
      if (event?.data.includes(uri)) break;
      if (!event) throw new Error("the stream has ended");
    }
  }
  expect((await listener.client(session).post(request(1, "ping"))).status).toBe(
    200,
  );
  await Promise.all(next.map(({ handler }) => handler.close({ graceMs: 0 })));
});
