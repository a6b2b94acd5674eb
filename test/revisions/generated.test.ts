import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { check } from "../../src/index.ts";
import { bundledExtensions } from "../../src/revisions/extensions.ts";
import { bundledRevisions } from "../../src/revisions/revisions.ts";

const generated = fileURLToPath(new URL("../../generated", import.meta.url));

/** As `npm run generate` has it. */
const runtime = "../../src/runtime/index.js";

it("generated/ is what the bundled models make", async () => {
  const revisions = bundledRevisions()
    .filter(({ aliasOf }) => aliasOf === undefined)
    .map(({ id }) => id);
  const extensions = bundledExtensions().map(({ id }) => ({ extension: id }));
  const options = { revisions, extensions, runtime, out: generated };
  const { fresh, files } = await check(options);
  expect(files.filter(({ status }) => status !== "unchanged")).toEqual([]);
  expect(fresh).toBe(true);
});
