import { describe, expect, test, vi } from "vitest";
import type { Interceptor } from "../../../../src/runtime/peer/interceptor.ts";
import { call } from "../../tool-server.ts";
import { clusterOf, pause, sessionAt } from "./cluster-of.ts";
import { patient } from "../../wait.ts";

/** What the interceptors of all processes hear of sessions, in its order. */
function watched() {
  const heard: string[] = [];
  const interceptor: Interceptor = {
    sessionBegan: () => void heard.push("began"),
    sessionEnded: (_, { reason }) => void heard.push(reason),
  };
  const { members } = clusterOf({ server: { interceptors: [interceptor] } });
  return { members, heard };
}

describe("interceptors hear of a session", () => {
  test("where it was opened, once, whoever serves and ends it", async () => {
    const { members, heard } = watched();
    const [a, b, c] = members;
    const session = await sessionAt(a);
    await b.client(session).ask(call);
    await c.client(session).delete();
    await vi.waitFor(() => expect(heard).toContain("deleted"), patient);
    await pause(50);
    expect(heard).toEqual(["began", "deleted"]);
  });

  test("that it is closed, where that process closes, though it goes on", async () => {
    const { members, heard } = watched();
    const [a, b] = members;
    const session = await sessionAt(a);
    await a.handler.close();
    expect(heard).toEqual(["began", "closed"]);
    await b.client(session).ask(call);
    await b.client(session).delete();
    await pause(50);
    expect(heard).toEqual(["began", "closed"]);
  });

  test("never that it ended, where that process was killed", async () => {
    const { members, heard } = watched();
    const [a, b] = members;
    const session = await sessionAt(a);
    a.kill();
    expect((await b.client(session).delete()).status).toBe(204);
    await pause(50);
    expect(heard).toEqual(["began"]);
  });
});
