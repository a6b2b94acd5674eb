import { expect, test } from "vitest";
import { createClient } from "../../../generated/index.ts";
import { oauth } from "../../../src/runtime/auth/index.ts";
import { httpTransport } from "../../../src/runtime/http-client.ts";
import {
  followLogin,
  startAuthorizationServer,
  startResource,
} from "../../support/auth/index.ts";

const info = { name: "flow", version: "1.0.0" };

test("a server that asks for a login gets one, and the call is answered", async () => {
  const server = await startAuthorizationServer();
  const resource = await startResource({ authorizationServers: [server] });
  const login = followLogin();
  const auth = oauth({ login, allowLoopback: true });
  const client = createClient({ info });
  await client.connect(httpTransport({ url: resource.url, auth }));
  const { content } = await client.callTool({ name: "whoami", arguments: {} });
  expect(JSON.stringify(content)).toContain("ada");
  expect(login.visits.length).toBe(1);
  expect(login.open).toBe(0);
  await client.close();
});
