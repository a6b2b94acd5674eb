import { describe, test } from "vitest";
import { runs } from "../../support/random.ts";
import { judgeRandom, seed } from "./judge-random.ts";
import { compiles } from "./judges.ts";

// Other judges are in `npm test`. This one reads the whole runtime.
describe(`a random schema, seed ${seed}`, () => {
  test("becomes code that compiles", { timeout: runs(60_000, 60_000) }, () =>
    judgeRandom(2, compiles),
  );
});
