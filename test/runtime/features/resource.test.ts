import { describe, expect, test } from "vitest";
import { inputRequired } from "../../../src/runtime/protocol/input-required.ts";
import { createHost, prompt, resource, resourceTemplate } from "./host.ts";

const today = resource(
  "weather://today",
  { name: "Today", mimeType: "text/plain" },
  () => "Sun",
);
const city = resourceTemplate(
  "weather://{city}",
  {
    name: "City",
    mimeType: "text/plain",
    complete: { city: ["Oslo", "Rome"] },
  },
  (variables) => (variables.city === "Rome" ? "Rain" : undefined),
);

function read(
  features: Parameters<typeof createHost>[0],
  uri: string,
  revision: "newer" | "older" = "newer",
) {
  return createHost(features, { revision }).request("resources/read", { uri });
}

describe("a resource", () => {
  test("is listed, and templates apart from it", async () => {
    const host = createHost([today, city]);
    expect(await host.request("resources/list")).toEqual({
      resources: [
        { uri: "weather://today", name: "Today", mimeType: "text/plain" },
      ],
    });
    expect(await host.request("resources/templates/list")).toEqual({
      resourceTemplates: [
        {
          uriTemplate: "weather://{city}",
          name: "City",
          mimeType: "text/plain",
        },
      ],
    });
    const one = createHost([today]);
    expect(await one.request("resources/templates/list")).toEqual({
      resourceTemplates: [],
    });
  });

  const uri = "a:b";
  const mimeType = "text/plain";
  const input = inputRequired({ name: { method: "elicitation/create" } });
  test.each([
    ["text", "a", { contents: [{ uri, mimeType, text: "a" }] }],
    [
      "bytes",
      new Uint8Array([1, 2, 3, 4]),
      { contents: [{ uri, mimeType, blob: "AQIDBA==" }] },
    ],
    [
      "contents",
      { text: "a", mimeType: "text/html", _meta: { b: 1 } },
      {
        contents: [{ uri, mimeType: "text/html", text: "a", _meta: { b: 1 } }],
      },
    ],
    [
      "contents of bytes",
      { blob: new Uint8Array([1]), uri: "a:c" },
      { contents: [{ uri: "a:c", mimeType, blob: "AQ==" }] },
    ],
    [
      "several contents",
      ["a", { blob: "AQ==", uri: "a:c" }],
      {
        contents: [
          { uri, mimeType, text: "a" },
          { uri: "a:c", mimeType, blob: "AQ==" },
        ],
      },
    ],
    [
      "a whole result",
      { contents: [{ uri, text: "a" }], _meta: { b: 1 } },
      { contents: [{ uri, mimeType, text: "a" }], _meta: { b: 1 } },
    ],
    ["nothing in it", [], { contents: [] }],
    ["a request for input", input, input],
  ])("answers %s", async (_, answer, result) => {
    const any = resource(
      uri,
      { name: "any", mimeType },
      () => answer as string,
    );
    expect(await read([any], uri)).toEqual(result);
  });

  test.each([undefined, null, Promise.resolve(null)])(
    "is not found where the handler returns %s",
    async (answer) => {
      const one = resource("a:b", { name: "one" }, () => answer as never);
      const each = resourceTemplate(
        "c:{d}",
        { name: "each" },
        () => answer as never,
      );
      for (const uri of ["a:b", "c:d"])
        await expect(read([one, each], uri)).rejects.toMatchObject({
          message: "Resource not found",
          data: { uri },
        });
    },
  );

  test.each([[1], [{ contents: "a" }], [[undefined]]])(
    "cannot answer %j",
    async (answer) => {
      const any = resource("a:b", { name: "any" }, () => answer as never);
      await expect(read([any], "a:b")).rejects.toBeInstanceOf(TypeError);
    },
  );

  test("says how long it may be kept, where the revision has that", async () => {
    const options = { name: "a", ttlMs: 1000, cacheScope: "public" as const };
    const kept = resource("a:b", options, () => "");
    const contents = [{ uri: "a:b", text: "" }];
    expect(await read([kept], "a:b")).toEqual({
      contents,
      ttlMs: 1000,
      cacheScope: "public",
    });
    expect(await read([kept], "a:b", "older")).toEqual({ contents });
    const host = createHost([kept]);
    expect(await host.request("resources/list")).toEqual({
      resources: [{ uri: "a:b", name: "a" }],
    });
  });

  test.each(["", "today", "/today", "1a:b", ":b", "a b:c"])(
    "has no URI like %j",
    (uri) => {
      expect(() => resource(uri, { name: "a" }, () => "")).toThrow(TypeError);
    },
  );
});

