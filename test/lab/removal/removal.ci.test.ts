import { beforeAll, describe, expect, test } from "vitest";
import { bundledRevisions } from "../../../src/revisions/revisions.ts";
import { needs } from "../../support/official-files.ts";
import { hasOfficial, officialSchema } from "../../support/spec.ts";
import { declaredIn, nameOf, readTree } from "./edit.ts";
import { factor, isWhole, runs } from "../../support/random.ts";
import { complaints, generated, type Setting } from "./judge.ts";
import { changes, randomSets, type Variant } from "./variants.ts";

/** What one compiler looks at, at most. */
const batch = 100;
const minutes = 10 * 60_000;
const isFull = factor >= 10;
/**
 * One in so many changes of properties is tried, and of changes to what the registry
 * reads and to declarations with what refers to them.
 */
const [share, third] = isFull ? [12, 1] : isWhole ? [200, 3] : [1200, 18];

const revisions = bundledRevisions().map(({ id }) => id);

/** The types of which the runtime's registry makes lists, reads calls, and answers them. */
const ofRegistry =
  /^(?:Tool|Resource|ResourceTemplate|Prompt|(?:List(?:Tools|Resources|ResourceTemplates|Prompts)|CallTool|ReadResource|GetPrompt)(?:Request(?:Params)?|Result))\.(?:params\.)?[^.]+$/;

const suite = "of %s, what generates compiles";
describe.each(revisions)(suite, needs("schemas"), (revision) => {
  const tree = readTree(schemaText(revision));
  // What two revisions have in common to the letter is looked at once.
  const place = revisions.indexOf(revision);
  const isSample = !isFull && isAlike(revision, revisions[place + 1]);
  const some = (variants: readonly Variant[], of: number): Variant[] =>
    variants.filter((_, index) => index % of === place % of);
  const later = isFull
    ? new Map<string, string>()
    : texts(revisions[place + 1]);
  const own = texts(revision);
  // A declaration that the next revision has to the letter is taken away there, and here
  // beside others.
  const once = (variants: readonly Variant[]): Variant[] =>
    variants.filter(
      ({ name }, index) =>
        later.get(name) === undefined ||
        later.get(name) !== own.get(name) ||
        index % 6 === place,
    );

  const chosen = Object.entries(changes).map(([change, variantsOf]) => {
    const all = variantsOf(tree);
    const isDeclaration = change.startsWith("a declaration");
    const isName = change === "another name";
    const named =
      change === "no property"
        ? all.filter(({ name }) => ofRegistry.test(name))
        : [];
    const wanted = isDeclaration
      ? some(once(all), change.endsWith("alone") && isWhole ? 1 : third)
      : [
          ...some(named, isSample ? 12 : third),
          ...some(all, isName ? Math.round(share / 12) : share),
        ];
    const variants: readonly Variant[] = [...new Set(wanted)];
    return { change, count: all.length, variants };
  });
  const sets = randomSets(tree, runs(34), numbers(revision));

  let refused: ReadonlyMap<Variant, readonly string[]>;
  // The variants of all tests together: a compiler that starts reads the runtime first.
  beforeAll(async () => {
    const lists = [...chosen.map(({ variants }) => variants), sets];
    refused = await refusedOf(lists, revision);
  }, 10 * minutes);

  test.each(chosen)("$change", ({ count, variants }) => {
    expect(count).toBeGreaterThan(0);
    expect(told(variants)).toEqual([]);
  });

  test("sets of pieces", () => {
    expect(told(sets)).toEqual([]);
  });

  function told(variants: readonly Variant[]): readonly string[][] {
    return variants.flatMap((variant) => {
      const lines = refused.get(variant);
      // Each was looked at.
      if (lines === undefined) return [[variant.name, "was not compiled"]];
      return lines.length === 0 ? [] : [[variant.name, ...lines.slice(0, 3)]];
    });
  }
});

/** An official schema; nothing in a clone without them, where no test of this file runs. */
function schemaText(revision: string): string {
  return hasOfficial ? officialSchema(revision) : "";
}

/** What declares each name of an official schema, without its comments. */
function texts(revision: string | undefined): Map<string, string> {
  if (revision === undefined) return new Map();
  const declared = declaredIn(readTree(schemaText(revision)));
  return new Map(declared.map((one) => [nameOf(one), one.getText()]));
}

/** Whether two schemas are the same but for their addresses and their name. */
function isAlike(revision: string, other: string | undefined): boolean {
  const bare = (id: string): string =>
    declaredIn(readTree(schemaText(id)))
      .map(nameOf)
      .join();
  return other !== undefined && bare(revision) === bare(other);
}

/** What the compiler says of each variant of some lists, many at once. */
async function refusedOf(
  lists: readonly (readonly Variant[])[],
  revision: string,
): Promise<ReadonlyMap<Variant, readonly string[]>> {
  const all = lists.flatMap((variants) =>
    variants.map((variant, index) => ({
      variant,
      setting: settingOf(revision, index),
    })),
  );
  const refused = new Map<Variant, readonly string[]>();
  for (let start = 0; start < all.length; start += batch) {
    const some = all.slice(start, start + batch);
    const outcomes = [];
    for (const { variant, setting } of some)
      outcomes.push(await generated(variant.text(), setting));
    const lines = await complaints(outcomes);
    for (const [index, { variant }] of some.entries())
      refused.set(variant, lines[index] ?? []);
  }
  return refused;
}

/** Alone, under ids before and behind all others, and at times with a neighbour, or with an extension. */
function settingOf(revision: string, index: number): Setting {
  const place = revisions.indexOf(revision);
  const neighbour = revisions[place === 0 ? 1 : place - 1] ?? revision;
  const settings: readonly Setting[] = [
    { revision },
    { revision: "1999-01-01" },
    { revision: "2099-01-01" },
    { revision: "word" },
  ];
  const besides: readonly Setting[] = [
    { revision, beside: [neighbour] },
    { revision: "1999-01-01", beside: [revision] },
    { revision: "word", beside: [neighbour] },
    { revision, beside: newest(revision), extensions: ["tasks"] },
  ];
  const turn = Math.floor(index / settings.length);
  const isBeside = isFull ? turn % 2 === 1 : turn % 5 === 4;
  const list = isBeside ? besides : settings;
  return list[index % list.length] ?? { revision };
}

/** What the extension is for, where the schema itself is not that. */
function newest(revision: string): string[] {
  const id = "2026-07-28";
  return revision === id ? [] : [id];
}

/** The same numbers each time, from 0 to 1. */
function numbers(seed: string): () => number {
  let state = [...seed].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), 7);
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
