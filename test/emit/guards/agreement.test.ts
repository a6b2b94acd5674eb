import { describe, it } from "vitest";
import { comparedRevisions, expectGuardsAgree } from "./revision-agreement.ts";
import { isWhole } from "../../support/random.ts";

/** The newest, or all in the long tier; the one before is in the CI tier. */
const revisions = comparedRevisions.slice(isWhole ? 0 : -1);

describe.each(revisions)("guards of %s", (revision) => {
  it(
    "accept what ajv accepts and refuse what it refuses",
    { timeout: 600_000 },
    () => expectGuardsAgree(revision),
  );
});
