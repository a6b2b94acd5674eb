import { describe, expect, it } from "vitest";
import { bundledRevisions } from "../../../src/revisions/revisions.ts";
import { load } from "../../../src/revisions/load.ts";
import { checkLeniently } from "../../../src/runtime/protocol/validation/leniency.ts";
import { fc, runs } from "../../support/random.ts";
import {
  emitGuards,
  guardedSchemas,
  loadGuards,
  type Guard,
} from "./emitted.ts";
import { protocolOf } from "./protocols.ts";
import { createValues } from "./values.ts";

const samples = runs(60, 3);

const revisions = bundledRevisions()
  .filter(({ aliasOf }) => aliasOf === undefined)
  .map(({ id }) => id);

describe.each(revisions)("null in a value of %s", (revision) => {
  it("is left out where the guard accepts the value without the field alone", async () => {
    const protocol = await load(revision);
    const guards = await loadGuards(emitGuards(protocol).text);
    const valuesOf = createValues(guardedSchemas(protocol));
    let accepted = 0;
    for (const [name, guard] of guards)
      accepted += attack(name, guard, valuesOf(name));
    expect(accepted).toBeGreaterThan(guards.size);
  });
});

/** Sets each key of valid values to null, one at a time; returns how many of them were left out. */
function attack(
  name: string,
  guard: Guard,
  values: fc.Arbitrary<unknown>,
): number {
  let accepted = 0;
  for (const value of fc.sample(values, { seed: 7, numRuns: samples })) {
    if (!guard.is(value)) continue;
    for (const path of keyPaths(value)) {
      const spoiled = changed(value, path, null);
      const without = changed(value, path, undefined);
      const checked = checkLeniently(spoiled, guard.validate);
      const said = `${name}: ${path.join(".")}`;
      if (guard.is(spoiled)) {
        expect(checked.value, said).toBe(spoiled);
        expect(checked, said).toMatchObject({ nulls: [] });
      } else if (guard.is(without)) {
        expect(checked, said).toEqual({ value: without, nulls: [path] });
        accepted++;
      } else {
        expect(checked.issue, said).toBeDefined();
      }
    }
  }
  return accepted;
}

describe("null for an absent field", async () => {
  const guards = await loadGuards(
    emitGuards(
      protocolOf(`
        export interface Part { text: string; note?: string | null; size?: number; }
        export interface Blob { blob: string; size?: number; extra?: unknown; }
        export type Either = Part | Blob;
        export interface Plain { kind?: "plain"; size?: number; }
        export interface Rich { kind: "rich"; size?: number; }
        export type Told = Plain | Rich;
        export interface Whole {
          either?: Either[];
          told?: Told;
          map?: { [key: string]: number };
          open?: { [key: string]: unknown };
          inner?: { size?: number; deeper?: { size?: number } };
          list?: string[];
          sized: number;
        }`),
    ).text,
  );
  const { validate } = guards.get("Whole") as Guard;

  it.each([
    ["a field", { inner: null }, {}],
    [
      "a nested one",
      { inner: { deeper: { size: null } } },
      { inner: { deeper: {} } },
    ],
    [
      "several",
      { inner: { size: null, deeper: null }, list: null },
      { inner: {} },
    ],
    ["an entry of a map", { map: { a: null, b: 1 } }, { map: { b: 1 } }],
    [
      "a member of a union",
      { either: [{ text: "", size: null }] },
      { either: [{ text: "" }] },
    ],
    [
      "another member",
      { either: [{ blob: "", text: null, size: null }] },
      { either: [{ blob: "", text: null }] },
    ],
    [
      "what tells members apart",
      { told: { kind: null, size: null } },
      { told: {} },
    ],
    [
      "its neighbour",
      { told: { kind: "rich", size: null } },
      { told: { kind: "rich" } },
    ],
  ])("is %s", (_, value, rest) => {
    const checked = checkLeniently({ sized: 1, ...value }, validate);
    expect(checked.value).toEqual({ sized: 1, ...rest });
  });

  it.each([
    [
      "that admits it",
      { either: [{ text: "", note: null, size: null }] },
      { either: [{ text: "", note: null }] },
    ],
    [
      "of any type",
      { either: [{ blob: "", extra: null, size: null }] },
      { either: [{ blob: "", extra: null }] },
    ],
    [
      "of an open object",
      { open: { a: null, b: { c: [null] } }, list: null },
      { open: { a: null, b: { c: [null] } } },
    ],
    [
      "that nobody declared",
      { other: { size: null }, list: null },
      { other: { size: null } },
    ],
    [
      "named as every object's",
      JSON.parse('{"list":null,"open":{"__proto__":null}}'),
      JSON.parse('{"open":{"__proto__":null}}'),
    ],
  ])("is kept in a field %s", (_, value, rest) => {
    const checked = checkLeniently({ sized: 1, ...value }, validate);
    expect(JSON.stringify(checked.value)).toBe(
      JSON.stringify({ sized: 1, ...rest }),
    );
  });

  it.each([
    ["a required field", { sized: null }, ["sized"]],
    ["an item of a list", { list: [null] }, ["list", 0]],
    [
      "a value whose other fields do not fit",
      { list: null, inner: { size: "1" } },
      ["inner", "size"],
    ],
  ])("is not %s", (_, value, path) => {
    const checked = checkLeniently({ sized: 1, ...value }, validate);
    expect(checked.issue?.path).toEqual(path);
  });

  it("leaves the value as it came", () => {
    const value = { sized: 1, list: null, inner: { size: null } };
    checkLeniently(value, validate);
    expect(value).toEqual({ sized: 1, list: null, inner: { size: null } });
    expect(Object.getOwnPropertySymbols(value.inner)).toEqual([]);
  });
});

function keyPaths(value: unknown): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [];
  const isArray = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(isArray ? [] : [[key]]),
    ...keyPaths(inner).map((path) => [isArray ? Number(key) : key, ...path]),
  ]);
}

/** A copy with another value at a path; undefined takes the key out. */
function changed(
  value: unknown,
  [step, ...rest]: readonly (string | number)[],
  to: null | undefined,
): unknown {
  if (step === undefined) return to;
  if (Array.isArray(value))
    return value.map((item: unknown, index) =>
      index === step ? changed(item, rest, to) : item,
    );
  return Object.fromEntries(
    Object.entries(value as object)
      .map(([key, inner]) => [
        key,
        key === step ? changed(inner, rest, to) : inner,
      ])
      .filter(([, inner]) => inner !== undefined),
  );
}
