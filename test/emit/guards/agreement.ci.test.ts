import { describe, it } from "vitest";
import { comparedRevisions, expectGuardsAgree } from "./revision-agreement.ts";

// 100,000 values of a revision take two seconds: the newest is in `npm test`.
describe.each(comparedRevisions.slice(-2, -1))("guards of %s", (revision) => {
  it(
    "accept what ajv accepts and refuse what it refuses",
    { timeout: 600_000 },
    () => expectGuardsAgree(revision),
  );
});
