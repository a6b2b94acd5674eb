import { describe, expect, test } from "vitest";
import { connect, createClient, createServer } from "../../generated/index.ts";
import { lifecycles, openAsked } from "./asked-client.ts";

describe.each(lifecycles)("roots, %s", (lifecycle) => {
  test("are files and folders", async () => {
    const roots = [
      { uri: "file:///home/me/a..b/.c" },
      { uri: "FILE://host/share", name: "share" },
      { uri: "file:///c:/" },
    ];
    const { ask } = await openAsked(lifecycle, {
      handlers: { listRoots: () => ({ roots }) },
    });
    expect((await ask("roots/list")).answer).toMatchObject({ roots });
  });

  test.each([
    ["https://example.com/", "a file:// URI"],
    ["/home/me", "a file:// URI"],
    ["file:/home/me", "a file:// URI"],
    [undefined, "a file:// URI"],
    ["file:///home/me/../you", "a path without .."],
    ["file:///home/me/%2E%2e", "a path without .."],
    ["file:///home/me/.%2e/you", "a path without .."],
    ["file:///home/me%2F..%2Fyou", "a path without .."],
    ["file:///c:/me\\..\\you", "a path without .."],
    ["file:///c:/me/..%5Cyou", "a path without .."],
  ])("are never %s", async (uri, expected) => {
    const roots = [{ uri: "file:///home" }, { uri }];
    const { ask, errors } = await openAsked(lifecycle, {
      handlers: { listRoots: () => ({ roots }) },
    });
    const { answer, error } = await ask("roots/list");
    expect(answer).toBeUndefined();
    const told = lifecycle === "handshake" ? errors.join() : String(error);
    expect(told).toContain(`roots.1.uri: expected ${expected}`);
  });
});

test("a change of them is told where the revision has that", async () => {
  const { client, script } = await openAsked("handshake", {
    handlers: { listRoots: () => ({ roots: [] }) },
    capabilities: { roots: { listChanged: true } },
  });
  await client.notify("notifications/roots/list_changed", undefined);
  expect(script.sent.at(-1)?.method).toBe("notifications/roots/list_changed");
});

test("a change of them is not told by a client that does not declare it", async () => {
  const { client } = await openAsked("handshake", {
    handlers: { listRoots: () => ({ roots: [] }) },
  });
  await expect(
    client.notify("notifications/roots/list_changed", undefined),
  ).rejects.toMatchObject({ kind: "protocol", code: -32601 });
});

test("a change of them is an error where they are asked for each time", async () => {
  const info = { name: "test", version: "1" };
  const client = createClient({
    info,
    revisions: ["2026-07-28"],
    handlers: { listRoots: () => ({ roots: [] }) },
    capabilities: { roots: { listChanged: true } },
  });
  await connect(createServer({ info }), client);
  await expect(client.notify.rootsListChanged()).rejects.toMatchObject({
    kind: "protocol",
    code: -32601,
  });
  await client.close();
});
