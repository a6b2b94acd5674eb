import { expect, test } from "vitest";
import { failureOf } from "../../../src/cli/call/failure.ts";
import { listen } from "../../../src/runtime/http-node.ts";
import { done, serverWith } from "../tool-server.ts";
import { connectTo } from "./http-client.ts";
import { serve } from "./http-server.ts";

test("an address that a server does not serve is told with its status", async () => {
  const running = await listen(
    serverWith(() => done),
    { port: 0 },
  );
  const connecting = connectTo(new URL("/mpc", running.url).href);
  await expect(connecting).rejects.toMatchObject({
    kind: "transport",
    status: 404,
    message: expect.stringContaining("/mpc: HTTP 404"),
  });
  await running.close();
});

const login = {
  isAllowed: true,
  hasToken: false,
  hasSecret: false,
  port: undefined,
};
const tooLong = "<html><title>Error</title><pre>request entity too large</pre>";

test.each([
  [413, "text/html", tooLong, "Error request entity too large"],
  [200, "text/html", tooLong, "Error request entity too large"],
  [403, "application/json", '{"reason":"no such tenant"}', "no such tenant"],
  [502, "text/plain", "upstream\nis away", "upstream is away"],
])(
  "HTTP %i of %s from whom stands before a server is told with its words",
  async (status, type, body, words) => {
    const { url } = await serve((_, response) => {
      response.writeHead(status, { "content-type": type }).end(body);
    });
    const error: unknown = await connectTo(url).catch((one: unknown) => one);
    expect(error).toMatchObject({ message: expect.stringContaining(words) });
    expect(failureOf(error, false, login)).toMatchObject({
      code: "http-error",
    });
  },
);

test("who is asked to log in is told nothing that may repeat a secret", async () => {
  const { url } = await serve((_, response) => {
    response.writeHead(401, { "content-type": "text/plain" }).end("Bearer abc");
  });
  const error: unknown = await connectTo(url).catch((one: unknown) => one);
  expect(String(error)).not.toContain("abc");
  expect(failureOf(error, false, login)).toMatchObject({ code: "no-login" });
});
