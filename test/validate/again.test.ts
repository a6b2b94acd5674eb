import { expect, test } from "vitest";
import { createValidator, load } from "../../src/index.ts";
import { importCode } from "../../src/validate/judge/dispatch.ts";

test("what is emitted of a protocol is imported once, however often it is read", async () => {
  const code = await importCode(await load("2025-11-25"));
  expect(await importCode(await load("2025-11-25"))).toBe(code);
});

test("two protocols of one revision are each judged by their own rules", async () => {
  const protocol = await load("2025-11-25");
  const requests = protocol.requests.filter(({ method }) => method !== "ping");
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const found = [];
  for (const own of [protocol, { ...protocol, requests }, protocol]) {
    const validator = await createValidator({ protocols: [own] });
    found.push(validator.line(ping).map(({ code }) => code));
  }
  expect(found).toEqual([[], ["unknown-method"], []]);
});
