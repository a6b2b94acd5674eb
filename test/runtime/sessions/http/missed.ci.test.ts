import { describe, expect, test, vi } from "vitest";
import { modern, modernRequest } from "../../revisions.ts";
import { clientOf, eventsOf, type Events } from "../../http/session-client.ts";
import {
  clusterOf,
  passingTime,
  pause,
  sessionAt,
  type Member,
} from "./cluster-of.ts";
import { patient } from "../../wait.ts";

const toolsChanged = "notifications/tools/list_changed";
const updated = "notifications/resources/updated";

async function subscribe(member: Member): Promise<Events> {
  const client = clientOf(member.handler, {
    "mcp-protocol-version": modern,
    "mcp-method": "subscriptions/listen",
  });
  const asked = modernRequest(1, "subscriptions/listen", {
    notifications: { toolsListChanged: true },
  });
  const events = eventsOf(await client.post(asked));
  await events.message();
  return events;
}

/** More than waits for a process that cannot be reached. */
async function overflow({ server }: Member): Promise<void> {
  for (let at = 0; at < 50; at++) {
    server.publish(updated, { uri: `test:/${at}` });
    await pause(1);
  }
}

const small = { memory: { maxBusBytes: 4_000 } };

describe("a process that was cut off for so long that messages were lost", () => {
  test("ends the subscriptions that stand alone, and says so; its sessions hear of all that may have changed", async () => {
    const { members } = clusterOf(small);
    const [a, b] = members;
    const lone = await subscribe(b);
    const others = await subscribe(a);
    const session = await sessionAt(b);
    const kept = eventsOf(await session.get());
    await pause(20);
    b.stores.setAway(true);
    a.server.publish(toolsChanged);
    await overflow(a);
    b.stores.setAway(false);
    expect(await lone.rest()).toEqual([]);
    expect(await kept.message()).toMatchObject({ method: toolsChanged });
    expect(b.errors.map(({ message }) => message)).toEqual([
      "cluster: messages of other processes were lost: all sessions are read again; ended 1 subscriptions without a session, and their clients subscribe again",
    ]);
    // Who missed nothing goes on; and so does who subscribes again.
    const again = await subscribe(b);
    await pause(20);
    expect(await others.message()).toMatchObject({ method: toolsChanged });
    a.server.publish(toolsChanged);
    expect(await others.message()).toMatchObject({ method: toolsChanged });
    expect(await again.message()).toMatchObject({ method: toolsChanged });
  });

  test("loses nothing, and ends nothing, where all that was told still waits", async () => {
    const { members } = clusterOf(small);
    const [a, b] = members;
    const lone = await subscribe(b);
    await pause(20);
    b.stores.setAway(true);
    a.server.publish(toolsChanged);
    await pause(20);
    b.stores.setAway(false);
    expect(await lone.message()).toMatchObject({ method: toolsChanged });
    expect(b.errors).toEqual([]);
  });

  test("is believed again by those that took it for gone", async () => {
    const { members } = clusterOf(small);
    const [a, b, c] = members;
    await pause(20);
    const sent = vi.spyOn(b.stores.bus, "send");
    b.stores.setAway(true);
    await overflow(a);
    b.stores.setAway(false);
    await vi.waitFor(
      () =>
        expect(sent.mock.calls.map(([, text]) => text)).toContain(
          JSON.stringify({ kind: "back" }),
        ),
      patient,
    );
    expect(c.errors).toEqual([]);
  });
});

describe("a process that could tell others nothing for long", () => {
  /** Publishes, and is given up by what is patient for a minute; then the bus is back. */
  async function tellLate(
    { server, stores, errors }: Member,
    publish: (server: Member["server"]) => void,
  ): Promise<void> {
    const pass = passingTime();
    const away = (): Promise<never> => Promise.reject(new Error("away"));
    const send = vi.spyOn(stores.bus, "send").mockImplementation(away);
    const problem = vi.spyOn(stores.bus, "problem").mockReturnValue("away");
    publish(server);
    for (let times = 0; times < 4; times++) {
      const { length } = errors;
      await vi.waitFor(
        () => expect(errors.length).toBeGreaterThan(length),
        patient,
      );
      pass(20_000);
    }
    // More than a minute is over now, and one more attempt.
    await pause(700);
    send.mockRestore();
    problem.mockRestore();
  }

  test("tells them when it can", async () => {
    const { members } = clusterOf();
    const [a, b] = members;
    const lone = await subscribe(b);
    const session = await sessionAt(b);
    const kept = eventsOf(await session.get());
    await pause(20);
    await tellLate(a, (server) => server.publish(toolsChanged));
    expect(await lone.message()).toMatchObject({ method: toolsChanged });
    expect(await kept.message()).toMatchObject({ method: toolsChanged });
    expect(b.errors).toEqual([]);
  });

  test("tells them of more than it knows that anything may have changed", async () => {
    const { members } = clusterOf();
    const [a, b] = members;
    const lone = await subscribe(b);
    const session = await sessionAt(b);
    const kept = eventsOf(await session.get());
    await pause(20);
    await tellLate(a, (server) => {
      server.publish(toolsChanged);
      for (let at = 0; at < 1_100; at++)
        server.publish(updated, { uri: `test:/${at}` });
    });
    // The first one was on its way already.
    for (const events of [lone, kept])
      expect(await events.message()).toMatchObject({ method: toolsChanged });
    expect(await lone.rest()).toEqual([]);
    expect(await kept.message()).toMatchObject({
      method: expect.stringContaining("list_changed") as string,
    });
    expect(b.errors[0]?.message).toContain("messages of other processes");
  });

  test("tells the others what comes behind a change that is refused, and that they miss one", async () => {
    const pass = passingTime();
    const { members } = clusterOf();
    const [a, b] = members;
    const kept = eventsOf(await (await sessionAt(b)).get());
    await pause(20);
    const { bus } = a.stores;
    const send = bus.send.bind(bus);
    vi.spyOn(bus, "send").mockImplementation((topic, message, to) =>
      message.includes("test:/long")
        ? Promise.reject(new Error("too long"))
        : send(topic, message, to),
    );
    a.server.publish(updated, { uri: "test:/long" });
    await vi.waitFor(() => expect(a.errors).not.toEqual([]), patient);
    a.server.publish(toolsChanged);
    pass(61_000);
    expect(await kept.message()).toMatchObject({
      method: expect.stringContaining("list_changed") as string,
    });
    expect(b.errors[0]?.message).toContain("messages of other processes");
  });

  test("tells nothing any more once it has closed", async () => {
    const { members } = clusterOf();
    const [a] = members;
    await pause(20);
    const send = vi
      .spyOn(a.stores.bus, "send")
      .mockImplementation(() => Promise.reject(new Error("away")));
    a.server.publish(toolsChanged);
    a.server.publish(updated, { uri: "test:/1" });
    await vi.waitFor(() => expect(send).toHaveBeenCalled(), patient);
    await a.handler.close({ graceMs: 0 });
    await pause(700);
    send.mockClear();
    await pause(700);
    expect(send).not.toHaveBeenCalled();
  });
});
