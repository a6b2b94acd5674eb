import { expect, test, vi } from "vitest";
import { openAsked, type AskedClient } from "./asked-client.ts";
import { settle } from "./script.ts";

const url = (elicitationId: string): object => ({
  mode: "url",
  message: "Go",
  url: "https://example.com/",
  elicitationId,
});

async function open(elicitationComplete: () => void): Promise<AskedClient> {
  return openAsked("handshake", {
    handlers: { elicit: () => ({ action: "accept" }), elicitationComplete },
    capabilities: { elicitation: { url: {} } },
  });
}

function complete({ script }: AskedClient, elicitationId: string): void {
  script.notify("notifications/elicitation/complete", { elicitationId });
}

test("the end of an interaction elsewhere is heard, once", async () => {
  const heard = vi.fn();
  const asked = await open(heard);
  await asked.ask("elicitation/create", url("one"));
  complete(asked, "one");
  complete(asked, "one");
  await settle();
  expect(heard).toHaveBeenCalledOnce();
  expect(heard.mock.calls[0]?.[0]).toMatchObject({ elicitationId: "one" });
});

test("the end of one that nobody asked for is not", async () => {
  const heard = vi.fn();
  const asked = await open(heard);
  await asked.ask("elicitation/create", url("one"));
  complete(asked, "another");
  await settle();
  expect(heard).not.toHaveBeenCalled();
  expect(asked.errors).toEqual([]);
});

test("the end of one that an error asked for is heard", async () => {
  const heard = vi.fn();
  const asked = await open(heard);
  const call = asked.client.request("tools/call", { name: "a" });
  asked.script.refuse(await asked.script.next(), {
    code: -32042,
    message: "connect first",
    data: { elicitations: [url("two"), null] },
  });
  await expect(call).rejects.toMatchObject({ kind: "protocol", code: -32042 });
  complete(asked, "two");
  await settle();
  expect(heard).toHaveBeenCalledOnce();
});

test("of more interactions than anybody finishes, the oldest are forgotten", async () => {
  const heard = vi.fn();
  const asked = await open(heard);
  const elicitations = Array.from({ length: 1_001 }, (_, index) =>
    url(`id${index}`),
  );
  const call = asked.client.request("tools/call", { name: "a" });
  const data = { elicitations };
  const error = { code: -32042, message: "connect first", data };
  asked.script.refuse(await asked.script.next(), error);
  await call.catch(() => {});
  complete(asked, "id0");
  complete(asked, "id1");
  await settle();
  expect(heard).toHaveBeenCalledOnce();
});

test("nor are ids of any length kept", async () => {
  const heard = vi.fn();
  const asked = await open(heard);
  for (const id of ["x".repeat(1_001), "x".repeat(1_000)]) {
    await asked.ask("elicitation/create", url(id));
    complete(asked, id);
  }
  await settle();
  expect(heard).toHaveBeenCalledOnce();
});
