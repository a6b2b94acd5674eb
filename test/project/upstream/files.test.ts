import {
  createServer,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { sha256 } from "../../../src/base/digest.ts";
import {
  openUpstream,
  type Upstream,
} from "../../../src/project/upstream/index.ts";
import { temporaryFolder } from "../../emit/output/folder.ts";
import { draft, failureOf, readAll } from "./code-host.ts";
import { patient } from "../../runtime/wait.ts";

/** The address of a server that goes with the test. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A TCP server's address is never a string.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** A server of files, with ETags; and the requests that it has seen. */
async function fileServer(
  files: Record<string, string>,
): Promise<{ address: string; seen: string[] }> {
  const seen: string[] = [];
  const address = await serve(({ url = "", headers }, response) => {
    const text = files[decodeURIComponent(url)];
    const etag = `"${sha256(text ?? "")}"`;
    const isKnown = headers["if-none-match"] === etag;
    const status = text === undefined ? 404 : isKnown ? 304 : 200;
    seen.push(`${status} ${url}`);
    response.writeHead(status, { etag });
    response.end(status === 200 ? text : undefined);
  });
  return { address, seen };
}

function open(
  from: string,
  env: Record<string, string> = {},
): Promise<Upstream> {
  return openUpstream(from, { env, cwd: "." });
}

describe("files behind an address", () => {
  test("are read, and fetched anew when they have changed", async () => {
    const files = { "/mirror/draft/schema.ts": draft };
    const { address, seen } = await fileServer(files);
    const env = { XDG_CACHE_HOME: temporaryFolder(), GITHUB_TOKEN: "secret" };
    const path = "draft/schema.ts";
    for (let times = 0; times < 2; times++) {
      const upstream = await open(`${address}/mirror/`, env);
      expect(upstream).toMatchObject({ name: `${address}/mirror` });
      expect(upstream).not.toHaveProperty("commit");
      expect(await upstream.read({ path })).toMatchObject({
        id: "draft",
        sha256: sha256(draft),
        url: `${address}/mirror/${path}`,
      });
    }
    files["/mirror/draft/schema.ts"] = "other";
    const { sha256: digest } = await (
      await open(`${address}/mirror`, env)
    ).read({ path });
    expect(digest).toBe(sha256("other"));
    expect(seen).toEqual(
      [200, 304, 200].map((status) => `${status} /mirror/${path}`),
    );
  });

  test("are listed by an index alone", async () => {
    const { address, seen } = await fileServer({
      "/index.json": `["draft","2030-01-01","draft"]`,
      "/draft/schema.ts": draft,
      "/2030-01-01/schema.ts": "released",
      "/other/index.json": `{"revisions":["draft"]}`,
      "/other/draft/schema.ts": draft,
    });
    expect(await readAll(await open(address))).toEqual({
      "2030-01-01": "released",
      draft,
    });
    expect(await readAll(await open(`${address}/other`))).toEqual({ draft });
    const unlisted = await open(`${address}/none`);
    expect(await unlisted.list()).toBeUndefined();
    const read = unlisted.read({ path: "draft/schema.ts" });
    await expect(read).rejects.toMatchObject({ code: "not-published" });
    expect(seen.slice(-2)).toEqual([
      "404 /none/index.json",
      "404 /none/draft/schema.ts",
    ]);
  });

  test.each([
    "{}",
    "[1]",
    "null",
    `["../draft"]`,
    `["a/b"]`,
    "<p>",
    `{"revisions":"draft"}`,
  ])("have no index that is %s", async (index) => {
    const { address } = await fileServer({ "/index.json": index });
    const upstream = await open(address);
    await expect(upstream.list()).rejects.toThrow("is no list of revisions");
  });

  test("are no web pages, and have no other host", async () => {
    const elsewhere = await fileServer({});
    const address = await serve(({ url }, response) =>
      url === "/page/schema.ts"
        ? response.setHeader("content-type", "text/html").end("<p>")
        : response.writeHead(302, { location: elsewhere.address }).end(),
    );
    const upstream = await open(address);
    const page = upstream.read({ path: "page/schema.ts" });
    await expect(page).rejects.toMatchObject({
      hint: expect.any(String) as string,
    });
    const moved = upstream.read({ path: "moved/schema.ts" });
    await expect(moved).rejects.toThrow(`redirects to ${elsewhere.address}/`);
    expect(elsewhere.seen).toEqual([]);
  });

  test("may come slowly, as long as something comes", async () => {
    let answer: ServerResponse | undefined;
    const address = await serve((_, response) => (answer = response));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const upstream = await open(address);
    const read = upstream.read({ path: "draft/schema.ts" });
    await vi.waitFor(() => expect(answer).toBeDefined(), patient);
    for (let step = 0; step < 8; step++) {
      answer?.write("x");
      // The piece goes its way through the system, and the clock stands meanwhile.
      for (let turn = 0; turn < 20; turn++)
        await new Promise<void>((done) => setImmediate(done));
      await vi.advanceTimersByTimeAsync(5_000);
    }
    answer?.end();
    expect(Buffer.from((await read).bytes).toString()).toBe("x".repeat(8));
  });

  test.each([
    "http://user:secret@files.example/",
    "http://files.example/?key=secret",
    "http://files.example/#secret",
    "ftp://files.example/?secret",
  ])("have an address without secrets: %s", async (from) => {
    const { error, text } = await failureOf(open(from));
    expect(error).toMatchObject({ code: "fetch-failed" });
    expect(text).not.toContain("secret");
  });
});
