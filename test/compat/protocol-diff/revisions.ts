import { load } from "../../../src/revisions/load.ts";
import { bundledRevisions } from "../../../src/revisions/revisions.ts";
import type { Protocol } from "../../../src/schema/model/index.ts";
import { isWhole } from "../../support/random.ts";

/** Every revision once; an alias has the same model. */
export const protocols: readonly Protocol[] = await Promise.all(
  bundledRevisions()
    .filter(({ aliasOf }) => aliasOf === undefined)
    .map(({ id }) => load(id)),
);

/** Every revision with the next one; in the long tier, with every later one. */
export const pairs: readonly { before: Protocol; after: Protocol }[] =
  protocols.flatMap((before, index) =>
    protocols
      .slice(index + 1, isWhole ? undefined : index + 2)
      .map((after) => ({ before, after })),
  );
