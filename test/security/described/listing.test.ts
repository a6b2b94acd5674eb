import { describe, expect, test } from "vitest";
import { ListingError, type CallRequest } from "../../../src/cli/call/index.ts";
import { scriptedTerminal } from "../../cli/terminal/terminal.ts";
import { info, type Answer } from "./hostile-server.ts";
import { listed, tool } from "./listed.ts";

/** A page, whose text is written as it is. */
const page =
  (tools: string): Answer =>
  () =>
  (response, id) => {
    response.writeHead(200, { "content-type": "application/json" });
    const result = `{"tools":[${tools}]}`;
    response.end(
      `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`,
    );
  };

const nested = (levels: number): string =>
  `${'{"type":"object","properties":{"a":'.repeat(levels)}{}${"}}".repeat(levels)}`;

describe("a list is refused, in a line that says so, that", () => {
  test.each<[string, Answer, RegExp, Partial<CallRequest>?]>([
    ["never comes", () => () => undefined, /./, { timeoutMs: 50 }],
    [
      "nests deeper than anybody can follow",
      page(`{"name":"deep","inputSchema":${nested(20_000)}}`),
      /the answer is nested deeper than 256$/,
    ],
  ])("%s", async (_, answer, message, options) => {
    const { listing, stderr } = await listed({ "tools/list": answer }, options);
    expect(listing).toBeInstanceOf(ListingError);
    expect(listing).toMatchObject({ exitCode: 3 });
    expect(String(listing)).toMatch(message);
    expect(String(listing).length).toBeLessThan(500);
    expect(stderr).toBe("");
  });
});

test("a list of ever new pages behind one cursor ends", async () => {
  const { listing, asked } = await listed({
    "tools/list": (_, times) => ({
      tools: [tool(`t${times}`)],
      nextCursor: "again",
    }),
  });
  const { tools } = listing as { readonly tools: readonly unknown[] };
  expect(tools).toHaveLength(102);
  expect(tools[101]).toMatchObject({ name: "t101" });
  expect(asked).toBeLessThan(110);
});

test("a terminal makes no difference to what a server lists", async () => {
  const declared: unknown[] = [];
  const answers: Record<string, Answer> = {
    initialize: ({ capabilities }) => {
      declared.push(capabilities);
      return {
        protocolVersion: "2025-11-25",
        serverInfo: info,
        capabilities: { tools: {} },
      };
    },
  };
  const { prompter } = scriptedTerminal();
  await listed(answers, {}, { isTerminal: true, prompter });
  await listed(answers);
  expect(declared).toHaveLength(2);
  expect(declared[0]).toEqual(declared[1]);
  expect(declared[0]).not.toHaveProperty("elicitation");
});
