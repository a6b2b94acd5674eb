import { describe, expect, test } from "vitest";
import { notification, request } from "../runtime/revisions.ts";
import {
  call,
  failureOf,
  handshakeOnly,
  modernOnly,
  open,
  pause,
  soon,
  visit,
  type Visit,
} from "../runtime/http-client/hostile-client.ts";
import {
  event,
  goodAnswer,
  handshakeServer,
  head,
  jsonAnswer,
  modernServer,
  serveRaw,
  stepOf,
  streamHead,
  whole,
  type RawAnswer,
  type RawServer,
} from "../runtime/http-client/raw-server.ts";

const secret = "Bearer secret-of-the-user";
const headers = { authorization: secret, "x-api-key": "another-secret" };

/** Another origin, which nobody has to ask anything. */
function canary(): Promise<RawServer> {
  return serveRaw((asked, socket) => void socket.write(goodAnswer(asked)));
}

const steps = [
  "initialize",
  "notifications/initialized",
  "tools/call",
  "GET",
  "DELETE",
];

/** All that a client does with a server, whatever comes of it. */
async function goThrough(visited: Visit & { connected: Promise<void> }) {
  await visited.connected.catch(() => {});
  await call(visited).catch(() => {});
  await visited.client.close();
}

describe("a redirection to another origin is not followed", () => {
  const places = (other: RawServer): string[] => {
    const { host, port } = new URL(other.url);
    return [
      other.url,
      `//${host}/mcp`,
      `http://localhost:${port}/mcp`,
      `http:\\\\${host}\\mcp`,
      `https://${host}/mcp`,
      ` ${other.url}`,
      `http://127.0.0.1@${host}/mcp`,
    ];
  };

  test.each([301, 302, 303, 307, 308])(
    "with %i, at any step",
    async (status) => {
      const other = await canary();
      for (const location of places(other)) {
        const away: RawAnswer = (_, socket) =>
          void socket.write(`${head(status, { location })}\r\n`);
        for (const step of steps)
          await goThrough(
            await visit(handshakeServer({ [step]: away }), {
              ...handshakeOnly,
              headers,
            }),
          );
        for (const step of ["server/discover", "tools/call"])
          await goThrough(
            await visit(modernServer({ [step]: away }), {
              ...modernOnly,
              headers,
            }),
          );
      }
      expect(other.requests).toEqual([]);
    },
  );

  test("at the second step of a chain", async () => {
    const other = await canary();
    const visited = await open(
      modernServer({
        "tools/call": ({ path }, socket) => {
          const location = path === "/mcp" ? "/next" : other.url;
          socket.write(`${head(307, { location })}\r\n`);
        },
      }),
      { ...modernOnly, headers },
    );
    const failure = await failureOf(call(visited, soon));
    expect(failure.message).toContain(new URL(other.url).origin);
    expect(failure.message).not.toContain("secret");
    expect(other.requests).toEqual([]);
  });

  test("for a stream to come back to", async () => {
    const other = await canary();
    const visited = await open(
      handshakeServer({
        "tools/call": (_, socket) =>
          void socket.end(`${streamHead()}id: 1\ndata:\n\n`),
        GET: ({ headers: told }, socket) => {
          const status = told.has("last-event-id") ? 307 : 405;
          socket.write(`${head(status, { location: other.url })}\r\n`);
        },
      }),
      { ...handshakeOnly, headers },
    );
    await failureOf(call(visited, soon));
    expect(other.requests).toEqual([]);
  });
});

describe("an endpoint of HTTP with SSE at another origin is refused", () => {
  test.each<[string, (other: URL) => string]>([
    ["an absolute address", ({ href }) => href],
    ["without a scheme", ({ host }) => `//${host}/messages`],
    ["with backslashes", ({ host }) => `\\\\${host}\\messages`],
    ["with the origin as a user", ({ host }) => `http://127.0.0.1:80@${host}/`],
    ["another port", ({ port }) => `http://127.0.0.1:${port}/messages`],
    ["another name of the host", ({ port }) => `http://localhost:${port}/`],
    ["another scheme", ({ host }) => `https://${host}/messages`],
    ["a file", () => "file:///etc/passwd"],
    ["data", () => "data:application/json,{}"],
    ["a script", () => "javascript:alert(1)"],
    ["no URL", () => "http://[bad"],
  ])("%s", async (_, place) => {
    const other = await canary();
    const visited = await visit(
      (asked, socket) => {
        if (asked.method !== "GET")
          return void socket.write(`${head(405)}\r\n`);
        const endpoint = place(new URL(other.url));
        socket.write(`${streamHead()}event: endpoint\ndata: ${endpoint}\n\n`);
      },
      { ...handshakeOnly, headers },
      soon,
    );
    await failureOf(visited.connected);
    expect(other.requests).toEqual([]);
    // Nothing but the question and the stream.
    expect(visited.server.requests.map(stepOf)).toEqual(["initialize", "GET"]);
  });

  test("also when it comes later", async () => {
    const other = await canary();
    let tell = (_text: string): void => {};
    const visited = await open(
      (asked, socket) => {
        if (asked.method === "GET") {
          tell = (text) => void socket.write(text);
          return tell(`${streamHead()}event: endpoint\ndata: /messages\n\n`);
        }
        if (asked.path !== "/messages")
          return void socket.write(`${head(405)}\r\n`);
        socket.write(`${head(202)}\r\n`);
        tell(`event: endpoint\ndata: ${other.url}\n\n`);
        const [, body = ""] = goodAnswer(asked).split("\r\n\r\n");
        if (body !== "") tell(`data: ${body}\n\n`);
      },
      { ...handshakeOnly, headers },
    );
    await call(visited, soon);
    expect(visited.server.called("tools/call")[0]?.path).toBe("/messages");
    expect(other.requests).toEqual([]);
  });
});

