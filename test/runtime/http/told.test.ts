import { expect, test } from "vitest";
import { createHttpHandler } from "../../../src/runtime/http.ts";
import { modernRequest } from "../revisions.ts";
import { TransportError } from "../../../src/runtime/index.ts";
import { done, serverWith } from "../tool-server.ts";
import { headersOf } from "./stateless-client.ts";

/** What the owner of a server hears of requests to each of some addresses. */
async function told(
  urls: readonly string[],
  more: Record<string, string> = {},
): Promise<Error[]> {
  const errors: Error[] = [];
  const handler = createHttpHandler(
    serverWith(() => done),
    { path: "/mcp", onError: (error) => errors.push(error) },
  );
  const message = modernRequest(1, "tools/list", {});
  const body = JSON.stringify(message);
  for (const url of urls) {
    const headers = new Headers(more);
    for (const [name, value = ""] of Object.entries(headersOf(message)))
      headers.set(name, value);
    const answer = await handler(
      new Request(url, { method: "POST", headers, body }),
    );
    // The client learns nothing of what is allowed.
    expect(await answer.text()).not.toMatch(/allowed[HO]|path/);
  }
  await handler.close();
  return errors;
}

test.each([
  ["host", "http://lan.example/mcp", {}, '"lan.example" (option allowedHosts)'],
  [
    "origin",
    "http://localhost/mcp",
    { origin: "https://a.example" },
    '"https://a.example" (option allowedOrigins)',
  ],
  ["path", "http://localhost/else?a=b", {}, '"/else" (option path: /mcp)'],
])(
  "a %s that is refused is told to the owner, in a line",
  async (_, url, headers, expected) => {
    const [error, ...more] = await told([url], headers);
    expect(more).toEqual([]);
    expect(error?.message).toContain(expected);
    expect(error).toBeInstanceOf(TransportError);
  },
);

test("a host that is refused is told as a log can have it", async () => {
  const host = "a".repeat(5_000);
  const [error] = await told([`http://${host}/mcp`]);
  expect(error?.message).toContain("allowedHosts");
  expect(error?.message.length).toBeLessThan(250);
});

test("strangers who name a host of their own each time drown nobody", async () => {
  const hosts = Array.from({ length: 60 }, (_, index) => `h${index}.example`);
  const errors = await told(hosts.map((host) => `http://${host}/mcp`));
  expect(errors).toHaveLength(6);
  expect(errors.at(-1)?.message).toContain("55 more reports");
});
