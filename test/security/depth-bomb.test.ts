import { expect, test } from "vitest";
import { tool } from "../runtime/features/host.ts";
import { all, metaOf, serverOf } from "../runtime/revisions.ts";
import { servedLines } from "./served-lines.ts";

const depth = 200_000;
const lists = "[".repeat(depth) + "]".repeat(depth);
const objects = '{"a":'.repeat(depth) + "1" + "}".repeat(depth);
const meta = `"_meta":${JSON.stringify(metaOf({ elicitation: {} }))}`;

interface Asker {
  listRoots(key: string): Promise<unknown>;
}

const open = () =>
  servedLines(
    serverOf(all, {
      features: [
        tool("ask", {}, async (_, context) => {
          await (context as object as Asker).listRoots("a");
          return "asked";
        }),
      ],
    }),
  );

const limit = /^Invalid request: the message is nested deeper than 256/;

test.each([
  ["an id", `"id":${lists},"method":"ping"`],
  ["a method", `"id":1,"method":${lists}`],
  ["params", `"id":1,"method":"tools/list","params":${objects}`],
  ["a cursor", `"id":1,"method":"tools/list","params":{"cursor":${lists}}`],
  ["_meta", `"id":1,"method":"tools/list","params":{"_meta":${objects}}`],
  [
    "arguments",
    `"id":1,"method":"tools/call","params":{"name":"none","arguments":${objects},${meta}}`,
  ],
  [
    "arguments that a state is for",
    `"id":1,"method":"tools/call","params":{"name":"ask","arguments":${objects},"requestState":"AAAA",${meta}}`,
  ],
  [
    "answers",
    `"id":1,"method":"tools/call","params":{"name":"ask","inputResponses":${objects},${meta}}`,
  ],
  [
    "a notification",
    `"method":"notifications/cancelled","params":{"requestId":${lists},"reason":${objects}}`,
  ],
])("%s of any depth is answered, and the next line too", async (_, rest) => {
  const lines = open();
  expect(await lines.ask(`{"jsonrpc":"2.0",${rest}}`)).toMatchObject([
    { error: { code: -32600, message: expect.stringMatching(limit) } },
  ]);
  const [pong] = await lines.ask('{"jsonrpc":"2.0","id":2,"method":"ping"}');
  expect(pong).toMatchObject({ id: 2, result: {} });
});

test.each([
  ["an answer", `"id":1,"result":${objects}`],
  ["an error", `"id":1,"error":{"code":1,"message":"a","data":${lists}}`],
])("%s of any depth ends nothing", async (_, rest) => {
  const lines = open();
  expect(await lines.ask(`{"jsonrpc":"2.0",${rest}}`)).toEqual([]);
  const [pong] = await lines.ask('{"jsonrpc":"2.0","id":2,"method":"ping"}');
  expect(pong).toMatchObject({ id: 2, result: {} });
});
