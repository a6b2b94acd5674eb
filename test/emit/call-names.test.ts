import { expect, test } from "vitest";
import { createClient } from "../../generated/index.ts";
import {
  contextNames,
  endpointNames,
} from "../../src/emit/stubs/call-names.ts";
import {
  contextNames as runtimeNames,
  HandlerContext as RequestContext,
} from "../../src/runtime/peer/handler-context.ts";

test("the names that a context has are the same for the generator and the runtime", () => {
  expect([...contextNames].sort()).toEqual([...runtimeNames].sort());
});

test("no asker hides a member of the context", () => {
  const members = Object.getOwnPropertyNames(RequestContext.prototype);
  expect(members.filter((name) => !contextNames.has(name))).toEqual([]);
});

test("no call hides what a client has beside its calls", () => {
  const client = createClient({ info: { name: "a", version: "1" } });
  const own = Object.keys(client);
  const calls = new Set(own.filter((name) => !endpointNames.has(name)));
  const missing = [...endpointNames].filter((name) => !own.includes(name));
  expect(missing).toEqual(["then"]);
  for (const name of ["callTool", "listTools", "ping", "setLevel"])
    expect(calls).toContain(name);
});
