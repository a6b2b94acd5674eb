import { expect, test } from "vitest";
import {
  createClient,
  createServer,
  prompt,
  resource,
  resourceTemplate,
  tool,
  type Client,
} from "../../generated/index.ts";
import { connect } from "../../src/runtime/connect.ts";
import { ToolError } from "../../src/runtime/protocol/errors.ts";

/** Values that `await` waits for, beside promises. */
const makers: readonly [string, (value: unknown) => unknown][] = [
  ["a promise", (value) => Promise.resolve(value)],
  [
    "an object whose then returns nothing",
    (value) => ({
      then(resolve: (value: unknown) => void) {
        resolve(value);
      },
    }),
  ],
  [
    "a thenable of a promise",
    (value) => ({
      then(resolve: (value: unknown) => void) {
        queueMicrotask(() => resolve(Promise.resolve(value)));
      },
    }),
  ],
  [
    "a function with then",
    (value) =>
      Object.assign(() => {}, {
        then(resolve: (value: unknown) => void) {
          resolve(value);
        },
      }),
  ],
  [
    "an array with then",
    (value) =>
      Object.assign([1], {
        then(resolve: (value: unknown) => void) {
          resolve(value);
        },
      }),
  ],
  [
    "a query of a class",
    (value) =>
      new (class {
        readonly #value = value;
        then(resolve: (value: unknown) => void): void {
          setImmediate(resolve, this.#value);
        }
      })(),
  ],
];

async function clientOf(
  wrap: (value: unknown) => unknown,
): Promise<{ client: Client; errors: Error[] }> {
  const errors: Error[] = [];
  const onError = (error: Error): void => void errors.push(error);
  // Handlers of programs in JavaScript.
  const giving = (value: unknown) => () => wrap(value) as never;
  const server = createServer({
    info: { name: "a", version: "1" },
    revisions: ["2025-11-25"],
    capabilities: { logging: {} },
    features: [
      tool("one", {}, giving("said")),
      resource("a:b", { name: "one" }, giving("said")),
      resourceTemplate(
        "c:{d}",
        { name: "two", complete: { d: giving(["said"]) } },
        giving("said"),
      ),
      prompt("one", {}, giving("said")),
    ],
    handlers: { setLevel: giving({}) },
    interceptors: [{ before: giving(undefined) }],
    onError,
  });
  const client = createClient({
    info: { name: "b", version: "1" },
    handlers: { listRoots: giving({ roots: [] }) },
    onError,
  });
  await connect(server, client);
  return { client, errors };
}

test.each(makers)("handlers may return %s", async (_, wrap) => {
  const { client, errors } = await clientOf(wrap);
  const text = { type: "text", text: "said" };
  expect(await client.callTool({ name: "one" })).toMatchObject({
    content: [text],
  });
  for (const uri of ["a:b", "c:d"])
    expect(await client.readResource({ uri })).toMatchObject({
      contents: [{ uri, text: "said" }],
    });
  expect(await client.getPrompt({ name: "one" })).toMatchObject({
    messages: [{ role: "user", content: text }],
  });
  expect(
    await client.complete({
      ref: { type: "ref/resource", uri: "c:{d}" },
      argument: { name: "d", value: "" },
    }),
  ).toMatchObject({ completion: { values: ["said"] } });
  expect(await client.setLevel({ level: "info" })).toEqual({});
  await client.close();
  expect(errors).toEqual([]);
});

test("a thenable that throws rejects, as with await", async () => {
  const thrown = {
    then() {
      throw new ToolError("no luck");
    },
  };
  const server = createServer({
    info: { name: "a", version: "1" },
    features: [tool("one", {}, () => thrown as never)],
  });
  const client = createClient({ info: { name: "b", version: "1" } });
  await connect(server, client);
  expect(await client.callTool({ name: "one" })).toMatchObject({
    content: [{ type: "text", text: "no luck" }],
    isError: true,
  });
  await client.close();
});
