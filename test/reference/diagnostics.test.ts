import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const page = path.join(
  import.meta.dirname,
  "../../docs/reference/diagnostics.md",
);
const [, schemas = ""] = readFileSync(page, "utf8").split(
  /\n## (?:In a schema|In a recording)\n/,
);

/** Each section that shows a schema, and a line of it that a finding excerpts. */
const shown = schemas.split("\n### ").flatMap((section) => {
  const [name = ""] = section.split("\n", 1);
  const blocks = [...section.matchAll(/```text\n([^]*?)```/g)];
  const [all = "", told = ""] = blocks.map(([, text = ""]) => text);
  const [, file = ""] = /^([\w.]+):/.exec(told) ?? [];
  // A file beside the schema stands below its name.
  const schema = all.split(`// ${file}\n`)[1] ?? all;
  const [, at, line] = /^ +(\d+) \| (.*)$/m.exec(told) ?? [];
  if (at === undefined || line === undefined || !/^[a-z-]+$/.test(name))
    return [];
  return [{ name, schema, at: Number(at), line }];
});

it("shows sections with an excerpt", () => {
  expect(shown.length).toBeGreaterThan(20);
});

it.each(shown)(
  "$name: the line of the finding is that of the schema above it",
  ({ schema, at, line }) => {
    const [start = ""] = line.split("…");
    expect(schema.split("\n")[at - 1]?.startsWith(start.slice(0, 80))).toBe(
      true,
    );
  },
);
