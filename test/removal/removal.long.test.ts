import { describe, expect, test } from "vitest";
import { officialRevisions, officialSchema } from "../support/spec.ts";
import { readTree } from "./edit.ts";
import { complaints, generated, type Setting } from "./judge.ts";
import { changes, randomSets, type Variant } from "./variants.ts";

/** What one compiler looks at, at most. */
const batch = 60;
/** Of the changes to properties, of which there are thousands, each run takes one in so many. */
const share = Number(process.env["MCP_GEN_REMOVAL_SHARE"] ?? 12);
const minutes = 10 * 60_000;

const revisions = officialRevisions();

describe.each(revisions)("of %s, what generates compiles", (revision) => {
  const tree = readTree(officialSchema(revision));
  const kinds = Object.entries(changes);

  test.each(kinds)(
    "%s",
    async (change, variantsOf) => {
      const all = variantsOf(tree);
      const place = kinds.findIndex(([kind]) => kind === change);
      const isOfAll = change.includes("declaration") || change.includes("name");
      const some = all.filter((_, index) => index % share === place % share);
      await expectCompiling(isOfAll ? all : some, revision);
    },
    minutes,
  );

  test(
    "sets of pieces",
    () => expectCompiling(randomSets(tree, 34, numbers(revision)), revision),
    minutes,
  );
});

async function expectCompiling(
  variants: readonly Variant[],
  revision: string,
): Promise<void> {
  expect(variants.length).toBeGreaterThan(0);
  for (let start = 0; start < variants.length; start += batch) {
    const some = variants.slice(start, start + batch);
    const outcomes = [];
    for (const [index, { text }] of some.entries())
      outcomes.push(await generated(text(), settingOf(revision, index)));
    const told = await complaints(outcomes);
    expect(
      some.flatMap(({ name }, index) => {
        const lines = told[index] ?? [];
        return lines.length === 0 ? [] : [[name, ...lines.slice(0, 3)]];
      }),
    ).toEqual([]);
  }
}

/** Alone, with a neighbour and an extension, and under ids before and behind all others. */
function settingOf(revision: string, index: number): Setting {
  const place = revisions.indexOf(revision);
  const neighbour = revisions[place === 0 ? 1 : place - 1];
  const settings: readonly Setting[] = [
    { revision },
    { revision, beside: [neighbour ?? revision] },
    { revision: "1999-01-01", beside: [revision] },
    { revision: "2099-01-01" },
    { revision: "word", beside: [neighbour ?? revision] },
    { revision, beside: ["2026-07-28"], extensions: ["tasks"] },
  ];
  const setting = settings[index % settings.length] ?? { revision };
  return setting.beside?.includes(setting.revision) === true
    ? { revision }
    : setting;
}

/** The same numbers each time, from 0 to 1. */
function numbers(seed: string): () => number {
  let state = [...seed].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), 7);
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
