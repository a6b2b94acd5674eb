import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import {
  gonePages,
  makePages,
  stalePages,
} from "../../templates/build/reference/committed.ts";
import {
  quickPages,
  slowPages,
} from "../../templates/build/reference/pages.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

it("are committed as they are made, and no other: `npm run reference` writes them", async () => {
  const made = await makePages(repository, [...quickPages, ...slowPages]);
  expect(stalePages(repository, made)).toEqual([]);
  expect(gonePages(repository, made)).toEqual([]);
});
