import { describe, expect, test } from "vitest";
import {
  ProtocolError,
  TransportError,
} from "../../../src/runtime/protocol/errors.ts";
import {
  createEraCache,
  httpTransport,
} from "../../../src/runtime/http-client.ts";
import { serverKey } from "../../../src/runtime/http/client/lifecycle-cache.ts";
import { modern, newestHandshake } from "../revisions.ts";
import { connectTo, createTestClient } from "./http-client.ts";
import {
  failure,
  json,
  result,
  serve,
  type Answer,
  type HttpServer,
} from "./http-server.ts";

/** Shakes hands, and answers `server/discover` so. */
function older(answer: Answer): Answer {
  return (request, response) => {
    const { method } = request.message;
    if (method === "server/discover") return answer(request, response);
    if (method !== "initialize") return void response.writeHead(202).end();
    const serverInfo = { name: "old", version: "1" };
    const told = {
      protocolVersion: newestHandshake,
      capabilities: {},
      serverInfo,
    };
    const { id } = request.message;
    json(response, { jsonrpc: "2.0", id, result: told });
  };
}

const status =
  (code: number, body = ""): Answer =>
  (_, response) =>
    void response.writeHead(code, { "content-type": "text/plain" }).end(body);

const refusal =
  (code: number, http = 400, id?: string | null): Answer =>
  (request, response) =>
    json(
      response,
      { ...failure(request, code), ...(id !== undefined && { id }) },
      http,
    );

const silent: Answer = (_, response) =>
  void response
    .writeHead(200, { "content-type": "text/event-stream" })
    .end(": nothing\n\n");

describe("a server is older where it answers the first question", () => {
  test.each<[string, Answer]>([
    ["400", status(400)],
    ["400 with a text", status(400, "no session")],
    ["400 with an error of its own", refusal(-32_000, 400, null)],
    ["404 with an unknown method", refusal(-32_601, 404)],
    ["404", status(404)],
    ["405", status(405)],
    ["406", status(406)],
    ["415", status(415)],
    ["500", status(500)],
    ["200 with a page", status(200, "<p>")],
    ["202", status(202)],
    ["JSON that is no answer", (_, response) => json(response, { up: true })],
    ["an answer to nothing", refusal(-32_600, 200, "server-error")],
    ["a stream that says nothing", silent],
    ["an error of its own", refusal(-32_600, 200)],
  ])("with %s", async (_, answer) => {
    const server = await serve(older(answer));
    const { client } = await connectTo(server.url);
    expect(client.protocolVersion).toBe(newestHandshake);
    expect(server.called("server/discover")).toHaveLength(1);
    const [initialize] = server.called("initialize");
    expect(initialize?.headers).not.toHaveProperty("mcp-method");
    expect(initialize?.headers).not.toHaveProperty("mcp-name");
  });

  test("which a client without a handshake says", async () => {
    const server = await serve(older(status(404)));
    const connecting = connectTo(server.url, { revisions: [modern] });
    await expect(connecting).rejects.toThrow(/seems older than .*HTTP 404/);
  });
});

describe("a server says nothing of its age", () => {
  test.each([401, 403, 429, 502, 503, 504])("by %i", async (code) => {
    const server = await serve(older(status(code)));
    const connecting = connectTo(server.url);
    await expect(connecting).rejects.toMatchObject({ status: code });
    await expect(connecting).rejects.toBeInstanceOf(TransportError);
    expect(server.called("initialize")).toEqual([]);
  });

  test("and is not asked in another way where the transport is given as a function", async () => {
    const server = await serve(older(status(401)));
    const { client } = createTestClient();
    const eras = createEraCache();
    const connecting = client.connect(() =>
      httpTransport({ url: server.url, eras }),
    );
    await expect(connecting).rejects.toMatchObject({ status: 401 });
    expect(server.received).toHaveLength(1);
  });

  test("by no answer", async () => {
    const server = await serve((_, response) => void response.destroy());
    await expect(connectTo(server.url)).rejects.toBeInstanceOf(TransportError);
    expect(server.called("initialize")).toEqual([]);
  });
});

describe("a server without a handshake", () => {
  test("is known by an error of its own", async () => {
    const server = await serve(older(refusal(-32_020)));
    const connecting = connectTo(server.url);
    await expect(connecting).rejects.toBeInstanceOf(ProtocolError);
    await expect(connecting).rejects.toMatchObject({ code: -32_020 });
    expect(server.called("initialize")).toEqual([]);
  });

  test("is asked again when it was slow, and makes nothing of a handshake", async () => {
    let count = 0;
    const server = await serve((request, response) => {
      const told = { supportedVersions: [modern], capabilities: {} };
      if (request.message["method"] !== "server/discover")
        return json(response, result(request));
      if (count++ > 0) json(response, result(request, told));
    });
    const settings = { probeTimeout: 100 };
    const { client } = await connectTo(server.url, { settings });
    expect(client.protocolVersion).toBe(modern);
  });

  test("names what else it speaks", async () => {
    const server = await serve(
      older((request, response) => {
        const data = { supported: [newestHandshake], requested: modern };
        const error = { code: -32_022, message: "another", data };
        const { id } = request.message;
        json(response, { jsonrpc: "2.0", id, error }, 400);
      }),
    );
    const { client } = await connectTo(server.url);
    expect(client.protocolVersion).toBe(newestHandshake);
  });
});

describe("what is known of a server", () => {
  const answering = (): Promise<HttpServer> =>
    serve(
      older((request, response) =>
        json(
          response,
          result(request, { supportedVersions: [modern], capabilities: {} }),
        ),
      ),
    );

  test("saves the question", async () => {
    const server = await answering();
    const eras = createEraCache();
    eras.set(serverKey(new URL(server.url)), "handshake");
    const { client } = await connectTo(server.url, { eras });
    expect(client.protocolVersion).toBe(newestHandshake);
    expect(server.called("server/discover")).toEqual([]);
  });

  test("is found out again when it fails", async () => {
    const server = await serve((request, response) => {
      const isModern = request.message["method"] === "server/discover";
      const told = { supportedVersions: [modern], capabilities: {} };
      if (isModern) json(response, result(request, told));
      else response.writeHead(404).end();
    });
    const eras = createEraCache();
    eras.set(serverKey(new URL(server.url)), "handshake");
    const { client } = await connectTo(server.url, { eras });
    expect(client.protocolVersion).toBe(modern);
  });
});
