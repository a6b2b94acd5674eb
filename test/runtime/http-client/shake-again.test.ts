import { expect, test } from "vitest";
import { TransportError } from "../../../src/runtime/protocol/errors.ts";
import { OpenedSession } from "../../../src/runtime/http/client/session/session.ts";
import { openNext } from "../../../src/runtime/http/client/session/open-session.ts";
import { until } from "../wait.ts";
import { hostOf } from "./client-host.ts";
import { serve } from "./http-server.ts";
import { send, status } from "./session-server.ts";

test("a next session that never answers is given up, and deleted", async () => {
  const server = await serve(({ method }, response) => {
    if (method === "DELETE") return status(response, 204);
    response.setHeader("mcp-session-id", "s2");
    send(response, {}, { jsonrpc: "2.0", method: "notifications/a" });
  });
  const abort = new AbortController();
  const host = hostOf({ url: server.url });
  const opening = openNext(host, {
    id: "session-1",
    params: {},
    signal: abort.signal,
    open: (headers) => new OpenedSession(headers, host.receiver, () => {}),
  });
  const failed = expect(opening).rejects.toThrow(TransportError);
  // Its stream is open, and nothing more comes.
  await until(() => host.heard.length > 0);
  abort.abort();
  await failed;
  await until(() => server.received.length > 1);
  expect(server.received[1]).toMatchObject({
    method: "DELETE",
    headers: { "mcp-session-id": "s2" },
  });
});
