import { describe, expect, test } from "vitest";
import { crossings, type Crossing } from "../../../src/emit/crossing/index.ts";
import { printChecks } from "../../../src/emit/guards/checks.ts";
import { issueType } from "../../../src/emit/guards/scope/helpers.ts";
import { guardedSchemas } from "../../../src/emit/guards/index.ts";
import type { JsonSchema } from "../../../src/emit/json-schema/index.ts";
import { renderModule } from "../../../src/emit/print/render.ts";
import type {
  Protocol,
  RequestMethod,
} from "../../../src/schema/model/index.ts";
import { asksForInput } from "../../../src/schema/model/input.ts";
import { load } from "../../../src/revisions/load.ts";
import { bundledRevisions } from "../../../src/revisions/revisions.ts";
import { emitGuards, loadGuards, type Guard } from "../guards/emitted.ts";
import { createValues } from "../guards/values.ts";
import { fc, runs, seed } from "../../support/random.ts";

const revisions = bundledRevisions()
  .filter(({ aliasOf }) => aliasOf === undefined)
  .map(({ id }) => id);
const protocols = await Promise.all(revisions.map((id) => load(id)));
const guards = new Map(
  await Promise.all(
    protocols.map(
      async (protocol) =>
        [
          protocol.revision,
          await loadGuards(emitGuards(protocol).text),
        ] as const,
    ),
  ),
);

/** Every older revision of every newer one. */
const pairs = protocols.flatMap((older, index) =>
  protocols.slice(index + 1).map((newer) => ({ newer, older })),
);

test("what guards are made of is made once for a protocol", () => {
  for (const protocol of protocols)
    expect(guardedSchemas(protocol)).toBe(guardedSchemas(protocol));
});

describe.each(pairs)(
  "from $newer.revision to $older.revision",
  ({ newer, older }) => {
    const found = crossings(newer, older);

    test.each(["server", "client"] as const)(
      "what a %s sends fits, or is looked at where it may not",
      async (side) => {
        const valuesOf = createValues(guardedSchemas(newer));
        for (const sending of sendings(newer, older, side)) {
          const crossing = found[side].find(
            ({ method }) => method === sending.method,
          );
          expect(crossing?.type ?? sending.type).toBe(sending.type);
          // Where the older guard itself looks at the value, there is nothing to prove.
          if (crossing !== undefined && crossing.left === undefined) continue;
          const left = await leftGuard(crossing);
          const guard = guardOf(older, sending.type);
          const source = guardOf(newer, sending.sent);
          const property = fc.property(valuesOf(sending.sent), (value) => {
            if (!source.is(value)) return;
            const sent = withoutLifecycle(value);
            expect({ ...sending, value, fits: guard.is(sent) }).toEqual({
              ...sending,
              value,
              fits: left === undefined || left.validate(sent) === undefined,
            });
          });
          fc.assert(property, { seed, numRuns: runs(300) });
        }
      },
    );
  },
);

test("from the newest to the one before, these methods are looked at", () => {
  const at = (revision: string): Protocol => {
    const protocol = protocols.find((one) => one.revision === revision);
    if (protocol === undefined) throw new Error(`there is no ${revision}`);
    return protocol;
  };
  const { server, client } = crossings(at("2026-07-28"), at("2025-11-25"));
  expect(server.map(({ method }) => method)).toEqual([
    "tools/list",
    "tools/call",
    "sampling/createMessage",
    "elicitation/create",
  ]);
  expect(client.map(({ method }) => method)).toEqual([
    "sampling/createMessage",
  ]);
  expect(server.find(({ method }) => method === "tools/call")?.left).toEqual({
    type: "object",
    properties: {
      structuredContent: { type: "object", additionalProperties: {} },
    },
  });
});

test("what older peers send is what handlers of the newest revision expect", () => {
  const newest = protocols.at(-1);
  if (newest === undefined) throw new Error("there is no revision");
  const doubtful = protocols.slice(0, -1).flatMap((older) => {
    const { server, client } = crossings(older, newest);
    return [...server, ...client].map(({ method }) => method);
  });
  // Longer lists of values, and metadata that may hold what is no JSON.
  expect([...new Set(doubtful)].sort()).toEqual([
    "completion/complete",
    "sampling/createMessage",
  ]);
});

test("a revision fits itself", () => {
  for (const protocol of protocols)
    expect(crossings(protocol, protocol)).toEqual({ server: [], client: [] });
});

interface Sending {
  readonly method: string;
  /** The newer revision's type. */
  readonly sent: string;
  /** The older one's. */
  readonly type: string;
}

/** What a side sends that both revisions have, found apart from the crossings. */
function sendings(
  newer: Protocol,
  older: Protocol,
  side: "server" | "client",
): Sending[] {
  return older.requests.flatMap((old): Sending[] => {
    const { method } = old;
    const request = newer.requests.find((one) => one.method === method);
    if (request === undefined) return [];
    const toServer = old.direction === "clientToServer";
    const sendsResult = toServer === (side === "server");
    return sendsResult
      ? [{ method, sent: answer(request), type: answer(old) }]
      : [{ method, sent: request.params.name, type: old.params.name }];
  });
}

function answer({ results }: RequestMethod): string {
  const last = results.filter((result) => !asksForInput(result)).at(-1);
  return last?.name ?? "";
}

function guardOf({ revision }: Protocol, type: string): Guard {
  const guard = guards.get(revision)?.get(type);
  if (guard === undefined) throw new Error(`${revision} has no ${type}`);
  return guard;
}

/** The guard that is emitted for a crossing; the older revision's own where it is needed whole. */
async function leftGuard(
  crossing: Crossing | undefined,
): Promise<Pick<Guard, "validate"> | undefined> {
  if (crossing?.left === undefined) return undefined;
  const schemas = new Map<string, JsonSchema>([["Left", crossing.left]]);
  const [file] = renderModule(
    {
      path: "left",
      header: [],
      items: [
        issueType,
        ...printChecks({
          guarded: ["Left"],
          definitions: schemas,
          typeName: () => "object",
          docs: false,
        }),
      ],
    },
    { target: "js", importExtension: ".js" },
  );
  return (await loadGuards(file?.text ?? "")).get("Left");
}

/** What the lifecycle adds is the runtime's business. */
function withoutLifecycle(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { _meta, resultType, ttlMs, cacheScope, ...rest } = value as Record<
    string,
    unknown
  >;
  return rest;
}
