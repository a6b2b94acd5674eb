import { expect, test } from "vitest";
import { listen } from "../../src/runtime/http-node.ts";
import { done, serverWith } from "../runtime/tool-server.ts";
import { connectTo } from "./http-client.ts";

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
