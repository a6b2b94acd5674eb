import { describe, expect, test } from "vitest";
import { ProtocolError } from "../../../src/runtime/protocol/errors.ts";
import { inputRequired } from "../../../src/runtime/protocol/input-required.ts";
import { assistant, text, user } from "../../../src/runtime/registry/index.ts";
import { createHost, prompt, tool } from "./host.ts";

const review = prompt(
  "review",
  {
    description: "Reviews code",
    arguments: {
      code: { description: "The code", required: true },
      language: { complete: ["C", "C++", "Rust"] },
    },
  },
  ({ code, language = "any language" }) => `Review ${code} in ${language}`,
);

describe("a prompt", () => {
  test("is listed with its arguments in their order", async () => {
    const host = createHost([review, prompt("hello", {}, () => "Hello")]);
    expect(await host.request("prompts/list")).toEqual({
      prompts: [
        {
          name: "review",
          description: "Reviews code",
          arguments: [
            { name: "code", description: "The code", required: true },
            { name: "language" },
          ],
        },
        { name: "hello" },
      ],
    });
  });

  test("is filled with its arguments", async () => {
    const host = createHost([review]);
    const params = { name: "review", arguments: { code: "a", language: "C" } };
    expect(await host.request("prompts/get", params)).toEqual({
      description: "Reviews code",
      messages: [{ role: "user", content: text("Review a in C") }],
    });
  });

  test("misses no required argument", async () => {
    const host = createHost([review]);
    for (const given of [undefined, {}, { language: "C" }]) {
      const params = { name: "review", ...(given && { arguments: given }) };
      await expect(host.request("prompts/get", params)).rejects.toMatchObject({
        code: -32602,
        message: "Missing arguments of prompt review: code",
      });
    }
  });

  test("that is unknown is a protocol error", async () => {
    const host = createHost([review]);
    for (const name of ["other", "__proto__", "constructor"]) {
      const asked = host.request("prompts/get", { name });
      await expect(asked).rejects.toMatchObject({
        code: -32602,
        message: `Unknown prompt: ${name}`,
      });
    }
  });

  test("keeps arguments named __proto__ and constructor apart", async () => {
    const seen: { readonly [name: string]: string | undefined }[] = [];
    const odd = prompt(
      "constructor",
      {
        arguments: {
          ["__proto__"]: { required: true },
          constructor: {},
          toString: {},
        },
      },
      (args) => {
        seen.push(args);
        return "";
      },
    );
    const host = createHost([odd]);
    expect(await host.request("prompts/list")).toMatchObject({
      prompts: [
        {
          arguments: [
            { name: "__proto__", required: true },
            { name: "constructor" },
            { name: "toString" },
          ],
        },
      ],
    });
    const ask = (args: unknown) =>
      host.request("prompts/get", { name: "constructor", arguments: args });
    await ask(JSON.parse('{"__proto__":"a","other":"b"}'));
    expect(Object.entries(seen[0] ?? {})).toEqual([["__proto__", "a"]]);
    expect(seen[0]?.["constructor"]).toBeUndefined();
    expect(seen[0]?.["toString"]).toBeUndefined();
    await expect(ask({})).rejects.toMatchObject({ code: -32602 });
  });

  const input = inputRequired({ name: { method: "elicitation/create" } });
  test.each([
    ["text", "Hi", { messages: [user("Hi")] }],
    ["a block", text("Hi"), { messages: [user(text("Hi"))] }],
    [
      "messages",
      [user("Hi"), assistant("Hello")],
      { messages: [user("Hi"), assistant("Hello")] },
    ],
    [
      "a whole result",
      { description: "…", messages: [user("Hi")] },
      { description: "…", messages: [user("Hi")] },
    ],
    ["a request for input", input, input],
  ])("answers %s", async (_, answer, result) => {
    const host = createHost([prompt("any", {}, () => answer as string)]);
    expect(await host.request("prompts/get", { name: "any" })).toEqual(result);
  });

  test("that fails is left to the server", async () => {
    const errors = [new Error("secret"), new ProtocolError(-32000, "Busy")];
    for (const error of errors) {
      const failing = prompt("any", {}, () => {
        throw error;
      });
      const host = createHost([failing]);
      const asked = host.request("prompts/get", { name: "any" });
      await expect(asked).rejects.toBe(error);
    }
    const empty = createHost([prompt("any", {}, () => undefined as never)]);
    const asked = empty.request("prompts/get", { name: "any" });
    await expect(asked).rejects.toBeInstanceOf(TypeError);
  });

  test("has a name of its own", () => {
    expect(() => prompt("", {}, () => "")).toThrow(TypeError);
    expect(() => createHost([review, review])).toThrow(TypeError);
    const twin = tool("review", {}, () => "");
    expect(() => createHost([review, twin])).not.toThrow();
  });
});

