import { expect, test } from "vitest";
import { diff, type Effect } from "../../../src/compat/protocol-diff/index.ts";
import { guardedSchemas } from "../../../src/emit/guards/index.ts";
import type { Protocol } from "../../../src/schema/model/index.ts";
import {
  emitGuards,
  loadGuards,
  type Guard,
} from "../../emit/guards/emitted.ts";
import { createValues } from "../../emit/guards/values.ts";
import { protocolWith } from "./small.ts";
import { fc, seed } from "../../support/random.ts";

/** What a field was, what it is, and whom that breaks: (R)eceivers and (S)enders of the older revision. */
type Case = readonly [before: string, after: string, breaks: string];

const limited = (limits: string, type: string): string =>
  `\n/** ${limits} */ m: ${type}`;
const number = (limits: string): string =>
  limited(`@TJS-type number\n * ${limits}`, "number");
const field = (type: string): string => `m: ${type}`;

const cases: readonly Case[] = [
  // Tuples, element by element.
  [field("[string]"), field("[string, string?]"), "R"],
  [field("[string, string?]"), field("[string, string]"), "S"],
  [field("[number]"), field("[1 | 2]"), "S"],
  [field("[string]"), field("[string | number]"), "R"],
  [field("[string]"), field("[number]"), "RS"],
  [field("[boolean]"), field("[boolean | string]"), "R"],
  [field("[string, ...number[]]"), field("[string, number]"), "S"],
  [field("[string, number]"), field("[string, ...number[]]"), "R"],
  [field("[string, ...string[]]"), field("string[]"), "R"],
  [field("[string, ...number[]]"), field("string[]"), "RS"],
  [field("[string?]"), field("string[]"), "R"],
  [field("[]"), limited("@maxItems 1", "[]"), ""],
  [field("[string, string]"), limited("@minItems 0", "[string, string]"), ""],
  [field("[string]"), limited("@minItems 1", "string[]"), "R"],
  [field("[string, string]"), limited("@maxItems 1", "string[]"), "RS"],
  [field("{ a?: [string] }[]"), field("{ a?: [string | 1] }[]"), "R"],
  [field("1 | [{ a?: 1 }]"), field("1 | [{ a?: 1 | 2 }]"), "R"],
  // Limits of what is more than one type.
  [field("unknown"), limited("@minLength 1", "unknown"), "S"],
  [field('"a" | 1'), limited("@minLength 2", "string | number"), "RS"],
  [
    limited("@minLength 2", "string | number"),
    limited("@minLength 1", "string | number | boolean"),
    "R",
  ],
  // Literals, against limits.
  [field('"a" | "b"'), limited("@minLength 1", "string"), "R"],
  [field('"a" | ""'), limited("@minLength 1", "string"), "RS"],
  [field('"😀"'), limited("@maxLength 1", "string"), "R"],
  [field('"ab"'), limited("@maxLength 1", "string"), "RS"],
  [field('"a" | "b"'), limited("@pattern ^[abz]$", "string"), "R"],
  [field('"a" | "c"'), limited("@pattern ^[abz]$", "string"), "RS"],
  [field("1 | 2"), limited("@minimum 0", "number"), "R"],
  [field("-1 | 2"), limited("@minimum 0", "number"), "RS"],
  [field("2 | 4"), limited("@multipleOf 2", "number"), "R"],
  [field("2 | 3"), limited("@multipleOf 2", "number"), "RS"],
  // Bounds that say the same, or more, in another way.
  [number("@minimum 0"), number("@exclusiveMinimum 0"), "S"],
  [number("@maximum 0"), number("@exclusiveMaximum 0"), "S"],
  [number("@minimum 1"), number("@exclusiveMinimum 0"), "R"],
  [number("@maximum 1"), number("@exclusiveMaximum 2"), "R"],
  [
    limited("@minimum 1", "number"),
    limited("@exclusiveMinimum 0", "number"),
    "",
  ],
  [
    limited("@maximum 1", "number"),
    limited("@exclusiveMaximum 2", "number"),
    "",
  ],
  [
    limited("@minimum 1", "number"),
    limited("@exclusiveMinimum 1", "number"),
    "S",
  ],
  [limited("@multipleOf 4", "number"), limited("@multipleOf 2", "number"), "R"],
  [
    limited("@multipleOf 4", "number"),
    limited("@multipleOf 3", "number"),
    "RS",
  ],
  [field("number"), limited("@multipleOf 1", "number"), ""],
  [number("@minimum 0"), number("@minimum 0\n * @multipleOf 1"), "S"],
  [field("string[]"), limited("@minItems 0", "string[]"), ""],
  [field("string"), limited("@minLength 0", "string"), ""],
  [field("string[]"), limited("@minItems 1", "string[]"), "S"],
  [field("{ a: string }"), limited("@minProperties 1", "{ a: string }"), ""],
  [field("{ a?: string }"), limited("@minProperties 1", "{ a?: string }"), "S"],
  [
    field("{ a?: string; b?: string }"),
    limited("@maxProperties 1", "{ a?: string; b?: string }"),
    "S",
  ],
  [field("string[]"), limited("@uniqueItems true", "string[]"), "S"],
  // What several objects have together.
  [
    field('{ k: "a" | "b"; v: string }'),
    field('{ k: "a"; v: string } | { k: "b"; v: string }'),
    "",
  ],
  [
    field('{ k: "a" | "b" | "c"; v: string }'),
    field('{ k: "a"; v: string } | { k: "b"; v: string }'),
    "S",
  ],
  [
    field('{ k: "a" | "b"; v: string }'),
    field('{ k: "a"; v: string } | { k: "b"; v: 1 }'),
    "RS",
  ],
  [field("{ k: boolean }"), field("{ k: true } | { k: false }"), ""],
  [
    field('{ k?: "a" | "b"; v: 1 }'),
    field('{ k?: "a"; v: 1 } | { k?: "b"; v: 1 }'),
    "",
  ],
  [field('{ k?: "a" | "b" }'), field('{ k: "a" } | { k: "b" }'), "S"],
  [
    field('{ k: "a" | "b"; l: 1 | 2 }'),
    field(
      '{ k: "a"; l: 1 } | { k: "a"; l: 2 } | { k: "b"; l: 1 } | { k: "b"; l: 2 }',
    ),
    "",
  ],
];

