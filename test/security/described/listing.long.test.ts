import { expect, test } from "vitest";
import { ListingError } from "../../../src/call/index.ts";
import type { Answer } from "./hostile-server.ts";
import { listed, tool } from "./listed.ts";

const described = "d".repeat(3_000_000);

test.each<[string, Answer, RegExp]>([
  [
    "is larger, page by page, than anybody reads",
    (_, times) => ({
      tools: [tool(`t${times}`, { description: described })],
      nextCursor: String(times),
    }),
    /lists more than 67108864 characters/,
  ],
  [
    "has a next page always",
    (_, times) => ({ tools: [tool(`t${times}`)], nextCursor: String(times) }),
    /the list has no end: it has more than 10000 pages/,
  ],
])("a list is refused that %s", async (_, answer, message) => {
  const { listing } = await listed({ "tools/list": answer });
  expect(listing).toBeInstanceOf(ListingError);
  expect(String(listing)).toMatch(message);
});