describe("nothing is fetched that nobody asked for:", () => {
  test.each([
    ["modern", modernServer, modernOnly],
    ["handshake", handshakeServer, handshakeOnly],
  ] as const)("links of a %s server", async (_, server, only) => {
    const other = await canary();
    const { url } = other;
    const links = {
      link: `<${url}>; rel=preload`,
      refresh: `0; url=${url}`,
      "content-location": url,
      location: url,
      "alt-svc": `h2="${new URL(url).host}"; ma=60`,
      "www-authenticate": `Bearer resource_metadata="${url}"`,
      "set-cookie": "a=b",
    };
    const schema = {
      $schema: url,
      $id: url,
      type: "object",
      $ref: url,
      properties: { a: { $ref: `${url}#/a` }, b: { $dynamicRef: url } },
    };
    const told = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
    const icons = [{ src: url, mimeType: "image/png" }];
    const answer =
      (result: object): RawAnswer =>
      (asked, socket) =>
        void socket.write(jsonAnswer(asked, { ...told, ...result }, links));
    const visited = await open(
      server({
        "tools/list": answer({
          tools: [
            { name: "a", inputSchema: schema, outputSchema: schema, icons },
          ],
        }),
        "tools/call": answer({
          content: [
            { type: "resource_link", uri: url, name: "a", icons },
            { type: "text", text: url },
          ],
          structuredContent: { a: url, $ref: url },
        }),
        "resources/list": answer({ resources: [{ uri: url, name: "a" }] }),
      }),
      { ...only, headers },
    );
    await visited.client.request("tools/list", {});
    await call(visited, soon);
    await pause(100);
    expect(other.requests).toEqual([]);
    // No cookie was kept either.
    for (const { headers: sent } of visited.server.requests)
      expect(sent.has("cookie")).toBe(false);
  });

  test("the address of a challenge", async () => {
    const other = await canary();
    const challenge = `Bearer resource_metadata="${other.url}"`;
    const visited = await visit(
      (_, socket) =>
        void socket.write(
          whole("{}", undefined, 401, { "www-authenticate": challenge }),
        ),
      { headers },
      soon,
    );
    expect(await failureOf(visited.connected)).toMatchObject({ challenge });
    expect(other.requests).toEqual([]);
  });

  test("the address of an elicitation, whatever the handler answers", async () => {
    const other = await canary();
    const asked: unknown[] = [];
    const handlers = {
      elicitation: (params: unknown) => {
        asked.push(params);
        return { action: "decline" };
      },
    };
    const params = {
      mode: "url",
      message: "?",
      url: other.url,
      elicitationId: "1",
    };
    const visited = await open(
      handshakeServer({
        GET: (_, socket) => {
          socket.write(streamHead());
          socket.write(event(request("ask", "elicitation/create", params)));
          const done = { elicitationId: "1" };
          const method = "notifications/elicitation/complete";
          socket.write(event(notification(method, done)));
        },
      }),
      {
        ...handshakeOnly,
        headers,
        settings: {
          handlers: { elicit: handlers.elicitation },
          capabilities: { elicitation: { url: {}, form: {} } },
        },
      },
    );
    await expect
      .poll(
        () =>
          visited.server.requests.some(
            ({ message }) => message["id"] === "ask",
          ),
        { timeout: soon },
      )
      .toBe(true);
    expect(asked).toHaveLength(1);
    await pause(100);
    expect(other.requests).toEqual([]);
  });
});

test("every request within the origin has the headers, and no error tells them", async () => {
  const visited = await open(
    handshakeServer({
      "tools/call": (_, socket) => void socket.end("HTTP/1.1 abc\r\n\r\n"),
    }),
    { ...handshakeOnly, headers },
  );
  const failure = await failureOf(call(visited, soon));
  await visited.client.close();
  expect(visited.server.requests.map(stepOf)).toContain("DELETE");
  for (const { headers: sent } of visited.server.requests)
    expect(sent.get("authorization")).toBe(secret);
  for (
    let error: unknown = failure;
    error instanceof Error;
    error = error.cause
  )
    expect(`${error.message}${JSON.stringify(error)}`).not.toContain("secret");
});
