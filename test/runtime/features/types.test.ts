import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import type * as first from "../../../generated/2024-11-05/types.ts";
import type * as types from "../../../generated/2026-07-28/types.ts";
import type { HandlerContext as RequestContext } from "../../../src/runtime/peer/handler-context.ts";
import { inputRequired } from "../../../src/runtime/protocol/input-required.ts";
import {
  assistant,
  defineTool,
  embedded,
  image,
  jsonSchema,
  link,
  structured,
  text,
  user,
  type DefineTool,
} from "../../../src/runtime/registry/index.ts";
import { prompt, resource, resourceTemplate, tool } from "./host.ts";

const trusting = { compile: () => () => undefined };

describe("the types of a tool", () => {
  test("flow from a zod schema, after its defaults and transformations", () => {
    const input = z.object({
      city: z.string(),
      days: z.number().default(1),
    });
    tool("forecast", { input }, (args, context) => {
      expectTypeOf(args).toEqualTypeOf<{ city: string; days: number }>();
      expectTypeOf(context).toEqualTypeOf<RequestContext>();
      return text("");
    });
  });

  test("flow from valibot, arktype and plain JSON Schema", () => {
    const ofValibot = toStandardJsonSchema(v.object({ city: v.string() }));
    tool("a", { input: ofValibot }, (args) => {
      expectTypeOf(args).toEqualTypeOf<{ city: string }>();
      return "";
    });
    tool("b", { input: type({ city: "string" }) }, (args) => {
      expectTypeOf(args).toEqualTypeOf<{ city: string }>();
      return "";
    });
    const plain = jsonSchema<{ city: string }>({ type: "object" }, trusting);
    tool("c", { input: plain }, (args) => {
      expectTypeOf(args).toEqualTypeOf<{ city: string }>();
      return "";
    });
    const untyped = jsonSchema({ type: "object" }, trusting);
    tool("d", { input: untyped }, (args) => {
      expectTypeOf(args["city"]).toEqualTypeOf<unknown>();
      return "";
    });
  });

  test("have no arguments without a schema", () => {
    tool("now", {}, (args) => {
      expectTypeOf(args["city"]).toEqualTypeOf<undefined>();
      return "";
    });
  });

  test("take every form of an answer", () => {
    const input = z.object({});
    tool("a", { input }, () => "text");
    tool("b", { input }, async () => image(new Uint8Array(), "image/png"));
    tool("c", { input }, () => [text("a"), embedded("a:b", "c"), "text"]);
    tool("d", { input }, () => link({ uri: "a:b", name: "b" }));
    tool("e", { input }, () => ({ content: [text("no")], isError: true }));
    tool("f", { input }, () =>
      inputRequired({ name: { method: "elicitation/create" } }),
    );
    // @ts-expect-error: a number is no answer
    tool("g", { input }, () => 1);
    // @ts-expect-error: nothing is no answer
    tool("h", { input }, () => {});
    // @ts-expect-error: no such block
    tool("i", { input }, () => ({ type: "video", data: "" }));
  });

  test("hold a structured result against the output schema", () => {
    const output = z.object({ kind: z.enum(["sun", "rain"]) });
    tool("a", { output }, () => structured({ kind: "sun" }));
    const rain = { kind: "rain" as const };
    tool("b", { output }, () => ({ structuredContent: rain }));
    tool("c", { output }, () => structured({ kind: "sun" }, [text("Sunny")]));
    tool("c2", { output }, async () =>
      structured({ kind: "sun" }, [text("Sunny")]),
    );
    tool("d", { output }, () => ({ content: [text("no")], isError: true }));
    // @ts-expect-error: not of the schema
    tool("e", { output }, () => structured({ kind: "snow" }));
    // @ts-expect-error: text alone does not keep the schema's promise
    tool("f", { output }, () => "sun");
  });

  test("know the fields of their revision", () => {
    const old: DefineTool<first.Tool, first.CallToolResult, RequestContext> =
      defineTool;
    old("a", { description: "…" }, () => text(""));
    // @ts-expect-error: no title in this revision
    old("b", { title: "…" }, () => text(""));
    tool("c", { title: "…" }, () => text(""));
    // @ts-expect-error: a name is there already
    expect(() => tool("d", { name: "…" }, () => text(""))).toThrow(TypeError);
  });

  test("refuse a schema that cannot give its JSON Schema", () => {
    const input = v.object({ city: v.string() });
    // @ts-expect-error: wants toStandardJsonSchema
    expect(() => tool("a", { input }, () => "")).toThrow(TypeError);
  });
});

