import { execFile } from "node:child_process";
import { connect, constants, type ClientHttp2Session } from "node:http2";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCertificate } from "./support/certificate.ts";
import { program } from "./support/program.ts";
import { isInstalled, startCaddy, startNginx } from "./support/proxies.ts";
import { startStage, type Stage } from "./support/stage.ts";

const certificate = makeCertificate();
afterAll(() => certificate?.remove());

describe.each([
  ["nginx", startNginx],
  ["caddy", startCaddy],
] as const)("behind %s with TLS", (name, start) => {
  const run = test.skipIf(!certificate || !isInstalled(name));
  let stage: Stage;
  let url: URL;
  beforeAll(async () => {
    if (!certificate || !isInstalled(name)) return;
    stage = await startStage({
      count: 4,
      proxy: (targets, folder) =>
        start(targets, folder, undefined, certificate),
    });
    url = new URL(`https://localhost:${stage.url.port}/mcp`);
  });
  afterAll(() => stage?.close());
  const ranOf = (token: string): string[] =>
    stage.ran().flatMap((ran) => (ran.token === token ? [ran.what] : []));

  run(
    "our client hears a stream as it is written, and takes a call back",
    async () => {
      const { file, remove } = await program("tls-client");
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [file, url.href],
        {
          env: {
            ...process.env,
            NODE_EXTRA_CA_CERTS: certificate?.certificate,
          },
        },
      );
      remove();
      expect(JSON.parse(stdout)).toEqual({
        steps: [1],
        ended: "CancelledError",
        said: ["after"],
        // Plain fetch reaches it as well: it says that a GET needs a session.
        status: 400,
      });
      await expect.poll(() => ranOf("client")).toEqual(["started", "aborted"]);
    },
  );

  run(
    "streams of one connection of HTTP/2 come as they are written, and each is left alone",
    async () => {
      const session = connect(url.origin, { ca: certificate?.text ?? "" });
      const [left, kept] = ["h2-left", "h2-kept"];
      const first = await hold(session, left);
      const second = await hold(session, kept);
      expect(session.alpnProtocol).toBe("h2");
      first.close(constants.NGHTTP2_CANCEL);
      await expect.poll(() => ranOf(left)).toEqual(["started", "aborted"]);
      expect(ranOf(kept)).toEqual(["started"]);
      second.close(constants.NGHTTP2_CANCEL);
      await expect.poll(() => ranOf(kept)).toEqual(["started", "aborted"]);
      session.destroy();
    },
  );
});

/** Calls a tool that never ends; gives the stream when its progress was heard. */
async function hold(session: ClientHttp2Session, token: string) {
  const revision = "2026-07-28";
  const stream = session.request({
    ":method": "POST",
    ":path": "/mcp",
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": revision,
    "mcp-method": "tools/call",
    "mcp-name": "hold",
  });
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientCapabilities": {},
    progressToken: 1,
  };
  const params = { name: "hold", arguments: { token }, _meta };
  stream.end(
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  );
  let text = "";
  await new Promise<void>((resolve, reject) => {
    stream.once("error", reject);
    stream.setEncoding("utf8").on("data", (more: string) => {
      text += more;
      if (text.includes("notifications/progress")) resolve();
    });
  });
  return stream;
}
