import { describe, expect, test, vi } from "vitest";
import { LostEvents } from "../../../../src/runtime/sessions/cluster/stream/lost-events.ts";
import type { Context } from "../../../../src/runtime/peer/context.ts";
import { call } from "../../tool-server.ts";
import { patient } from "../../wait.ts";
import {
  eventsOf,
  messagesOf,
  type SessionClient,
} from "../../http/session-client.ts";
import {
  clusterOf,
  passingTime,
  sessionAt,
  type TestCluster,
} from "./cluster-of.ts";

const mebibyte = 1024 * 1024;

/** More than may wait for a store, where a character takes two bytes. */
const large = "x".repeat(2_200_000);

/** A call whose client has gone: it tells, and ends, when the test wants it. */
interface LeftCall extends TestCluster {
  readonly session: SessionClient;
  readonly primer: string;
  tell(text: string): void;
  end(text: string): void;
  /** What comes behind an event for who comes back to another process. */
  missed(after?: number): Promise<readonly unknown[]>;
}

async function leftCall(): Promise<LeftCall> {
  let end: (text: string) => void = () => {};
  let context: Context | undefined;
  const cluster = clusterOf({
    memory: { maxStreamBytes: 32 * mebibyte, maxBytes: 64 * mebibyte },
    callTool: () => (_params, given) => {
      context = given;
      return new Promise((resolve) => {
        end = (text) => resolve({ content: [{ type: "text", text }] });
      });
    },
  });
  const [a, b] = cluster.members;
  const session = await sessionAt(a);
  const events = eventsOf(await a.client(session).post(call));
  const primer = (await events.next())?.id ?? "";
  await vi.waitFor(() => expect(context).toBeDefined(), patient);
  await events.cut();
  const stream = primer.slice(0, primer.lastIndexOf("."));
  return {
    ...cluster,
    session,
    primer,
    tell: (text) => context?.log("info", text),
    end: (text) => end(text),
    async missed(after = 0) {
      const back = await b.client(session).resume(`${stream}.${after}`);
      if (back.status === 204) return ["nothing"];
      expect(back.status).toBe(200);
      return messagesOf(await eventsOf(back).rest());
    },
  };
}

const answer = (text: string) => ({
  id: 1,
  result: { content: [{ type: "text", text }] },
});

const lost = (why: string) => ({
  jsonrpc: "2.0",
  id: 1,
  error: {
    code: -32603,
    message: `The response to this request was not stored: ${why}`,
  },
});

describe("an event that is larger than what may wait", () => {
  test("is kept where nothing else waits", async () => {
    const { members, end, missed } = await leftCall();
    end(large);
    expect(await missed()).toMatchObject([answer(large)]);
    expect(members[0].errors).toEqual([]);
  });

  test("is kept behind one that waits", async () => {
    const { members, tell, end, missed } = await leftCall();
    tell("one");
    end(large);
    expect(await missed()).toMatchObject([
      { params: { data: "one" } },
      answer(large),
    ]);
    expect(members[0].errors).toEqual([]);
  });
});

describe("an answer that is not kept is an error that says so", () => {
  test("where the store is away for longer than it is tried", async () => {
    const pass = passingTime();
    const { members, tell, end, missed } = await leftCall();
    const [{ errors, stores }] = members;
    tell("one");
    const append = vi
      .spyOn(stores.streams, "append")
      .mockRejectedValue(new Error("away"));
    tell("two");
    end("the end");
    await vi.waitFor(() => expect(append).toHaveBeenCalled(), patient);
    // One after the other is given up.
    for (const count of [1, 2]) {
      pass(61_000);
      await vi.waitFor(
        () =>
          expect(
            errors.filter(({ message }) => message.includes("too long")),
          ).toHaveLength(count),
        patient,
      );
    }
    // The end is not: else who reads would wait for it for ever.
    append.mockClear();
    await vi.waitFor(() => expect(append).toHaveBeenCalled(), patient);
    pass(61_000);
    append.mockClear();
    await vi.waitFor(() => expect(append).toHaveBeenCalledTimes(2), patient);
    append.mockRestore();
    const error = lost("the stream store was unavailable for too long");
    expect(await missed(1)).toEqual([error]);
    expect(await missed(2)).toEqual([error]);
    // Who has heard it all the same misses nothing.
    expect(await missed(3)).toEqual(["nothing"]);
  });

  test("where too much waits, and what waits is kept", async () => {
    const { memory, members, tell, end, missed } = await leftCall();
    memory.setAway(true);
    for (let at = 0; at < 4; at++) tell(large);
    end("the end");
    const [{ errors }] = members;
    await vi.waitFor(
      () =>
        expect(
          errors.filter(({ message }) =>
            message.includes("an event was not stored"),
          ),
        ).toHaveLength(4),
      patient,
    );
    memory.setAway(false);
    expect(await missed()).toMatchObject([
      { params: { data: large } },
      lost("too many events of its call waited for the store"),
    ]);
  });

  test("each one of a batch; what is no answer is nothing", () => {
    const events = new LostEvents();
    const told = [1, "one"].map((id) => ({ jsonrpc: "2.0", id, result: {} }));
    const note = { jsonrpc: "2.0", method: "notifications/message" };
    events.add({ sequence: 4, data: JSON.stringify(told) }, "lost");
    events.add({ sequence: 3, data: JSON.stringify(note) }, "lost");
    const [first, second] = events.before();
    expect(first).toEqual({ sequence: 3, data: "" });
    expect(second?.sequence).toBe(4);
    expect(JSON.parse(second?.data ?? "")).toEqual(
      [1, "one"].map((id) => ({
        jsonrpc: "2.0",
        id,
        error: { code: -32603, message: "lost" },
      })),
    );
    expect(events.before(4)).toEqual([first]);
  });
});
