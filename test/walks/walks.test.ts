import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** How many functions a message may enter: a way grows longer on purpose only. */
const longest: Readonly<Record<string, number>> = {
  "tools/call over HTTP, handshake": 128,
  "tools/call over HTTP, stateless": 133,
  "a client's call with one input round": 134,
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
