import { expect, it } from "vitest";
import { load } from "../../../src/revisions/load.ts";
import * as handWritten from "../../lab/bench/hand-written.ts";
import { compare, judgedTypes } from "./agreement.ts";
import { runs, seed } from "../../support/random.ts";

const types = await judgedTypes(await load("2025-11-25"));

it.each(Object.entries(handWritten))(
  "the benchmark's %s accepts what ajv accepts",
  (name, is) => {
    const type = types.find((type) => `is${type.name}` === name);
    if (type === undefined) throw new Error(`no type for ${name}`);
    const issue = { path: [], message: "" };
    const validate = (value: unknown) => (is(value) ? undefined : issue);
    const { valid, invalid } = compare(
      { ...type, guard: { is, validate } },
      runs(40_000, 20_000),
      seed,
    );
    expect(Math.min(valid, invalid)).toBeGreaterThan(1000);
  },
);
