import { expect, test } from "vitest";
import { createClient } from "../../generated/index.ts";
import {
  contextNames,
  endpointNames,
} from "../../src/emit/stubs/call-names.ts";
import type { RequestRecord } from "../../src/runtime/peer/record.ts";
import {
  createContexts,
  isContextMember,
} from "../../src/runtime/server/server-context.ts";
import type { ProtocolTable } from "../../src/runtime/protocol/revision/protocol-table.ts";

test("the names that a context has are the same for the generator and the runtime", () => {
  expect([...contextNames].filter((name) => !isContextMember(name))).toEqual(
    [],
  );
  const createContext = createContexts({
    requests: {},
  } as unknown as ProtocolTable);
  const members = new Set(["then"]);
  let one: unknown = createContext({} as RequestRecord);
  while ((one = Object.getPrototypeOf(one)))
    for (const name of Object.getOwnPropertyNames(one)) members.add(name);
  expect([...members].sort()).toEqual([...contextNames].sort());
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
