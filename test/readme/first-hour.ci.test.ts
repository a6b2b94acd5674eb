import { afterAll, beforeAll, test } from "vitest";
import { readPage } from "./blocks.ts";
import { walkPage } from "./walk/walk-page.ts";
import { createWorkspace, type Workspace } from "./walk/workspace.ts";

/** Pages that a new user follows line by line, in this order. */
const pages = [
  "README.md",
  "docs/guides/start.md",
  "docs/guides/first-server.md",
  "docs/guides/first-client.md",
];

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
});
afterAll(() => workspace.close());

// npm installs and builds everything, twice.
const limit = 900_000;

test.each(pages)(
  "%s works line by line, from a fresh clone on",
  (page) => walkPage(readPage(page), workspace.options),
  limit,
);

test(
  "the page of CommonJS works up to jest, which is not installed here",
  () => {
    const [text = ""] = readPage("docs/guides/commonjs.md").split(
      "\n## Jest\n",
    );
    return walkPage(text, workspace.options);
  },
  limit,
);
