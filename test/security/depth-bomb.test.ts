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

test.each([
  ["an id", `"id":${lists},"method":"ping"`, [-32600]],
  ["a method", `"id":1,"method":${lists}`, [-32600]],
  ["params", `"id":1,"method":"tools/list","params":${objects}`, [-32600]],
  [
    "a cursor",
    `"id":1,"method":"tools/list","params":{"cursor":${lists},${meta}}`,
    [-32602],
  ],
  [
    "_meta",
    `"id":1,"method":"tools/list","params":{"_meta":${objects}}`,
    [-32600],
  ],
  [
    "arguments",
    `"id":1,"method":"tools/call","params":{"name":"none","arguments":${objects},${meta}}`,
    [-32602],
  ],
  [
    "arguments that a state is for",
    `"id":1,"method":"tools/call","params":{"name":"ask","arguments":${objects},"requestState":"AAAA",${meta}}`,
    [-32603],
  ],
  [
    "answers",
    `"id":1,"method":"tools/call","params":{"name":"ask","inputResponses":${objects},${meta}}`,
    [-32602],
  ],
])(
  "%s of any depth is answered, and the next line too",
  async (_, rest, codes) => {
    const lines = open();
    const answers = await lines.ask(`{"jsonrpc":"2.0",${rest}}`);
    expect(
      answers.map(({ error }) => (error as { code: number }).code),
    ).toEqual(codes);
    const [pong] = await lines.ask('{"jsonrpc":"2.0","id":2,"method":"ping"}');
    expect(pong).toMatchObject({ id: 2, result: {} });
  },
);

test.each([
  [
    "a notification",
    `"method":"notifications/cancelled","params":{"requestId":${lists},"reason":${objects}}`,
  ],
  ["an answer", `"id":1,"result":${objects}`],
  ["an error", `"id":1,"error":{"code":1,"message":"a","data":${lists}}`],
])("%s of any depth ends nothing", async (_, rest) => {
  const lines = open();
  expect(await lines.ask(`{"jsonrpc":"2.0",${rest}}`)).toEqual([]);
  const [pong] = await lines.ask('{"jsonrpc":"2.0","id":2,"method":"ping"}');
  expect(pong).toMatchObject({ id: 2, result: {} });
});
