import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/**
 * How many functions a message may enter: a way grows longer on purpose only. At last
 * so that what is read of a value compiles without `strictNullChecks` (`objectOf`,
 * `isUnfit`: 3, 4 and 3 steps), and so that a client knows the errors of another copy of
 * the runtime (`KnownError`: 2 steps in the last one).
 */
const longest: Readonly<Record<string, number>> = {
  "tools/call over HTTP, handshake": 131,
  "tools/call over HTTP, stateless": 136,
  "a client's call with one input round": 139,
};

test("no message takes a longer way than it took", async () => {
  const index = new URL("index.js", import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [index]);
  const titles = [...stdout.matchAll(/^(\S.*): (\d+) calls of/gm)];
  const lengths = titles.map(
    ([, title = "", calls]) => [title, Number(calls)] as const,
  );
  expect(lengths.map(([title]) => title)).toEqual(Object.keys(longest));
  const grown = lengths.filter(
    ([title, calls]) => calls > (longest[title] ?? 0),
  );
  expect(grown).toEqual([]);
});
