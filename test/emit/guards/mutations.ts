import { fc } from "../../support/random.ts";

/** One change to a value: what is done at which of the places in it. */
export interface Mutation {
  /** The place by number, counted from the value itself; numbers wrap around. */
  readonly at: number;
  readonly change: Change;
}

export type Change =
  | { readonly kind: "drop" }
  | { readonly kind: "replace"; readonly value: unknown }
  | { readonly kind: "add"; readonly key: string; readonly value: unknown };

/** What JSON.parse can return, by way of surprise; `1e999` becomes Infinity. */
export const surprises: readonly unknown[] = JSON.parse(
  `[null, true, false, 0, -0, 1, -7, 0.5, 1e21, 1e999, -1e999, "", "text",
    "\\u2028", "\\ud800", "2.0", "object", [], [[]], [null], ["a", "a"], [1.5],
    {}, {"type": "text"}, {"__proto__": 1}, {"a": {"constructor": 2}}]`,
) as readonly unknown[];

/** Keys that a value may not expect, some of which every object inherits. */
const keys = [
  "unknown",
  "",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "_meta",
  "type",
  "💧",
];

const surprise = fc.constantFrom(...surprises);

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.constant<Change>({ kind: "drop" }),
  surprise.map((value): Change => ({ kind: "replace", value })),
  fc
    .tuple(fc.constantFrom(...keys), surprise)
    .map(([key, value]): Change => ({ kind: "add", key, value })),
);

export const mutations: fc.Arbitrary<Mutation> = fc.record(
  { at: fc.nat({ max: 40 }), change: changes },
  { noNullPrototype: true },
);

/** The value with a change somewhere in it. The value itself stays as it is. */
export function mutate(value: unknown, { at, change }: Mutation): unknown {
  const places = count(value);
  return changeAt(value, at % places, change);
}

function count(value: unknown): number {
  return children(value).reduce<number>((sum, child) => sum + count(child), 1);
}

function children(value: unknown): unknown[] {
  return typeof value === "object" && value !== null
    ? Object.values(value)
    : [];
}

/** Places are numbered as they are met: a value, then what is in it. */
function changeAt(value: unknown, at: number, change: Change): unknown {
  if (at === 0)
    return change.kind === "add" ? add(value, change) : applied(change);
  let first = 1;
  const entries = Object.entries(value ?? {}).map(([key, child]) => {
    const size = count(child);
    const inside = at - first;
    first += size;
    return inside >= 0 && inside < size
      ? ([key, changeAt(child, inside, change)] as const)
      : ([key, child] as const);
  });
  const kept = entries.filter(([, child]) => child !== undefined);
  return Array.isArray(value)
    ? kept.map(([, child]) => child)
    : Object.fromEntries(kept);
}

/** `undefined` stands for a value that is dropped from where it lies. */
function applied(change: Exclude<Change, { kind: "add" }>): unknown {
  return change.kind === "drop" ? undefined : change.value;
}

function add(
  value: unknown,
  { key, value: added }: Extract<Change, { kind: "add" }>,
): unknown {
  if (Array.isArray(value)) return [...value, added];
  if (typeof value !== "object" || value === null) return added;
  return Object.fromEntries([...Object.entries(value), [key, added]]);
}
