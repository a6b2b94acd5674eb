import { describe, expect, test } from "vitest";
import { diff, type Change } from "../../../src/compat/protocol-diff/index.ts";
import { load } from "../../../src/revisions/load.ts";
import { needs } from "../../support/official-files.ts";
import { officialJsonSchema } from "../../support/spec.ts";

/** Counted from the published JSON Schemas, without descriptions. */
const steps = [
  { from: "2024-11-05", to: "2025-03-26", types: [5, 1, 13], methods: [0, 0] },
  { from: "2025-03-26", to: "2025-06-18", types: [11, 3, 27], methods: [1, 0] },
  { from: "2025-06-18", to: "2025-11-25", types: [55, 1, 53], methods: [6, 0] },
  {
    from: "2025-11-25",
    to: "2026-07-28",
    types: [42, 32, 60],
    methods: [3, 13],
  },
  { from: "2026-07-28", to: "draft", types: [0, 0, 0], methods: [0, 0] },
];

/** Where the published file differs and the protocol does not, or the reverse. */
const reasons = [
  {
    to: "2026-07-28",
    type: "ElicitRequestParams",
    why: "the members of the union stand in another order, which says nothing",
  },
];

describe.each(steps)("from $from to $to", ({ from, to, types, methods }) => {
  const otherwise = reasons.filter((one) => one.to === to);

  test("types and methods are counted", async () => {
    const { summary } = diff(await load(from), await load(to));
    const [added, removed, changed = 0] = types;
    expect(summary.types).toMatchObject({
      added,
      removed,
      changed: changed - otherwise.length,
    });
    expect(summary.methods).toMatchObject({
      added: methods[0],
      removed: methods[1],
    });
  });

  test(
    "the published files have the same types",
    needs("schemas"),
    async () => {
      const { changes } = diff(await load(from), await load(to));
      const [old, now] = [publishedTypes(from), publishedTypes(to)];
      const added = [...now.keys()].filter((name) => !old.has(name));
      const removed = [...old.keys()].filter((name) => !now.has(name));
      const changed = [...now.keys()].filter(
        (name) => old.has(name) && old.get(name) !== now.get(name),
      );
      expect([added, removed, changed].map(({ length }) => length)).toEqual(
        types,
      );
      expect(wholeTypes(changes, "added").sort()).toEqual(added.sort());
      expect(wholeTypes(changes, "removed").sort()).toEqual(removed.sort());
      const expected = changed.filter(
        (name) => !otherwise.some(({ type }) => type === name),
      );
      expect(changedTypes(changes)).toEqual(expected.sort());
    },
  );
});

test("the methods that came and went are these", async () => {
  const methods = async (from: string, to: string, kind: string) =>
    diff(await load(from), await load(to))
      .changes.filter((one) => one.subject === "method" && one.kind === kind)
      .map(({ where }) => where.method);
  expect(await methods("2025-03-26", "2025-06-18", "added")).toEqual([
    "elicitation/create",
  ]);
  expect(await methods("2025-06-18", "2025-11-25", "added")).toEqual([
    "tasks/get",
    "tasks/result",
    "tasks/cancel",
    "tasks/list",
    "notifications/tasks/status",
    "notifications/elicitation/complete",
  ]);
  expect(await methods("2025-11-25", "2026-07-28", "added")).toEqual([
    "server/discover",
    "subscriptions/listen",
    "notifications/subscriptions/acknowledged",
  ]);
});

function wholeTypes(changes: readonly Change[], kind: string): string[] {
  return changes
    .filter(({ subject, where }) => subject === "type" && !where.path)
    .flatMap((change) => {
      if (change.kind === kind) return [change.where.name ?? ""];
      if (change.kind !== "renamed") return [];
      return [(kind === "added" ? change.after : change.before) ?? ""];
    });
}

function changedTypes(changes: readonly Change[]): string[] {
  const inside = changes.filter(
    ({ subject, kind, where }) =>
      kind !== "documentation" &&
      ["params", "field", "union member", "enum member", "type"].includes(
        subject,
      ) &&
      (kind === "changed" || subject !== "type") &&
      where.method === undefined,
  );
  return [...new Set(inside.map(({ where }) => where.name ?? ""))].sort();
}

interface Published {
  definitions?: Record<string, unknown>;
  $defs?: Record<string, unknown>;
}

function publishedTypes(revision: string): Map<string, string> {
  const text = officialJsonSchema(revision).replaceAll(
    "#/$defs/",
    "#/definitions/",
  );
  const document = JSON.parse(text) as Published;
  const types = document.definitions ?? document.$defs ?? {};
  return new Map(
    Object.entries(types).map(([name, type]) => [name, comparable(type)]),
  );
}

/** Without descriptions, and with the keys in one order. */
function comparable(type: unknown): string {
  return JSON.stringify(type, (_, value: unknown) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return value;
    const entries = Object.entries(value)
      .filter(
        ([key, entry]) => key !== "description" || typeof entry !== "string",
      )
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries) as unknown;
  });
}
