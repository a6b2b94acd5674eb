import { expect, test } from "vitest";
import { TransportError } from "../../../src/runtime/protocol/errors.ts";
import {
  createEraCache,
  httpTransport,
} from "../../../src/runtime/http-client.ts";
import { Outbox } from "../../../src/runtime/http/client/post-queue.ts";
import type { NotificationMessage } from "../../../src/runtime/protocol/message.ts";
import type { Receiver } from "../../../src/runtime/peer/transport.ts";
import { modern, tables } from "../revisions.ts";
import { patient, settle } from "../wait.ts";
import { hostOf } from "./client-host.ts";
import { serve } from "./http-server.ts";

const message: NotificationMessage = {
  jsonrpc: "2.0",
  method: "notifications/a",
};

/** Keeps what fails. */
function receiver(failures: unknown[]): Receiver {
  return {
    message() {},
    unreadable() {},
    ended() {},
    closed() {},
    failed: (id, error) => failures.push([id, error]),
  };
}

/** Sends notifications by a transport that speaks the newest revision. */
async function notify(
  url: string,
  ...messages: readonly NotificationMessage[]
): Promise<unknown[]> {
  const failures: unknown[] = [];
  const transport = httpTransport({ url, eras: createEraCache() });
  transport.start(receiver(failures));
  const [table] = tables;
  if (table) transport.spoken?.(table);
  for (const one of messages) transport.send(one);
  return failures;
}

test("a notification has its headers, and no answer", async () => {
  const server = await serve(
    (_, response) => void response.writeHead(202).end(),
  );
  const failures = await notify(server.url, message);
  await expect
    .poll(() => server.called("notifications/a"), patient)
    .toMatchObject([
      {
        headers: {
          "mcp-protocol-version": modern,
          "mcp-method": "notifications/a",
        },
      },
    ]);
  expect(failures).toEqual([]);
});

test("to take back what was answered is no message", async () => {
  const server = await serve(
    (_, response) => void response.writeHead(202).end(),
  );
  const method = "notifications/cancelled";
  const cancelled = {
    jsonrpc: "2.0",
    method,
    params: { requestId: 7 },
  } as const;
  await notify(server.url, cancelled, message);
  await expect.poll(() => server.received, patient).toHaveLength(1);
  expect(server.called("notifications/a")).toHaveLength(1);
});

test("a notification that is refused is reported", async () => {
  const server = await serve(
    (_, response) => void response.writeHead(500).end(),
  );
  const failures = await notify(server.url, message);
  await expect
    .poll(() => failures, patient)
    .toMatchObject([[undefined, { status: 500 }]]);
});

test("a notification is taken with any success", async () => {
  const server = await serve(
    (_, response) => void response.writeHead(200).end("ok"),
  );
  const failures = await notify(server.url, message, message);
  await expect.poll(() => server.received, patient).toHaveLength(2);
  await settle();
  expect(failures).toEqual([]);
});

test("a notification that is never answered is given up", async () => {
  let isClosed = false;
  const server = await serve((_, response) => {
    response.on("close", () => (isClosed = true));
  });
  const host = hostOf({ url: server.url });
  const telling = new Outbox(host, 50).tell(JSON.stringify(message), {});
  await expect(telling).rejects.toThrow(/not taken within 50 ms/);
  await expect(telling).rejects.toThrow(TransportError);
  await expect.poll(() => isClosed, patient).toBe(true);
});