describe("reading", () => {
  test("takes the exact URI first, then templates in their order", async () => {
    const name = "a";
    const exact = resource("a://one", { name }, () => "exact");
    const first = resourceTemplate("a://{x}", { name }, () => "first");
    const second = resourceTemplate("a://{+x}", { name }, () => "second");
    const features = [second, first, exact];
    expect(await read(features, "a://one")).toMatchObject({
      contents: [{ text: "exact" }],
    });
    expect(await read(features, "a://two")).toMatchObject({
      contents: [{ text: "second" }],
    });
    expect(await read([first, second], "a://two")).toMatchObject({
      contents: [{ text: "first" }],
    });
    expect(await read([first, second], "a://two/three")).toMatchObject({
      contents: [{ text: "second" }],
    });
  });

  test("gives a template's handler its variables and the URI", async () => {
    const template = resourceTemplate(
      "repo://{owner}/{name}{/path*}{?ref}",
      { name: "a" },
      (variables, context, uri) =>
        JSON.stringify([variables, context.method, uri]),
    );
    const uri = "repo://me/it/a/b%20c?ref=main";
    expect(await read([template], uri)).toEqual({
      contents: [
        {
          uri,
          text: JSON.stringify([
            { owner: "me", name: "it", path: ["a", "b c"], ref: "main" },
            "resources/read",
            uri,
          ]),
        },
      ],
    });
  });

  test("of what nobody has is an error with the URI", async () => {
    for (const uri of [
      "weather://Oslo",
      "weather://a/b",
      "other:",
      "__proto__",
    ]) {
      await expect(read([today, city], uri)).rejects.toMatchObject({
        code: -32602,
        message: "Resource not found",
        data: { uri },
      });
      await expect(read([today, city], uri, "older")).rejects.toMatchObject({
        code: -32002,
        data: { uri },
      });
    }
  });

  test("lets the next template answer what one does not know", async () => {
    const any = resourceTemplate("weather://{any}", { name: "b" }, () => "Fog");
    expect(await read([city, any], "weather://Oslo")).toMatchObject({
      contents: [{ text: "Fog" }],
    });
    expect(await read([city, any], "weather://Rome")).toMatchObject({
      contents: [{ text: "Rain" }],
    });
  });

  test("leaves a failure to the server", async () => {
    const error = new Error("secret");
    const failing = resource("a:b", { name: "a" }, () => {
      throw error;
    });
    await expect(read([failing], "a:b")).rejects.toBe(error);
  });
});

describe("a variable of a template", () => {
  const language = prompt(
    "p",
    { arguments: { l: { complete: ["a"] } } },
    () => "",
  );
  const host = createHost([language, today, city]);

  function complete(uri: string, name: string, value = "") {
    return host.request("completion/complete", {
      ref: { type: "ref/resource", uri },
      argument: { name, value },
    });
  }

  test("is completed, beside the arguments of prompts", async () => {
    expect(await complete("weather://{city}", "city", "o")).toEqual({
      completion: { values: ["Oslo"], total: 1, hasMore: false },
    });
    const ref = { type: "ref/prompt", name: "p" };
    const params = { ref, argument: { name: "l", value: "" } };
    for (const one of [host, createHost([city, language])])
      expect(await one.request("completion/complete", params)).toMatchObject({
        completion: { values: ["a"] },
      });
  });

  test("of a resource that is no template has no values", async () => {
    expect(await complete("weather://today", "x")).toMatchObject({
      completion: { values: [] },
    });
  });

  test("that is unknown is a protocol error", async () => {
    const asked = [
      complete("weather://{city}", "__proto__"),
      complete("weather://{city}", "day"),
      complete("weather://{town}", "city"),
    ];
    for (const one of asked)
      await expect(one).rejects.toMatchObject({ code: -32602 });
  });

  test("tells that the server completes, and only then", () => {
    const resources = { listChanged: true, subscribe: true };
    expect(createHost([city]).capabilities()).toEqual({
      resources,
      completions: {},
    });
    const plain = resourceTemplate("a:{b}", { name: "a" }, () => "");
    expect(createHost([today, plain]).capabilities()).toEqual({ resources });
  });
});
