import { expect, test } from "vitest";
import { createHttpHandler } from "../../src/runtime/http.ts";
import { modernRequest } from "../runtime/revisions.ts";
import { done, serverWith } from "../runtime/tool-server.ts";
import { headersOf } from "./stateless-client.ts";

/** What the owner of a server hears when somebody posts there twice. */
async function told(
  url: string,
  more: Record<string, string>,
): Promise<string[]> {
  const errors: string[] = [];
  const handler = createHttpHandler(
    serverWith(() => done),
    { path: "/mcp", onError: ({ message }) => errors.push(message) },
  );
  const message = modernRequest(1, "tools/list", {});
  const body = JSON.stringify(message);
  for (let count = 0; count < 2; count++) {
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
  "a %s that is refused is told to the owner, once",
  async (_, url, headers, expected) => {
    const errors = await told(url, headers);
    expect(errors).toEqual([expect.stringContaining(expected)]);
  },
);

test("a host that is refused is told as a log can have it", async () => {
  const host = "a".repeat(5_000);
  const [error = ""] = await told(`http://${host}/mcp`, {});
  expect(error).toContain("allowedHosts");
  expect(error.length).toBeLessThan(250);
});
