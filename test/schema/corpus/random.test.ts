import { describe, expect, test } from "vitest";
import { judgeRandom, seed } from "./judge-random.ts";
import {
  formatted,
  guardsAgree,
  protocolOf,
  roundTrip,
  sameTypes,
  type Judge,
} from "./judges.ts";
import { published } from "./published.ts";
import { runs } from "../../support/random.ts";

/** How many schemas each judge sees. */
const judges: readonly [string, number, Judge][] = [
  ["is read back from its types", 40, roundTrip],
  ["keeps its types", 10, sameTypes],
  ["becomes files that are formatted", 8, formatted],
  ["becomes guards that agree with ajv", 8, guardsAgree],
  ["becomes the published JSON Schema", 10, published],
];

describe(`a random schema, seed ${seed}`, () => {
  test.each(judges)(
    "%s",
    { timeout: runs(60_000, 60_000) },
    (_, count, judge) => judgeRandom(count, judge),
  );
});

describe("a judge", () => {
  const text = "export interface Thing { name: string }";
  const protocol = protocolOf(text.replace("string", "number"));

  test.each<[string, Judge]>([
    ["of types", sameTypes],
    ["of the JSON Schema", published],
  ])("%s finds what is not the schema's", async (_, judge) => {
    expect(await judge({ text, protocol: protocolOf(text) })).toEqual([]);
    expect(await judge({ text, protocol })).toHaveLength(1);
  });
});
