import { describe, expect, test } from "vitest";
import type {
  Protocol,
  RequestMethod,
} from "../../../src/schema/model/index.ts";
import { revisionProtocols } from "../../support/protocols.ts";
import { notifications, requests, type Row } from "./official-methods.ts";

const revisions = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
  "draft",
];

const directions = {
  clientToServer: "C",
  serverToClient: "S",
  both: "B",
  embedded: "E",
  none: "?",
} as const;

const protocols = await revisionProtocols();

describe.each(revisions)("%s", (revision) => {
  const at = revisions.indexOf(revision);
  const protocol = protocols.find((one) => one.revision === revision);

  test("has exactly the methods of the table", () => {
    expect(protocol?.requests.map(summary).sort(byMethod)).toEqual(
      expected(requests, at),
    );
    expect(protocol?.notifications.map(summary).sort(byMethod)).toEqual(
      expected(notifications, at),
    );
  });

  test("gives every message that travels alone its _meta", () => {
    const inline = [
      ...(protocol?.requests ?? []),
      ...(protocol?.notifications ?? []),
    ].filter(
      ({ params, direction }) => params.type && direction !== "embedded",
    );
    for (const { method, params } of inline)
      expect({ method, text: JSON.stringify(params.type) }).toEqual({
        method,
        text: expect.stringContaining('"name":"_meta"'),
      });
  });

  test("has its lifecycle and its batches", () => {
    expect(protocol?.lifecycle).toBe(at < 4 ? "handshake" : "stateless");
    expect(protocol?.batches).toBe(revision === "2025-03-26");
  });

  test("has its error codes", () => {
    const codes = protocol?.errors.map(({ code }) => code);
    const common = [-32700, -32600, -32601, -32602, -32603];
    const own =
      at < 3
        ? [-32002]
        : at === 3
          ? [-32042, -32002]
          : [-32020, -32021, -32022];
    expect(codes).toEqual([...common, ...own]);
  });
});

type Summary = Record<
  "method" | "type" | "side" | "params" | "results",
  string
>;

function summary(
  message: Protocol["notifications"][number] | RequestMethod,
): Summary {
  const { method, type, direction, params } = message;
  const results = "results" in message ? message.results : [];
  return {
    method,
    type,
    side: directions[direction],
    params: `${params.name}${params.required ? "" : "?"}`,
    results: results
      .map(({ name, when }) =>
        when === undefined || when.orAbsent
          ? name
          : `${name} (${when.property})`,
      )
      .join(" | "),
  };
}

/** The rows of one revision, as the summaries of its messages. */
function expected(rows: readonly Row[], at: number): Summary[] {
  return rows
    .filter(({ sides }) => sides[at] !== "-")
    .map((row) => ({
      method: row.method,
      type: row.type,
      side: row.sides[at] ?? "",
      params:
        row.params?.[Math.min(Math.max(at - 2, 0), 2)] ?? `${row.type}Params`,
      results: [...otherResults(row, at), row.result ?? ""].join(" | "),
    }))
    .sort(byMethod);
}

function otherResults({ others }: Row, at: number): string[] {
  if (at === 3 && others?.includes("task")) return ["CreateTaskResult (task)"];
  if (at > 3 && others?.includes("input"))
    return ["InputRequiredResult (resultType)"];
  return [];
}

function byMethod(a: Summary, b: Summary): number {
  return a.method < b.method ? -1 : 1;
}