describe("an argument of a prompt", () => {
  const many = Array.from({ length: 250 }, (_, index) => `v${index}`);
  const host = createHost([
    review,
    prompt(
      "all",
      {
        arguments: {
          many: { complete: () => many },
          exact: { complete: () => many.slice(0, 100) },
          some: {
            complete: async (value, known, context) => ({
              values: [value, JSON.stringify(known), context.method],
              total: 1000,
            }),
          },
          ranked: { complete: () => ({ values: ["a"], hasMore: true }) },
          nothing: { complete: () => undefined as never },
          null: { complete: async () => null as never },
          noValues: { complete: () => ({ total: 0 }) as never },
        },
      },
      () => "",
    ),
  ]);

  async function complete(
    name: string,
    argument: { name: string; value: string },
    context?: object,
  ) {
    const { completion } = await host.request("completion/complete", {
      ref: { type: "ref/prompt", name },
      argument,
      ...(context && { context }),
    });
    return completion as { values: string[] };
  }

  test("is completed from a list by its beginning", async () => {
    expect(await complete("review", { name: "language", value: "c" })).toEqual({
      values: ["C", "C++"],
      total: 2,
      hasMore: false,
    });
  });

  test("is completed with what is known already", async () => {
    const context = { arguments: { language: "C" } };
    const some = { name: "some", value: "x" };
    expect(await complete("all", some, context)).toEqual({
      values: ["x", '{"language":"C"}', "completion/complete"],
      total: 1000,
      hasMore: true,
    });
    expect((await complete("all", some)).values[1]).toBe("{}");
  });

  test.each(["nothing", "null", "noValues"])(
    "is completed with nothing by %s",
    async (name) => {
      expect(await complete("all", { name, value: "" })).toEqual({
        values: [],
        total: 0,
        hasMore: false,
      });
    },
  );

  test("has at most a hundred values in one answer", async () => {
    const found = await complete("all", { name: "many", value: "" });
    expect(found.values).toEqual(many.slice(0, 100));
    expect(found).toMatchObject({ total: 250, hasMore: true });
    expect(await complete("all", { name: "exact", value: "" })).toMatchObject({
      total: 100,
      hasMore: false,
    });
    expect(await complete("all", { name: "ranked", value: "" })).toEqual({
      values: ["a"],
      hasMore: true,
    });
  });

  test("without a completer has no values", async () => {
    expect(await complete("review", { name: "code", value: "" })).toEqual({
      values: [],
      total: 0,
      hasMore: false,
    });
  });

  test("that is unknown is a protocol error", async () => {
    for (const name of ["other", "__proto__", "constructor"]) {
      const argument = { name, value: "" };
      await expect(complete("review", argument)).rejects.toMatchObject({
        code: -32602,
      });
      const known = { name: "code", value: "" };
      await expect(complete(name, known)).rejects.toMatchObject({
        code: -32602,
      });
    }
  });

  test("tells that the server completes, and only then", () => {
    const prompts = { listChanged: true };
    expect(host.capabilities()).toEqual({ prompts, completions: {} });
    const plain = createHost([prompt("a", { arguments: { b: {} } }, () => "")]);
    expect(plain.capabilities()).toEqual({ prompts });
    plain.add(review);
    expect(plain.capabilities()).toEqual({ prompts, completions: {} });
  });
});
