import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import {
  makePages,
  stalePages,
} from "../../templates/build/reference/committed.ts";
import { quickPages } from "../../templates/build/reference/pages.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

it("are committed as they are made: `npm run reference` writes them", async () => {
  const made = await makePages(repository, quickPages);
  expect(stalePages(repository, made)).toEqual([]);
});
