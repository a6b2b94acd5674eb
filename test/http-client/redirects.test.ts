import { describe, expect, test } from "vitest";
import { TransportError } from "../../src/runtime/wire/errors.ts";
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

  test("that carries credentials is none to follow, and they are not shown", async () => {
    let location = "";
    const server = await serve((request, response) =>
      redirecting(307, location)(request, response),
    );
    location = server.url.replace("//", "//user:secret@").replace("/mcp", "/a");
    const listing = listTools(server);
    await expect(listing).rejects.toThrow("HTTP 307 to nowhere");
    expect(server.received).toHaveLength(1);
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
