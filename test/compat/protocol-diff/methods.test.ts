import { expect, test } from "vitest";
import {
  diff,
  filterChanges,
  type Change,
} from "../../../src/compat/protocol-diff/index.ts";
import { load } from "../../../src/revisions/load.ts";
import { protocolWith } from "./small.ts";

const invoke = (name: string, params: string): string => `
export interface ${name}Request extends Request { method: "invoke"; params: ${params} }
export interface ${name}Result extends Result { ${name === "Call" ? "a" : "b"}?: string }
export type ClientRequest = ${name}Request;`;

test("a message that a type of another name declares is compared by its method", () => {
  const sides = [
    protocolWith(invoke("Call", "{ tool: string }")),
    protocolWith(invoke("Invoke", "{ tool: string; more: string }")),
  ] as const;
  const found = diff(...sides);
  const filtered = filterChanges(
    found,
    { methods: ["invoke"], breaking: true },
    sides,
  );
  expect(filtered.changes).toContainEqual(
    expect.objectContaining({
      rule: "required-field-added",
      where: {
        method: "invoke",
        name: "InvokeRequest",
        path: ["params", "more"],
      },
      senders: ["client"],
    }),
  );
  expect(found.summary.methods).toMatchObject({ changed: 1 });
  expect(found.summary.types).toMatchObject({ changed: 1 });
});

test("one of the same body under another name is not compared again", () => {
  const changes = diff(
    protocolWith(invoke("Call", "{ tool: string }")),
    protocolWith(invoke("Invoke", "{ tool: string }")),
  ).changes;
  const inside = changes.filter(
    ({ where }) => where.method === "invoke" && where.path !== undefined,
  );
  expect(inside).toEqual([]);
});

const hurry = (unions: string): string => `
export interface HurryNotification extends Notification { method: "notifications/hurry" }
${unions}`;

test("a direction names the side that may send it in one revision alone", () => {
  const both = hurry(`export type ClientNotification = HurryNotification;
export type ServerNotification = HurryNotification;`);
  const one = hurry(
    "export type ServerNotification = HurryNotification; export type ClientNotification = never;",
  );
  for (const [before, after, rule] of [
    [both, one, "direction-narrowed"],
    [one, both, "direction-widened"],
  ] as const)
    expect(
      diff(protocolWith(before), protocolWith(after)).changes,
    ).toContainEqual(expect.objectContaining({ rule, senders: ["client"] }));
});

test("senders of unions and of errors are not those of what they happen to hold", async () => {
  const { changes } = diff(await load("2025-11-25"), await load("2026-07-28"));
  const sendersOf = (name: string, kind: Change["kind"]) => [
    ...new Set(
      changes
        .filter((one) => one.where.name === name && one.kind === kind)
        .map(({ senders }) => senders.join()),
    ),
  ];
  expect(sendersOf("ClientNotification", "removed")).toEqual(["client"]);
  expect(sendersOf("ClientResult", "removed")).toEqual(["client"]);
  expect(sendersOf("ServerResult", "added")).toEqual(["server"]);
  expect(sendersOf("MissingRequiredClientCapabilityError", "added")).toEqual([
    "server",
  ]);
});
