import { request as httpRequest } from "node:http";
import { createConnection } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  listen,
  type ListenOptions,
  type Running,
} from "../../../src/runtime/http-node.ts";
import { modernRequest } from "../revisions.ts";
import { callModern, mountedServer } from "./mounted.ts";
import { headersOf } from "./stateless-client.ts";

async function serve(options: Partial<ListenOptions> = {}): Promise<Running> {
  const running = await listen(mountedServer(), { port: 0, ...options });
  onTestFinished(() => running.close({ graceMs: 0 }));
  return running;
}

describe("a server that listens", () => {
  test("tells where, on this machine alone", async () => {
    const { url, port } = await serve();
    expect(url).toBe(`http://127.0.0.1:${port}/mcp`);
    expect((await callModern(fetch, url, "echo")).status).toBe(200);
  });

  test("has the path that is asked for", async () => {
    const { url, port } = await serve({ path: "/a" });
    expect(url).toBe(`http://127.0.0.1:${port}/a`);
    expect((await callModern(fetch, url, "echo")).status).toBe(200);
  });

  test("has an address of six, if it is asked for", async () => {
    const { url, port } = await serve({ host: "::1" });
    expect(url).toBe(`http://[::1]:${port}/mcp`);
    expect((await callModern(fetch, url, "echo")).status).toBe(200);
  });

  test("is reached by other names where they are allowed", async () => {
    const { port } = await serve({ host: "0.0.0.0", allowedHosts: ["a.b"] });
    const status = await new Promise((resolve, reject) => {
      httpRequest(
        { port, host: "127.0.0.1", path: "/mcp", headers: { host: "a.b" } },
        (response) => resolve(response.resume().statusCode),
      )
        .on("error", reject)
        .end();
    });
    // There is no session, but the name is good.
    expect(status).toBe(400);
  });

  test("says so when the port is taken", async () => {
    const { port } = await serve();
    await expect(serve({ port })).rejects.toThrow("EADDRINUSE");
  });

  test("answers HEAD of its health without a body", async () => {
    const { url } = await serve({ healthPath: "/health" });
    const head = { method: "HEAD" };
    const { status, headers } = await fetch(new URL("/health", url), head);
    expect([status, headers.get("content-length")]).toEqual([200, "2"]);
  });
});

/** Writes to a connection, and reads until it is closed. */
function converse(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = createConnection(port, "127.0.0.1", () =>
      socket.write(bytes),
    );
    socket
      .setEncoding("latin1")
      .on("data", (text: string) => (received += text))
      .on("error", reject)
      .on("close", () => resolve(received));
  });
}

describe("bytes that are no HTTP", () => {
  test("are answered as all that is refused", async () => {
    const { port } = await serve();
    const answer = await converse(port, "EHLO\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain("connection: close");
    const body = answer.slice(answer.indexOf("\r\n\r\n") + 4);
    expect(JSON.parse(body)).toEqual({
      jsonrpc: "2.0",
      error: { code: -32600, message: "The request is not HTTP" },
    });
  });

  test("of headers without end are too many", async () => {
    const { port } = await serve();
    const head = `GET /mcp HTTP/1.1\r\nhost: localhost\r\n`;
    const headers = `a: ${"b".repeat(1_000)}\r\n`.repeat(40);
    expect(await converse(port, head + headers)).toContain("HTTP/1.1 431 ");
  });

  test("behind a request leave it its answer", async () => {
    const { port } = await serve();
    const good = "GET /other HTTP/1.1\r\nhost: localhost\r\n\r\n";
    const answer = await converse(port, `${good}\0\0\0\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });

  test("behind a call that takes its time leave it its answer", async () => {
    const { port } = await serve();
    const message = modernRequest(1, "tools/call", { name: "count" });
    const body = JSON.stringify(message);
    const headers = Object.entries({
      host: "localhost",
      "content-length": String(body.length),
      ...headersOf(message),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `POST /mcp HTTP/1.1\r\n${headers.join("")}\r\n`;
    const answer = await converse(port, `${head}${body}\0\0\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain("counted");
    expect(answer).not.toContain("HTTP/1.1 400");
  });
});

test("a body that is refused unread has its answer read", async () => {
  const { port } = await serve({ maxBodyBytes: 1_000 });
  const length = 5_000_000;
  const head = [
    "POST /mcp HTTP/1.1",
    "host: localhost",
    "content-type: application/json",
    `content-length: ${length}`,
  ].join("\r\n");
  const answer = await converse(port, `${head}\r\n\r\n${" ".repeat(length)}`);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain("connection: close");
  expect(answer).toContain("The body is longer than 1000 bytes");
});
