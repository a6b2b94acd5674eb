import type { NormalSchema, SchemaDocument } from "../../model/json-schema.ts";
import { accepts } from "../index.ts";
import { createHeights } from "./heights.ts";
import { NoExampleError } from "./no-example.ts";
import type { Made, Maker, Spot } from "./maker.ts";
import { createRandom } from "./random.ts";
import { valueFor } from "./value.ts";

/** How many values are tried in all before it is given up. */
const maxValues = 20_000;

/** How many steps may be taken to make texts of patterns. */
const maxSteps = 500_000;

/** From here on, nothing is made that may be absent. */
const manyValues = 2000;

/** How often one place is tried anew. */
const maxAttempts = 24;

/**
 * A value that fits a schema, the same for the same seed: an example or a default of
 * the schema's, what `const` and `enum` say, or one that is made up within the limits.
 * Throws a NoExampleError where none is found, as for a schema that nothing fits.
 */
export function exampleOf(document: SchemaDocument, seed = 0): unknown {
  let count = 0;
  const maker: Maker = {
    document,
    random: createRandom(seed),
    work: { left: maxSteps },
    heightOf: createHeights(document),
    fits: (value, all) =>
      all.every((root) => accepts({ ...document, root }, value)),
    make,
  };
  const made = make([document.root], { depth: 0 });
  if (made) return made.value;
  throw new NoExampleError();

  function make(all: readonly NormalSchema[], place: Spot): Made {
    if (all.some((one) => maker.heightOf(one) === Infinity)) return undefined;
    // Deeper down each attempt costs as many as there are above it.
    const attempts = Math.max(2, maxAttempts - 4 * place.depth);
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (++count > maxValues) return undefined;
      const isLarge = count > manyValues && attempt === 0;
      const made = valueFor(all, maker, {
        place,
        attempt: isLarge ? 1 : attempt,
      });
      if (made && maker.fits(made.value, all)) return made;
    }
    return undefined;
  }
}
