import { expect, test } from "vitest";
import { modern, modernRequest, serverOf } from "../runtime/revisions.ts";
import { wireTo } from "../runtime/wire.ts";

test("requests that are never answered are refused when there are too many", async () => {
  const server = serverOf([modern], {
    handlers: { callTool: () => new Promise(() => {}) },
  });
  const wire = wireTo(server);
  const send = (id: number): void =>
    wire.send(modernRequest(id, "tools/call", { name: "a" }));
  for (let id = 0; id < 10_000; id++) send(id);
  await wire.expectSilence();
  send(10_000);
  expect(await wire.next()).toMatchObject({
    id: 10_000,
    error: { code: -32603, message: "Too many requests at once" },
  });
});
