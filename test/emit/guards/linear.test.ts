import { describe, expect, test } from "vitest";
import { emitGuards, loadGuards, type Guard } from "./emitted.ts";
import { counted, countingChecks } from "./progress.ts";
import { protocolOf } from "./protocols.ts";

/** A type `T`, and a level of a value that more than one member of it may be. */
const cases: readonly [string, string, (kid: unknown) => unknown][] = [
  [
    "declare the same recursive field",
    `export interface A { x: string; kid?: T }
     export interface B { y: string; kid?: T }
     export type T = A | B;`,
    (kid) => ({ x: "", y: "", kid }),
  ],
  [
    "declare the same recursive field, beside members that do not",
    `export interface A { x: string; kid?: T }
     export interface B { y: string; kid: T }
     export interface C { z: string; other?: T }
     export type T = A | B | C;`,
    (kid) => ({ x: "", y: "", kid }),
  ],
  [
    "require objects of another name",
    `export interface A { kid: T; x: { n: string } }
     export interface B { kid: U; y: { n: string } }
     export type T = A | B;
     export type U = A | B | string;`,
    (kid = "") => ({ y: { n: "" }, kid }),
  ],
  [
    "require another JSON type under one name",
    `export interface A { kid: T; x: { n: string } }
     export interface B { kid: U; x: string[] }
     export type T = A | B;
     export type U = A | B | string;`,
    (kid = "") => ({ x: [""], kid }),
  ],
  [
    "share a recursive base",
    `export interface Base { kid?: T }
     export type T = (Base & { x: string }) | (Base & { y: string });`,
    (kid) => ({ y: "", kid }),
  ],
  [
    "are intersections that require another field each",
    `export interface Base { kid?: T }
     export interface Base2 { kid?: U }
     export type T = (Base & { x: string }) | (Base2 & { y: string });
     export type U = T | string;`,
    (kid) => ({ y: "", kid }),
  ],
  [
    "are one intersection, whose parts declare the same field",
    `export interface A { x: string; kid?: T }
     export interface B { y: string; kid?: T }
     export type T = A & B;`,
    (kid) => ({ x: "", y: "", kid }),
  ],
  [
    "are another name of one type",
    `export interface A { x: string; kid?: T[] }
     export type A2 = A;
     export interface A3 { x: string; kid?: T[] }
     export type T = A | A2 | A3;`,
    (kid) => ({ x: "", kid: kid === undefined ? [] : [kid] }),
  ],
  [
    "could be intersections with another JSON type",
    `export interface A { x: string; kid?: T }
     export type T = A | (A & (A[] | null));`,
    (kid) => ({ x: "", kid }),
  ],
  [
    "share one of two literals",
    `export interface A { kind: 1 | 2; kid?: T; x: string }
     export interface B { kind: 2 | null; kid?: T; y: string }
     export type T = A | B;`,
    (kid) => ({ kind: 2, x: "", y: "", kid }),
  ],
];

describe("each level of a value takes the same time when members", () => {
  test.each(cases)("%s", async (_, text, level) => {
    const guard = await countingGuard(text);
    for (const end of [undefined, 1]) {
      const calls = (levels: number): number =>
        counted(() => {
          expect(guard.is(nested(level, levels, end))).toBe(end === undefined);
        });
      expect(calls(4)).toBeGreaterThan(0);
      expect(calls(12) - calls(8)).toBe(calls(8) - calls(4));
    }
  });

  test.each(cases)(
    "%s, and at most its square to say why not",
    async (_, text, level) => {
      const guard = await countingGuard(text);
      const calls = (levels: number): number =>
        counted(() => guard.validate(nested(level, levels, 1)));
      expect(guard.validate(nested(level, 4, 1))).toBeDefined();
      expect(calls(16)).toBeLessThan(5 * calls(8));
    },
  );
});

async function countingGuard(text: string): Promise<Guard> {
  const { text: guards } = emitGuards(protocolOf(text));
  const guard = (await loadGuards(countingChecks(guards))).get("T");
  if (guard === undefined) throw new Error("no guard of T");
  return guard;
}

/** A value of so many levels, the last of which ends with what is given. */
function nested(
  level: (kid: unknown) => unknown,
  levels: number,
  end: unknown,
): unknown {
  let value = JSON.parse(JSON.stringify(level(end))) as unknown;
  for (let i = 1; i < levels; i++) value = level(value);
  return value;
}