/** What chance seldom makes. */
const probes: readonly unknown[] = [
  ...[-2, -1, 0, 0.5, 1, 1.5, 2, 3, 4, 6, true, null],
  ...["", "a", "b", "c", "ab", "😀", "z"],
  ...[[], ["a"], ["a", "b"], ["a", "a"], ["a", 1], ["a", 1, 1], [1], [3]],
  ...[
    {},
    { a: "a" },
    { a: "a", b: "b" },
    { k: true },
    { k: "a" },
    { k: "c", v: "" },
  ],
  ...[[{ a: 2 }], [{ a: [1] }], { k: "b", v: "" }, { k: "b", v: 1 }],
];

const typed = (at: 0 | 1): string =>
  cases
    .map((one, index) => `export interface T${index} { ${one[at]} }`)
    .join("\n");
const [before, after] = [protocolWith(typed(0)), protocolWith(typed(1))];
const sides = await Promise.all([before, after].map(side));
const { changes } = diff(before, after);

test.each(cases.map((one, index) => ({ one, index })))(
  "$one.0 → $one.1 breaks: $one.2",
  ({ one: [, , breaks], index }) => {
    const type = `T${index}`;
    const told = changes.filter(({ where }) => where.name === type);
    const breaking = (way: keyof Effect): boolean =>
      told.some(({ effect }) => effect[way] === "breaking");
    expect({
      R: breaking("olderReceivers"),
      S: breaking("olderSenders"),
    }).toEqual({ R: breaks.includes("R"), S: breaks.includes("S") });
    const [old, now] = sides;
    expect(
      old &&
        now && { R: isRefused(type, now, old), S: isRefused(type, old, now) },
    ).toEqual({ R: breaks.includes("R"), S: breaks.includes("S") });
  },
);

interface Side {
  guards: ReadonlyMap<string, Guard>;
  values(type: string): readonly unknown[];
}

async function side(protocol: Protocol): Promise<Side> {
  const guards = await loadGuards(emitGuards(protocol).text);
  const valuesOf = createValues(guardedSchemas(protocol));
  const values = (type: string): readonly unknown[] => [
    ...fc.sample(valuesOf(type), { numRuns: 100, seed }),
    ...probes.map((m) => ({ m })),
  ];
  return { guards, values };
}

/** Whether the one side accepts, and so may send, what the other refuses. */
function isRefused(type: string, sender: Side, receiver: Side): boolean {
  const own = sender.values(type).filter((value) => is(sender, type, value));
  expect(own.length).toBeGreaterThan(0);
  return own.some((value) => !is(receiver, type, value));
}

function is({ guards }: Side, type: string, value: unknown): boolean {
  return guards.get(type)?.is(value) === true;
}
