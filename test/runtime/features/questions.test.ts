import { describe, expect, test } from "vitest";
import * as handshake from "../../../generated/2025-11-25/index.ts";
import {
  connect,
  createClient,
  createServer,
  elicit,
  inputRequired,
  tool,
  type types,
} from "../../../generated/index.ts";

const info = { name: "test", version: "1" };

const requestedSchema = {
  type: "object",
  properties: { age: { type: "integer" } },
  required: ["age"],
} satisfies types.ElicitRequestFormParams["requestedSchema"];

const form = { message: "How old?", requestedSchema };

const ask = tool("ask", {}, async (_, context) => {
  const { content } = await context.elicit("age", form);
  return JSON.stringify(content);
});

const askFirst = tool("askFirst", {}, (_, { inputResponses }) =>
  inputResponses
    ? JSON.stringify(inputResponses["age"])
    : inputRequired({ age: elicit(form) }),
);

const askTwice = tool("askTwice", {}, async (_, context) => {
  await context.elicit("age", form);
  await context.elicit("age", { ...form, message: "And she?" });
  return "asked";
});

const server = createServer({
  info,
  features: [ask, askFirst, askTwice],
  onError() {},
});

describe.each([
  ["without a handshake", createClient],
  ["after a handshake", handshake.createClient],
] as const)("a question in mid-call, %s", (_, create) => {
  async function call(
    name: string,
    age: number | string,
    onError: (error: Error) => void = () => {},
  ) {
    const handlers = {
      elicit: () => ({ action: "accept" as const, content: { age } }),
    };
    const client = create({ info, handlers, onError });
    await connect(server, client);
    return client.callTool({ name, arguments: {} }).finally(client.close);
  }

  test.each(["ask", "askFirst"])("is answered as it asks: %s", async (name) => {
    const { content, isError } = await call(name, 36);
    expect(JSON.stringify(content)).toContain("36");
    expect(isError).not.toBe(true);
  });

  test.each(["ask", "askFirst"])(
    "has an answer that does not fit its form, which stays with the client: %s",
    async (name) => {
      const errors: string[] = [];
      const hear = (error: Error): number => errors.push(String(error));
      const told = await call(name, "old", hear).catch(String);
      expect(JSON.stringify(told)).not.toContain(
        '"content":[{"type":"text","text":"{',
      );
      expect(JSON.stringify([told, errors])).toContain("expected an integer");
    },
  );

  test("needs a key of its own", async () => {
    const { content, isError } = await call("askTwice", 36);
    expect(content).toEqual([
      { type: "text", text: "The tool askTwice failed" },
    ]);
    expect(isError).toBe(true);
  });
});
