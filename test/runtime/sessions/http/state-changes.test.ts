import { describe, expect, test, vi } from "vitest";
import { request } from "../../revisions.ts";
import { eventsOf, typeOf } from "../../http/session-client.ts";
import { clusterOf, pause, sessionAt } from "./cluster-of.ts";

const uri = "test:/1";

/** What changes a session, and so what every process has to know. */
const changes = [
  ["logging/setLevel", { level: "error" }],
  ["resources/subscribe", { uri }],
  ["resources/unsubscribe", { uri }],
] as const;

describe.each(changes)("%s", (method, params) => {
  test.each(["auto", "stream"] as const)(
    "costs one step of the store and one message, answered as %s",
    async (responses) => {
      const { members } = clusterOf({ http: { responses } });
      const [a, b] = members;
      const session = await sessionAt(a);
      await pause(20);
      const send = vi.spyOn(a.stores.bus, "send");
      a.calls();
      const response = await session.post(request(1, method, params));
      expect(typeOf(response)).toBe(
        responses === "auto" ? "application/json" : "text/event-stream",
      );
      expect(await response.text()).toContain('"result":{}');
      // A stream has its answer as an event, for who comes back.
      await pause(20);
      const events =
        responses === "auto" ? {} : { open: 1, append: 1, finish: 1 };
      expect(a.calls()).toEqual({ update: 1, ...events });
      expect(send).toHaveBeenCalledOnce();
      // Another, which knows nothing of the session, has to look it up before.
      b.calls();
      const elsewhere = await b
        .client(session)
        .post(request(2, method, params));
      expect(await elsewhere.text()).toContain('"result":{}');
      await pause(20);
      expect(b.calls()).toEqual({ use: 1, update: 1, ...events });
    },
  );
});

test("a handler of one's own may tell something before, which begins a stream", async () => {
  const { members } = clusterOf({
    server: {
      handlers: {
        setLevel: async (_params: unknown, context: Logs) => {
          await pause(5);
          context.log("error", "first");
          return {};
        },
      },
    },
  });
  const session = await sessionAt(members[0]);
  const asked = request(1, "logging/setLevel", { level: "error" });
  const events = eventsOf(await session.post(asked));
  expect(await events.message()).toMatchObject({ params: { data: "first" } });
  expect(await events.message()).toMatchObject({ result: {} });
});

interface Logs {
  log(level: "error", data: unknown): void;
}
