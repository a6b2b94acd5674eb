import { expect, test } from "vitest";
import { compareWithCompiler } from "./compiler-agreement.ts";

/** Another one each time; a failure names it. */
const first = Number(
  process.env["MCP_GEN_SEED"] ?? Math.floor(Math.random() * 2 ** 31),
);

test(
  "guards and compiler agree on random types, whatever the seed",
  { timeout: 600_000 },
  async () => {
    for (let seed = first; seed < first + 20; seed++) {
      const { disagreements, problems } = await compareWithCompiler(
        seed,
        500,
        20,
      );
      expect({ seed, disagreements, problems }).toEqual({
        seed,
        disagreements: [],
        problems: [],
      });
    }
  },
);
