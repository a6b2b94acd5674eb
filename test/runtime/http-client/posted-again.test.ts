import { expect, test } from "vitest";
import { connected } from "./session-client.ts";
import { serveSessions, status, type SessionServer } from "./session-server.ts";

/** A server before which a proxy answers so to notifications, at first. */
function behindProxy(...codes: number[]): Promise<SessionServer> {
  return serveSessions({
    first({ message }, response) {
      if (message["method"] !== "notifications/initialized") return false;
      const code = codes.shift();
      if (code === undefined) return false;
      status(response, code);
      return true;
    },
  });
}

test("what has no answer is posted again while a proxy says that the server is not there", async () => {
  const server = await behindProxy(502, 503, 504);
  const { errors } = await connected(server.url);
  expect(server.seen("notifications/initialized")).toHaveLength(4);
  expect(errors).toEqual([]);
});

test("what the server refuses itself is not posted again", async () => {
  const server = await behindProxy(500, 500);
  await connected(server.url).catch(() => {});
  expect(server.seen("notifications/initialized")).toHaveLength(1);
});
