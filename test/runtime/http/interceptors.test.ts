import { describe, expect, test } from "vitest";
import { ProtocolError } from "../../../src/runtime/protocol/errors.ts";
import type {
  CallOutcome,
  InterceptedCall,
  Interceptor,
} from "../../../src/runtime/peer/interceptor.ts";
import type { Server } from "../../../src/runtime/server/create-server.ts";
import {
  clientInfo,
  modern,
  modernRequest,
  newestHandshake,
  request,
} from "../revisions.ts";
import { done, serverWith, type Call } from "../tool-server.ts";
import { settle } from "../wait.ts";
import { byBearer, handlerOf, openSession } from "./session-client.ts";
import { call, clientOf, progressing } from "./stateless-client.ts";

const ann = { authorization: "ann" };

/** A server with one tool, and what its interceptors hear. */
function watched(callTool: Call, before?: Interceptor["before"]) {
  const seen: { call: InterceptedCall; outcome: CallOutcome }[] = [];
  const log: Interceptor = {
    ...(before && { before }),
    after: (call, outcome) => void seen.push({ call, outcome }),
  };
  const server: Server = serverWith(callTool, { interceptors: [log] });
  return { server, seen };
}

describe("over HTTP an interceptor", () => {
  test("knows who sends a request that stands alone", async () => {
    const { server, seen } = watched(() => done);
    const client = clientOf(server, { authorize: byBearer });
    await client.ask(call(1), ann);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      call: {
        name: "a",
        principal: "ann",
        protocolVersion: modern,
        peerInfo: clientInfo,
      },
      outcome: { kind: "result" },
    });
  });

  test("knows who sends a request of a session", async () => {
    const { server, seen } = watched(() => done);
    const handler = handlerOf(server, { authorize: byBearer });
    const client = await openSession(handler, { headers: ann });
    await client.ask(request(1, "tools/call", { name: "a" }));
    expect(seen.map(({ call }) => ({ ...call }))).toMatchObject([
      { method: "initialize", principal: "ann" },
      {
        method: "tools/call",
        name: "a",
        principal: "ann",
        protocolVersion: newestHandshake,
        peerInfo: clientInfo,
      },
    ]);
  });

  test("sees an unknown method, and one whose params are refused", async () => {
    const { server, seen } = watched(() => done);
    const client = clientOf(server);
    await client.ask(modernRequest(1, "tools/dance"));
    const wrong = { name: "a", arguments: 7 };
    await client.ask(modernRequest(2, "tools/call", wrong));
    const outcomes = seen.map(({ call, outcome }) => [call.id, outcome]);
    expect(outcomes).toMatchObject([
      [1, { kind: "error", error: { code: -32601 } }],
      [2, { kind: "error", error: { code: -32602 } }],
    ]);
  });

  test("sees nothing of what HTTP refuses", async () => {
    const { server, seen } = watched(() => done);
    const client = clientOf(server, { authorize: byBearer });
    const stranger = await client.ask(call(1));
    const other = await client.ask(call(2), { ...ann, "mcp-name": "b" });
    expect([stranger.status, other.status]).toEqual([401, 400]);
    expect(seen).toEqual([]);
  });

  test("refuses a request with an error that the client reads", async () => {
    const { server, seen } = watched(
      () => done,
      ({ principal }) => {
        if (principal === "ann") throw new ProtocolError(429, "Slow down");
      },
    );
    const client = clientOf(server, { authorize: byBearer });
    const refused = await client.ask(call(1), ann);
    expect(refused).toMatchObject({
      status: 200,
      messages: [{ id: 1, error: { code: 429, message: "Slow down" } }],
    });
    const other = await client.ask(call(1), { authorization: "bob" });
    expect(other).toMatchObject({ messages: [{ result: done }] });
    expect(seen.map(({ outcome }) => outcome.kind)).toEqual([
      "error",
      "result",
    ]);
  });

  test("sees a client that goes as a cancellation, where it is one", async () => {
    let finish = (): void => {};
    const { server, seen } = watched(async (_, context) => {
      context.progress(1);
      await new Promise<void>((resolve) => (finish = resolve));
      return done;
    });
    const response = await clientOf(server).post(progressing);
    await response.body?.cancel();
    expect(seen.map(({ outcome }) => outcome.kind)).toEqual(["cancelled"]);
    finish();
    await settle();
    expect(seen).toHaveLength(1);

    const session = await openSession(handlerOf(server));
    const params = { name: "a", _meta: { progressToken: 1 } };
    const stream = await session.post(request(1, "tools/call", params));
    await stream.body?.cancel();
    await settle();
    finish();
    await settle();
    expect(seen.slice(1).map(({ outcome }) => outcome.kind)).toEqual([
      "result",
      "result",
    ]);
  });
});
