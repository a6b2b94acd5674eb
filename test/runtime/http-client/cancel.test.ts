import { describe, expect, test } from "vitest";
import {
  CancelledError,
  TransportError,
} from "../../../src/runtime/protocol/errors.ts";
import { connectTo } from "./http-client.ts";
import {
  discovered,
  event,
  json,
  result,
  serve,
  stream,
  type HttpServer,
} from "./http-server.ts";
import { patient } from "../wait.ts";

interface Waiting extends HttpServer {
  /** How many calls of tools are open. */
  open(): number;
}

/** A server that never answers a tool, within a stream or without. */
async function silent(within: "a stream" | "nothing"): Promise<Waiting> {
  let open = 0;
  const server = await serve(
    discovered((request, response) => {
      if (request.message["method"] !== "tools/call")
        return json(response, result(request, { tools: [] }));
      open++;
      response.on("close", () => open--);
      if (within === "nothing") return;
      stream(response);
      const method = "notifications/message";
      event(response, {
        jsonrpc: "2.0",
        method,
        params: { level: "info", data: 1 },
      });
    }),
  );
  return { ...server, open: () => open };
}

describe.each(["a stream", "nothing"] as const)(
  "a call within %s",
  (within) => {
    test("is taken back by closing it, and by no message", async () => {
      const server = await silent(within);
      const { client, errors } = await connectTo(server.url);
      const abort = new AbortController();
      const params = { name: "a" };
      const calling = client.request("tools/call", params, {
        signal: abort.signal,
      });
      await expect.poll(() => server.open(), patient).toBe(1);
      abort.abort("no more");
      await expect(calling).rejects.toBeInstanceOf(CancelledError);
      await expect.poll(() => server.open(), patient).toBe(0);
      // What came with it in the meantime would be seen by now.
      await client.request("tools/list", {});
      expect(server.called("notifications/cancelled")).toEqual([]);
      expect(errors).toEqual([]);
    });

    test("takes none with it", async () => {
      const server = await silent(within);
      const { client } = await connectTo(server.url);
      const abort = new AbortController();
      const { signal } = abort;
      const first = client.request("tools/call", { name: "a" }, { signal });
      const second = client.request("tools/call", { name: "b" });
      second.catch(() => {});
      await expect.poll(() => server.open(), patient).toBe(2);
      abort.abort();
      await expect(first).rejects.toBeInstanceOf(CancelledError);
      await expect.poll(() => server.open(), patient).toBe(1);
    });

    test("ends with the client", async () => {
      const server = await silent(within);
      const { client } = await connectTo(server.url);
      const calling = client.request("tools/call", { name: "a" });
      const failed = expect(calling).rejects.toBeInstanceOf(TransportError);
      await expect.poll(() => server.open(), patient).toBe(1);
      await client.close();
      await failed;
      await expect.poll(() => server.open(), patient).toBe(0);
    });
  },
);

test("nothing is sent by a client that is closed", async () => {
  const server = await silent("nothing");
  const { client } = await connectTo(server.url);
  await client.close();
  const count = server.received.length;
  const calling = client.request("tools/list", {});
  await expect(calling).rejects.toBeInstanceOf(TransportError);
  expect(server.received).toHaveLength(count);
});