describe("the types of a prompt", () => {
  test("flow from its arguments", () => {
    prompt(
      "review",
      {
        description: "…",
        arguments: {
          code: { description: "…", required: true },
          language: { complete: ["c", "rust"] },
          style: { complete: (value, known) => [value, ...Object.keys(known)] },
        },
      },
      (args, context) => {
        expectTypeOf(args.code).toEqualTypeOf<string>();
        expectTypeOf(args.language).toEqualTypeOf<string | undefined>();
        expectTypeOf(args.style).toEqualTypeOf<string | undefined>();
        expectTypeOf(context).toEqualTypeOf<RequestContext>();
        // @ts-expect-error: not an argument
        args.other;
        return `Review ${args.code}`;
      },
    );
  });

  test("take every form of an answer", () => {
    prompt("a", {}, () => [user("Hi"), assistant(text("Hello"))]);
    prompt("b", {}, () => text("Hi"));
    prompt("c", {}, async () => ({ messages: [user("Hi")] }));
    const block: types.ContentBlock = text("Hi");
    prompt("d", {}, () => [user(block)]);
    // @ts-expect-error: a number is no answer
    prompt("e", {}, () => 1);
  });
});

describe("the types of a resource", () => {
  test("take every form of an answer", () => {
    const options = { name: "a", mimeType: "text/plain", ttlMs: 1000 };
    resource("a:b", options, (uri, context) => {
      expectTypeOf(uri).toEqualTypeOf<string>();
      expectTypeOf(context).toEqualTypeOf<RequestContext>();
      return uri;
    });
    resource("a:c", options, async () => new Uint8Array());
    resource("a:d", options, () => ({ text: "", mimeType: "text/html" }));
    resource("a:e", options, () => [{ blob: new Uint8Array() }, ""]);
    resource("a:f", options, () => ({ contents: [{ uri: "a:f", text: "" }] }));
    resource("a:g", options, () => undefined);
    // @ts-expect-error: a number is no answer
    resource("a:h", options, () => 1);
    // @ts-expect-error: a resource has a name
    resource("a:i", {}, () => "");
  });

  test("flow from the variables of a template", () => {
    resourceTemplate(
      "repo://{owner}/{name}{/path*}{?ref,page}",
      {
        name: "a",
        complete: {
          owner: ["me"],
          ref: (value) => [value],
        },
      },
      (variables, context, uri) => {
        expectTypeOf(variables).toEqualTypeOf<{
          readonly owner: string;
          readonly name: string;
          readonly path: readonly string[];
          readonly ref: string | undefined;
          readonly page: string | undefined;
        }>();
        expectTypeOf(context).toEqualTypeOf<RequestContext>();
        expectTypeOf(uri).toEqualTypeOf<string>();
        return variables.owner;
      },
    );
    expect(() => {
      // @ts-expect-error: no such variable
      resourceTemplate("a://{b}", { name: "a", complete: { c: [] } }, () => "");
    }).toThrow(TypeError);
    resourceTemplate("a://{+b}/c" as string, { name: "a" }, (variables) => {
      expectTypeOf(variables["b"]).toEqualTypeOf<
        string | readonly string[] | undefined
      >();
      return "";
    });
  });
});
