import { expect, test } from "vitest";
import { describeSlow } from "./slow-files.ts";

test("the report names the ten slowest files, the slowest first, and the sum of all", () => {
  const files = Array.from({ length: 12 }, (_, index) => ({
    file: `test/${index}.test.ts`,
    seconds: index / 4,
  }));
  const [empty, title, ...lines] = describeSlow(files).split("\n");
  expect(empty).toBe("");
  expect(title).toBe("CPU time of 12 test files: 17 s. The slowest:");
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe("    2.8 s  test/11.test.ts");
  expect(lines[9]).toBe("    0.5 s  test/2.test.ts");
});
