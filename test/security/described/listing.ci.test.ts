import { expect, test } from "vitest";
import { ListingError } from "../../../src/cli/call/index.ts";
import type { Answer } from "./hostile-server.ts";
import { listed, tool } from "./listed.ts";

/** An answer that goes on for as long as somebody reads. */
const endless: Answer = () => (response, id) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"a":"`);
  const more = (): void => {
    while (!response.destroyed && response.write("a".repeat(2 ** 20)));
  };
  response.on("drain", more);
  more();
};

const described = "d".repeat(3_000_000);

test.each<[string, Answer, RegExp]>([
  [
    "is larger, page by page, than anybody reads",
    (_, times) => ({
      tools: [tool(`t${times}`, { description: described })],
      nextCursor: String(times),
    }),
    /lists more than 8388608 characters/,
  ],
  [
    "has a next page always",
    (_, times) => ({ tools: [tool(`t${times}`)], nextCursor: String(times) }),
    /the list has no end: it has more than 10000 pages/,
  ],
  [
    "has more tools than anybody calls",
    () => ({
      tools: Array.from({ length: 50_001 }, (_, i) => tool(`t${i}`)),
    }),
    /lists more than 50000 items/,
  ],
  ["is an answer without an end", endless, /longer than \d+ bytes/],
])("a list is refused that %s", async (_, answer, message) => {
  const { listing } = await listed({ "tools/list": answer });
  expect(listing).toBeInstanceOf(ListingError);
  expect(String(listing)).toMatch(message);
});
