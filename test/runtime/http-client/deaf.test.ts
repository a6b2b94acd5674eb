import { describe, expect, onTestFinished, test, vi } from "vitest";
import { handshakes, notification } from "../revisions.ts";
import { settle } from "../wait.ts";
import { connectTo, type Connected, type TestOptions } from "./http-client.ts";
import { send, serveSessions, type SessionServer } from "./session-server.ts";

const uri = "test:a";
const filter = { resourceSubscriptions: [uri] };
const updated = notification("notifications/resources/updated", { uri });

/** Lets time pass, of which nothing is spent, until something is true. */
async function passing(isTrue: () => boolean): Promise<void> {
  for (let round = 0; !isTrue(); round++) {
    if (round > 2_000) throw new Error("it never came true");
    await settle();
    await vi.advanceTimersByTimeAsync(100);
  }
}

interface Listening extends Connected {
  readonly server: SessionServer;
  /** Ends the server as a crash does, with the sessions that it knew. */
  kill(): void;
  /** Starts it again; with the sessions it had, if it was merely out of reach. */
  revive(sessions?: readonly string[]): void;
  /** How many streams the server was asked for and has opened. */
  opened(): number;
}

/** A client that hears a server of sessions, which can die. */
async function listening(
  revision: string,
  options: TestOptions = {},
): Promise<Listening> {
  let isDead = false;
  const streams: { destroy(): unknown }[] = [];
  const server = await serveSessions({
    revision,
    capabilities: { resources: { subscribe: true } },
    get(_, response) {
      streams.push(response);
      send(response, {}, updated);
    },
  });
  const connected = await connectTo(server.url, {
    revisions: [revision],
    fetch: (url, init) =>
      isDead ? Promise.reject(new Error("nobody is there")) : fetch(url, init),
    ...options,
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  return {
    ...connected,
    server,
    kill() {
      isDead = true;
      server.sessions.clear();
      for (const stream of streams) stream.destroy();
    },
    revive(sessions = []) {
      for (const id of sessions) server.sessions.add(id);
      isDead = false;
    },
    opened: () => streams.length,
  };
}

describe.each(handshakes.filter((one) => one !== "2024-11-05"))(
  "in %s, a server that died for good",
  (revision) => {
    test("ends the subscription, and says so", async () => {
      const { client, errors, kill, opened } = await listening(revision);
      const subscription = await client.listen(filter);
      let isOver = false;
      const loop = (async () => {
        for await (const { method } of subscription)
          expect(method).toBe("notifications/resources/updated");
        isOver = true;
      })();
      await passing(() => opened() === 1);
      kill();
      await passing(() => isOver);
      await loop;
      expect(await subscription.closed).toMatchObject({
        message: /nobody is there/,
      });
      const told = errors.map(({ message }) => message);
      expect(told.join("\n")).toMatch(/changes are told no more: /);
    });

    test("is looked for while somebody wants its changes", async () => {
      const { client, errors, server, kill, revive, opened } =
        await listening(revision);
      const kept = await client.listen(filter, { reconnect: true });
      const dropped = await client.listen(filter);
      await passing(() => opened() === 1);
      kill();
      // Well beyond one row of attempts.
      await passing(() => errors.length > 3);
      expect(await dropped.closed).toBeInstanceOf(Error);
      revive();
      await passing(() => opened() === 2);
      expect([...server.sessions]).toEqual(["s2"]);
      const changes = kept[Symbol.asyncIterator]();
      expect((await changes.next()).done).toBe(false);
      await passing(() => server.seen("resources/subscribe").length > 1);
      await kept.close();
    });
  },
);

describe("the stream of a session that was given up", () => {
  test("is opened with the next call that is answered", async () => {
    const { client, errors, kill, revive, opened } =
      await listening("2025-11-25");
    await passing(() => opened() === 1);
    kill();
    await passing(() => errors.length > 0);
    revive(["s1"]);
    await client.request("resources/list", undefined).catch(() => {});
    await passing(() => opened() === 2);
  });

  test("is looked for at a pace, also where one attempt is all", async () => {
    const calls = vi.fn();
    const { client, kill, opened } = await listening("2025-11-25", {
      reconnect: { attempts: 0 },
      onWarning: calls,
    });
    const kept = await client.listen(filter, { reconnect: true });
    await passing(() => opened() === 1);
    kill();
    await passing(() => calls.mock.calls.length > 0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls.mock.calls.length).toBeGreaterThan(1);
    expect(calls.mock.calls.length).toBeLessThan(25);
    await kept.close();
  });
});
