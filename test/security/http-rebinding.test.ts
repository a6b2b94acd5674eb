import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { all, serverOf } from "../runtime/revisions.ts";
import { faces, type Face } from "../runtime/http/faces.ts";
import {
  modernCall,
  withHeaders,
  type Headers,
} from "../runtime/http/raw-server.ts";
import { tool } from "../runtime/features/host.ts";

/**
 * A page of an attacker's site, whose name leads to this machine, or which
 * knows the port of a server here, must not reach it.
 */
describe.each(faces)("over the %s face", (_, open) => {
  let face: Face;
  let listed: Face;
  let called = 0;
  beforeAll(async () => {
    const echo = tool("echo", {}, () => {
      called++;
      return "done";
    });
    const server = serverOf(all, { features: [echo] });
    face = await open(server, {});
    listed = await open(server, {
      allowedHosts: ["mcp.example.com"],
      allowedOrigins: ["https://app.example.com", "http://app.example.com:81"],
    });
  });
  afterAll(async () => {
    await face.close();
    await listed.close();
  });

  const status = async (to: Face, more: Headers): Promise<number> => {
    const before = called;
    const { headers, body } = modernCall(to.port, "echo");
    const given = withHeaders(headers, more);
    const { status } = await to.send({ headers: given, body });
    // Nothing is done for who is refused.
    expect(called - before).toBe(status === 200 ? 1 : 0);
    return status;
  };

  test.each([
    "localhost",
    "LocalHost:1",
    "127.0.0.1",
    "127.0.0.1:65535",
    "[::1]",
    "[::1]:3000",
  ])("the host %j is this machine's", async (host) => {
    expect(await status(face, [["Host", host]])).toBe(200);
  });

  test.each([
    "evil.example",
    "evil.example:3000",
    "localhost.evil.example",
    "evil-localhost",
    "xlocalhost",
    "localhost@evil.example",
    "evil.example@localhost",
    "user:password@localhost",
    "localhost, evil.example",
    "localhost/evil.example",
    "localhost:3000/",
    "localhost#evil.example",
    "localhost:evil.example",
    "localhost:",
    "localhost:-1",
    "localhost:1:2",
    "localhost:1x",
    "127.0.0.1.nip.io",
    "127.0.0.1.",
    "0.0.0.0",
    "192.168.0.1",
    "127.1",
    "2130706433",
    "0x7f.0.0.1",
    "::1",
    "[::1",
    "[::1]evil.example",
    "[::1].evil.example",
    "[::]",
    "[::ffff:127.0.0.1]",
    "ⓛocalhost",
    "*",
    "http://localhost",
  ])("the host %j is refused, or is its loopback name", async (host) => {
    // Bytes above ASCII come as Latin 1, as on the wire.
    const value = Buffer.from(host).toString("latin1");
    const told = await status(face, [["Host", value]]);
    if (host === "localhost:") expect([200, 400, 403]).toContain(told);
    else expect([400, 403]).toContain(told);
  });

  test.each([
    "http://localhost",
    "https://localhost:8443",
    "http://127.0.0.1:6274",
    "http://[::1]:3000",
  ])("the origin %j is this machine's", async (origin) => {
    expect(await status(face, [["Origin", origin]])).toBe(200);
  });

  test.each([
    "",
    "null",
    "http://evil.example",
    "https://localhost.evil.example",
    "https://evil.example?localhost",
    "https://evil.example/http://localhost",
    "http://localhost, http://evil.example",
    "http://localhost http://evil.example",
    "http://localhost@evil.example",
    "http://evil@localhost",
    "http://localhost/",
    "http://127.0.0.1.nip.io",
    "http://0.0.0.0",
    "file://",
    "file://localhost",
    "chrome-extension://localhost",
    "data:localhost",
    "javascript://localhost",
    "localhost",
    "//localhost",
    "http:localhost",
    "http:/localhost",
    "http:///localhost",
    "http://[::1",
  ])("the origin %j is refused", async (origin) => {
    expect(await status(face, [["Origin", origin]])).toBe(403);
  });

  test.each(["localhost", "mcp.example.com.evil.example", "example.com"])(
    "with a list, the host %j is refused",
    async (host) => {
      expect(await status(listed, [["Host", host]])).toBe(403);
    },
  );

  test.each([
    ["https://app.example.com", 200],
    ["HTTPS://APP.example.com", 200],
    ["http://app.example.com:81", 200],
    ["http://app.example.com", 403],
    ["https://app.example.com:81", 403],
    ["https://app.example.com:443", 403],
    ["https://app.example.com.evil.example", 403],
    ["https://app.example.com/", 403],
    ["http://localhost", 403],
    ["null", 403],
  ])("with a list, the origin %j is answered with %i", async (origin, told) => {
    const host = ["Host", "MCP.example.com:8080"] as const;
    expect(await status(listed, [host, ["Origin", origin]])).toBe(told);
  });

  test.each(["GET", "DELETE", "OPTIONS", "HEAD", "PUT"])(
    "is %s held to the same",
    async (method) => {
      for (const more of [
        ["Host", "evil.example"],
        ["Origin", "https://evil.example"],
      ] as const) {
        const { headers } = modernCall(face.port, "echo");
        const given = withHeaders(headers, [more]);
        // Over sockets an answer to HEAD has a length and no body.
        if (method === "HEAD" && face.port !== 3000) continue;
        const told = await face.send({ method, headers: given });
        expect(told.status).toBe(403);
      }
    },
  );
});
