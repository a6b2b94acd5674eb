import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { TransportError } from "../../../src/runtime/protocol/errors.ts";
import { httpTransport } from "../../../src/runtime/http-client.ts";
import { connectTo } from "./http-client.ts";
import {
  discovered,
  json,
  result,
  serve,
  type Answer,
  type HttpServer,
} from "./http-server.ts";

const headers = { authorization: "Bearer secret" };

const answered = discovered((request, response) =>
  json(response, result(request, { tools: [] })),
);

/** Sends who comes to `/mcp` elsewhere, and answers at any other path. */
function redirecting(status: number, location: string): Answer {
  return (request, response) => {
    if (request.path !== "/mcp") return answered(request, response);
    response.writeHead(status, { location }).end();
  };
}

async function listTools({ url }: HttpServer): Promise<unknown> {
  const { client } = await connectTo(url, { headers });
  return client.request("tools/list", {});
}

describe("a redirection", () => {
  test.each([307, 308])("within the origin is followed: %i", async (status) => {
    const server = await serve(redirecting(status, "/elsewhere?a=b"));
    expect(await listTools(server)).toMatchObject({ tools: [] });
    const followed = server.received.filter(({ path }) => path !== "/mcp");
    expect(followed).toMatchObject([
      { method: "POST", path: "/elsewhere?a=b", headers },
      { method: "POST", path: "/elsewhere?a=b", headers },
    ]);
    expect(followed[1]?.message["method"]).toBe("tools/list");
  });

  test.each([301, 302, 303, 307, 308])(
    "to another origin is none to follow: %i",
    async (status) => {
      const other = await serve(answered);
      const server = await serve(redirecting(status, other.url));
      const listing = listTools(server);
      await expect(listing).rejects.toBeInstanceOf(TransportError);
      await expect(listing).rejects.toThrow(new URL(other.url).origin);
      expect(other.received).toEqual([]);
    },
  );

  test.each([
    [301, "/elsewhere"],
    [302, "/elsewhere"],
    [303, "/elsewhere"],
    [300, "/elsewhere"],
    [307, "file:///etc/passwd"],
    [307, "data:application/json,{}"],
    [308, "https://[bad"],
  ])("is an error: %i to %s", async (status, location) => {
    const server = await serve(redirecting(status, location));
    const listing = listTools(server);
    await expect(listing).rejects.toBeInstanceOf(TransportError);
    await expect(listing).rejects.toThrow(`HTTP ${status}`);
    expect(server.received).toHaveLength(1);
  });

  test.each([301, 307])(
    "with %i that carries credentials is none to follow, and nothing shows them",
    async (status) => {
      let location = "";
      const server = await serve((request, response) =>
        redirecting(status, location)(request, response),
      );
      for (const place of [
        server.url.replace("//", "//user:secret@").replace("/mcp", "/a"),
        server.url.replace("//", "//secret@"),
        "http://user:secret@elsewhere.example/",
        "http://user:secret@[bad",
        "http://elsewhere.example/secret?key=secret#secret",
      ]) {
        location = place;
        const error: unknown = await listTools(server).catch(itself);
        expect(error).toBeInstanceOf(TransportError);
        expect(shown(error)).not.toContain("secret");
        expect(shown(error)).toMatch(
          place.includes("@") && !place.includes("[")
            ? `HTTP ${status} to an address with credentials`
            : `HTTP ${status} to `,
        );
      }
      expect(server.received).toHaveLength(5);
    },
  );

  test("within the origin is not shown, wherever it ends", async () => {
    for (const [place, end] of [
      ["/secret", 404],
      ["/secret?key=secret", 200],
      ["/secret?key=secret", 302],
    ] as const) {
      const server = await serve(({ path }, response) => {
        const status = path.includes("secret") ? end : 307;
        response.writeHead(status, { location: place }).end("<secret>");
      });
      const error: unknown = await listTools(server).catch(itself);
      expect(error).toBeInstanceOf(TransportError);
      expect(shown(error)).not.toContain("secret");
    }
  });

  test("without an end is given up", async () => {
    const server = await serve((_, response) => {
      response.writeHead(307, { location: "/mcp" }).end();
    });
    const listing = listTools(server);
    await expect(listing).rejects.toThrow("redirected more than 5 times");
    expect(server.received).toHaveLength(6);
  });
});

describe("nothing that may be secret is shown of", () => {
  test.each(["http://user:secret@", "htt p://secret@h", "//user:secret@h"])(
    "an address that is none: %s",
    (url) => {
      expect(shown(thrownBy(() => httpTransport({ url })))).not.toContain(
        "secret",
      );
    },
  );

  test.each<[string, string]>([
    ["authorization", "Bearer secret\nx"],
    ["x-key", "secret\0"],
    ["x key", "secret"],
    ["x-key", "secret\u1234"],
  ])("a header that HTTP does not allow: %s", (name, value) => {
    const headers = { good: "good", [name]: value };
    const url = "http://127.0.0.1/mcp";
    const error = thrownBy(() => httpTransport({ url, headers }));
    expect(error).toBeInstanceOf(TypeError);
    expect(shown(error)).toContain(`headers: "${name}"`);
    expect(shown(error)).not.toContain("secret");
  });

  test("an address whose query a fetch repeats", async () => {
    const failing = connectTo("http://127.0.0.1/mcp?key=secret", {
      fetch: (url) =>
        Promise.reject(new Error(`request to ${url} failed: no route`)),
    });
    const error: unknown = await failing.catch(itself);
    expect(shown(error)).toContain("POST http://127.0.0.1/mcp: ");
    expect(shown(error)).not.toContain("secret");
  });

  test("an address whose server names an endpoint that is none", async () => {
    const url = new URL("http://127.0.0.1/mcp?key=secret");
    const text = "event: endpoint\ndata: http://user:secret@[bad\n\n";
    const fetch = (_: string, { method }: RequestInit) =>
      Promise.resolve(
        method === "GET"
          ? new Response(text, {
              headers: { "content-type": "text/event-stream" },
            })
          : new Response(null, { status: 405 }),
      );
    const error: unknown = await connectTo(url.href, { fetch }).catch(itself);
    expect(shown(error)).toContain("the endpoint is no URL");
    expect(shown(error)).not.toContain("secret");
  });
});

function itself(error: unknown): unknown {
  return error;
}

/** All that a log could have of an error. */
function shown(error: unknown): string {
  return inspect(error, { depth: Infinity, showHidden: true });
}

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
