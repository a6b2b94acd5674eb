import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { findServer, servers } from "./servers.ts";
import { toRow } from "./table.ts";
import { visit } from "./visit.ts";

const page = fileURLToPath(
  new URL("../../../docs/reference/published-servers.md", import.meta.url),
);
const updates = process.env["UPDATE_PUBLISHED"] === "1";

/** The rows of the table, as they are before anybody aligns them. */
function rowsOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.replace(/ +/g, " "));
  return lines.filter((line) => /^\| \S+ \d/.test(line));
}

test("the table of published servers has a row for each", () => {
  const names = rowsOf(readFileSync(page, "utf8")).map(
    (row) => row.split(" ")[1],
  );
  expect(names).toEqual(servers.map(({ name }) => name));
});

describe("our client talks to published servers:", () => {
  const rows: string[] = [];

  for (const server of servers) {
    const { name } = server;
    const found = findServer(name);
    // They are not there: npm run test:published installs them.
    test.skipIf(!found)(name, async () => {
      if (!found) return;
      const row = toRow(
        name,
        found.version,
        await visit(server, found.program),
      );
      rows.push(row);
      if (!updates) expect(rowsOf(readFileSync(page, "utf8"))).toContain(row);
    });
  }

  afterAll(() => {
    if (!updates || rows.length < servers.length) return;
    const text = readFileSync(page, "utf8");
    const [before = ""] = text.split(/^\| \S+ \d.*$/m);
    writeFileSync(page, `${before}${rows.join("\n")}\n`);
  });
});
