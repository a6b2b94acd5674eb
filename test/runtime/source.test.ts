import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const source = join(import.meta.dirname, "../../src");

function files(folder: string): string[] {
  return readdirSync(join(source, folder), {
    recursive: true,
    encoding: "utf8",
  })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(source, folder, name));
}

describe("the source", () => {
  test.each(["runtime", "emit", "parse"])(
    "of %s names no revision",
    (folder) => {
      const named = files(folder).filter((file) =>
        /\d{4}-\d{2}-\d{2}/.test(readFileSync(file, "utf8")),
      );
      expect(files(folder).length).toBeGreaterThan(0);
      expect(named).toEqual([]);
    },
  );

  test("of the runtime imports itself alone, and Node only for stdio", () => {
    const imports = files("runtime").flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/from "([^"]+)"/g)].map(
        ([, from]) =>
          `${file.endsWith("-stdio.ts") ? "stdio" : "core"} ${from}`,
      ),
    );
    const foreign = imports.filter((one) => !one.includes(" ./"));
    expect(foreign.sort()).toEqual([
      "stdio node:child_process",
      "stdio node:process",
      "stdio node:process",
    ]);
  });
});
