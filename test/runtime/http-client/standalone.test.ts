import { describe, expect, test } from "vitest";
import { notification } from "../revisions.ts";
import { done } from "../tool-server.ts";
import { until } from "../wait.ts";
import { connectTo, type TestOptions } from "./http-client.ts";
import { json, type Answer } from "./http-server.ts";
import { call, primed, quick, resumed } from "./session-client.ts";
import {
  resultOf,
  send,
  serveSessions,
  status,
  type SessionServer,
} from "./session-server.ts";

describe("the standalone stream", () => {
  const changed = notification("notifications/tools/list_changed");
  const capabilities = { tools: { listChanged: true } };

  interface Listening {
    readonly heard: unknown[];
    readonly server: SessionServer;
    readonly errors: readonly Error[];
  }

  async function listening(
    get: Answer,
    options: TestOptions = quick,
  ): Promise<Listening> {
    const heard: unknown[] = [];
    const server = await serveSessions({ capabilities, get });
    const { client, errors } = await connectTo(server.url, {
      ...options,
      settings: {
        handlers: {
          toolListChanged: (params: unknown) => void heard.push(params),
        },
      },
    });
    await client.request("tools/list", undefined);
    return { heard, server, errors };
  }

  test("is opened before the first call, and goes on where it was", async () => {
    const { heard, server, errors } = await listening((request, response) => {
      const last = request.headers["last-event-id"];
      const id = last === undefined ? "g1" : `${last}.`;
      send(response, { id }, changed);
      if (id.length < 5) response.end();
    });
    const kinds = server.received.map(
      ({ method, message }) => message["method"] ?? method,
    );
    expect(kinds.indexOf("GET")).toBeLessThan(kinds.indexOf("tools/list"));
    await until(() => heard.length === 4);
    expect(resumed(server)).toEqual(["g1", "g1.", "g1.."]);
    expect(errors).toEqual([]);
  });

  test.each([400, 404, 405])(
    "need not be there: HTTP %i is quiet",
    async (code) => {
      const { server, errors } = await listening((_, response) =>
        status(response, code),
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(server.seen("GET")).toHaveLength(1);
      expect(server.seen("initialize")).toHaveLength(1);
      expect(errors).toEqual([]);
    },
  );

  test("is not asked for when nobody wants it", async () => {
    const { server } = await listening(primed, { standaloneStream: false });
    expect(server.seen("GET")).toEqual([]);
  });

  test("is given up with a warning when it cannot be had", async () => {
    const { server, errors } = await listening((_, response) =>
      status(response, 503),
    );
    await until(() => errors.length > 0);
    expect(errors).toMatchObject([{ status: 503 }]);
    expect(server.seen("GET")).toHaveLength(4);
  });

  test("is given up when it ends at once, again and again", async () => {
    const { server, errors } = await listening((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).end();
    });
    await until(() => errors.length > 0);
    expect(errors).toMatchObject([{ message: /again and again/ }]);
    expect(server.seen("GET")).toHaveLength(4);
  });

  test("is given up when it brings nothing but retry: 0", async () => {
    const { server, errors } = await listening((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end("retry: 0\n\n");
    });
    await until(() => errors.length > 0);
    expect(errors).toMatchObject([{ message: /again and again/ }]);
    expect(server.seen("GET")).toHaveLength(4);
  });

  test("is opened again after a second, also where each brings an event with retry: 0", async () => {
    let opened = 0;
    let ended = 0;
    const { server } = await listening(
      (_, response) => {
        if (ended === 0) {
          response.writeHead(200, { "content-type": "text/event-stream" });
          response.end("id: 1\nretry: 0\ndata:\n\n");
          ended = performance.now();
        } else opened = performance.now();
      },
      { reconnect: {} },
    );
    await until(() => opened > 0);
    expect(opened - ended).toBeGreaterThanOrEqual(990);
    expect(server.seen("GET")).toHaveLength(2);
  });

  test("is opened anew when the server has forgotten its events", async () => {
    const { heard, server } = await listening((request, response) => {
      if (request.headers["last-event-id"] !== undefined)
        return status(response, 400);
      send(response, { id: "g1" }, changed);
      response.end();
    });
    await until(() => heard.length >= 2);
    expect(resumed(server)[0]).toBe("g1");
  });

  test("is open when the first call comes", async () => {
    let isOpen = false;
    const seen: boolean[] = [];
    const server = await serveSessions({
      call(request, response) {
        seen.push(isOpen);
        json(response, resultOf(request, done));
      },
      get(_, response) {
        setTimeout(() => {
          isOpen = true;
          send(response, { id: "g1" });
        }, 50);
      },
    });
    const { client } = await connectTo(server.url);
    await client.request("tools/call", call);
    expect(seen).toEqual([true]);
  });

  test("delays calls a little alone when it does not open", async () => {
    // The stream is never answered: a call that waited for it would not return.
    await listening(() => {});
  });
});
