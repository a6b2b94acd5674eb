import { expect, test } from "vitest";
import * as stateless from "../../generated/2026-07-28/dispatch.ts";
import { withAbsent } from "../../src/runtime/protocol/revision/absent.ts";
import { createScript } from "./script.ts";
import { createClient } from "./test-client.ts";

const table = stateless.clientProtocol;

/** What a client makes of a server's answer. */
async function hear(method: string, answer: object): Promise<unknown> {
  const client = createClient([table]);
  const discovered = {
    supportedVersions: [table.revision],
    capabilities: { tools: {} },
  };
  const script = createScript((message, one) => {
    if (message.method === method) one.answer(message, answer);
    else one.answer(message, discovered);
  });
  await client.connect(script);
  return client.request(method, { name: "a", arguments: {} });
}

test("a result without resultType is complete", async () => {
  const content = [{ type: "text", text: "hi" }];
  expect(await hear("tools/call", { content })).toEqual({
    resultType: "complete",
    content,
  });
});

test("a result that may be kept is not kept when it does not say for how long", async () => {
  const rest = { resultType: "complete", tools: [] };
  const hints = { ttlMs: 0, cacheScope: "private" };
  expect(await hear("tools/list", rest)).toEqual({ ...rest, ...hints });
  const long = { ...rest, ttlMs: 5 };
  expect(await hear("tools/list", long)).toEqual({ ...hints, ...long });
});

test("null counts as absent where absence has a meaning", async () => {
  const nulls = { resultType: null, ttlMs: null, cacheScope: null };
  expect(await hear("tools/list", { tools: [], ...nulls })).toEqual({
    resultType: "complete",
    ttlMs: 0,
    cacheScope: "private",
    tools: [],
  });
});

test("what is there is never replaced", async () => {
  for (const broken of [{ ttlMs: "5" }, { resultType: "unheard-of" }])
    await expect(
      hear("tools/list", { tools: [], ...broken }),
    ).rejects.toMatchObject({ kind: "invalid" });
});

test("what every object inherits is not there", () => {
  const validate = (): undefined => undefined;
  const when = { property: "toString", value: "a", orAbsent: true } as const;
  const entry = { handler: "a", direction: "clientToServer" } as const;
  expect(withAbsent(entry, { when, validate }, {})).toEqual({ toString: "a" });
});
