import {
  describe,
  expect,
  expectTypeOf,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";
import * as june from "../../../generated/2025-06-18/index.ts";
import * as march from "../../../generated/2025-03-26/index.ts";
import * as november from "../../../generated/2025-11-25/index.ts";
import {
  connect,
  createClient,
  createServer,
  elicit,
  form,
  inputRequired,
  jsonSchema,
  tool,
  type FormAnswer,
  type ServerContext,
  type types,
} from "../../../generated/index.ts";
import { InvalidMessageError } from "../../../src/runtime/index.ts";
import { fromAjv } from "../../../src/runtime/registry/ajv.ts";

const info = { name: "test", version: "1" };

const trip = z.object({
  date: z.iso.date(),
  nights: z.coerce.number().int().min(1).default(2),
  meal: z.enum(["fish", "rice"]).optional(),
});

type Answer = types.ElicitResult;

const eras = [
  ["without a handshake", createClient],
  ["after a handshake", november.createClient],
  ["in the first revision with forms", june.createClient],
] as const;

/** Calls the one tool of a server, and answers what it asks. */
async function call(
  handler: (context: ServerContext) => unknown,
  answer: Answer | ((params: object) => Answer),
  create: (typeof eras)[number][1] = createClient,
) {
  const onError = vi.fn<(error: Error) => void>();
  const book = tool("book", {}, async (_, context) => {
    const value = await handler(context);
    return asks(value) ? value : JSON.stringify(value);
  });
  const server = createServer({ info, onError, features: [book] });
  const asked: object[] = [];
  const elicit = (params: object) => {
    asked.push(params);
    // Of the revision that the client speaks.
    return (typeof answer === "function" ? answer(params) : answer) as {
      action: "accept";
    };
  };
  const client = create({ info, onError, handlers: { elicit } });
  onTestFinished(() => client.close());
  await connect(server, client);
  const { content, isError = false } = await client.callTool({ name: "book" });
  const [{ text }] = content as unknown as [{ text: string }];
  return { asked, onError, isError, text };
}

function asks(value: unknown): value is ReturnType<typeof inputRequired> {
  return typeof value === "object" && value !== null && "resultType" in value;
}

const accept = (content: Answer["content"] & object): Answer => ({
  action: "accept",
  content,
});

const ask = (context: ServerContext): Promise<unknown> =>
  context.ask("trip", trip, "When?");

async function askFirst(context: ServerContext): Promise<unknown> {
  const answer = await context.answer("trip", trip);
  return answer ?? inputRequired({ trip: elicit(trip, "When?") });
}

const ways = [
  ["ask", ask],
  ["inputRequired and answer", askFirst],
] as const;

describe.each(eras)("%s", (_, create) => {
  describe.each(ways)("a question by %s", (_, way) => {
    test("is a form, and its answer is what the schema makes of it", async () => {
      const { asked, text, onError } = await call(
        way,
        accept({ date: "2026-08-01", nights: 3 }),
        create,
      );
      expect(JSON.parse(text)).toEqual({
        action: "accept",
        content: { date: "2026-08-01", nights: 3 },
      });
      expect(asked).toEqual([
        expect.objectContaining({
          message: "When?",
          requestedSchema: {
            type: "object",
            properties: {
              date: { type: "string", format: "date" },
              nights: { type: "integer", minimum: 1, default: 2 },
              meal: { type: "string", enum: ["fish", "rice"] },
            },
            required: ["date"],
          },
        }),
      ]);
      expect(onError).not.toHaveBeenCalled();
    });

    test("has what the schema fills in", async () => {
      const { text } = await call(way, accept({ date: "2026-08-01" }), create);
      expect(JSON.parse(text)).toMatchObject({ content: { nights: 2 } });
    });

    test.each(["decline", "cancel"] as const)(
      "has no content after %s, whatever the client sends with it",
      async (action) => {
        const answer = { action, content: { date: "2026-08-01" } };
        const { text } = await call(way, answer, create);
        expect(JSON.parse(text)).toEqual({ action });
      },
    );

    test("is not answered by what the schema refuses", async () => {
      const { text, isError, onError } = await call(
        way,
        accept({ date: "2026-02-30" }),
        create,
      );
      expect(isError).toBe(true);
      expect(text).toBe(
        'The answer to "trip" does not fit: date: Invalid ISO date',
      );
      expect(onError.mock.calls[0]?.[0]).toBeInstanceOf(InvalidMessageError);
      expect(onError.mock.calls[0]?.[0]).toMatchObject({
        kind: "invalid",
        path: ["content", "date"],
        value: { content: { date: "2026-02-30" } },
      });
    });
  });

  test("titles are where the revision has them", async () => {
    const size = z.object({
      size: z.union([
        z.literal("s").meta({ title: "Small" }),
        z.literal("l").meta({ title: "Large" }),
      ]),
    });
    const titled = [
      { const: "s", title: "Small" },
      { const: "l", title: "Large" },
    ];
    const field =
      create === june.createClient
        ? { type: "string", enum: ["s", "l"], enumNames: ["Small", "Large"] }
        : { type: "string", oneOf: titled };
    const sized = async (context: ServerContext): Promise<unknown> =>
      (await context.answer("size", size)) ??
      inputRequired({ size: elicit(size, "Which?") });
    for (const way of [
      sized,
      (context: ServerContext) => context.ask("size", size, "Which?"),
    ]) {
      const { asked, text } = await call(way, accept({ size: "l" }), create);
      expect(asked).toMatchObject([
        { requestedSchema: { properties: { size: field } } },
      ]);
      expect(JSON.parse(text)).toMatchObject({ content: { size: "l" } });
    }
  });

  test("two questions at once are two", async () => {
    const { text } = await call(
      (context) =>
        Promise.all([
          context.ask("a", trip, "Out?"),
          context.ask("b", trip, "Back?"),
        ]),
      (params) =>
        accept({
          date: JSON.stringify(params).includes("Out")
            ? "2026-08-01"
            : "2026-08-02",
        }),
      create,
    );
    expect(JSON.parse(text)).toMatchObject([
      { content: { date: "2026-08-01" } },
      { content: { date: "2026-08-02" } },
    ]);
  });

  test("what no form can show is a TypeError in the handler", async () => {
    const schema: never = z.object({ a: z.object({}) }) as never;
    const { text, asked } = await call(
      (context) => {
        try {
          return context.ask("a", schema, "A?");
        } catch (error) {
          return String(error);
        }
      },
      { action: "cancel" },
      create,
    );
    expect(text).toMatch(
      /TypeError: no form of 20..-..-.. can show this: requestedSchema.properties.a: expected a field of a flat form/,
    );
    expect(asked).toEqual([]);
  });
});

test("a choice of several is asked where the revision has it, and else refused", async () => {
  const toppings = z.object({ of: z.array(z.enum(["a", "b"])).max(2) });
  const way = (context: ServerContext): Promise<unknown> =>
    context.ask("t", toppings, "Which?");
  const answer = accept({ of: ["a", "b"] });
  for (const create of [createClient, november.createClient])
    expect(JSON.parse((await call(way, answer, create)).text)).toEqual(answer);
  const { onError, isError, asked } = await call(
    way,
    answer,
    june.createClient,
  );
  expect({ isError, asked }).toEqual({ isError: true, asked: [] });
  expect(onError.mock.calls[0]?.[0]).toEqual(
    new TypeError(
      "no form of 2025-06-18 can show this: requestedSchema.properties.of: a choice of several: the client's revision has none",
    ),
  );
});

test("a schema without a JSON Schema is told how to be asked with", async () => {
  const bare = {
    "~standard": { version: 1, vendor: "x", validate: () => ({ value: {} }) },
  };
  const { onError } = await call(
    (context) => context.ask("a", bare as never, "A?"),
    { action: "cancel" },
  );
  expect(onError.mock.calls[0]?.[0]).toEqual(
    new TypeError(
      "context.ask: the schema has no JSON Schema. Use form(schema, { toJSONSchema: z.toJSONSchema }).",
    ),
  );
});

test("a handler that fails at one question leaves no other behind", async () => {
  const { isError } = await call(
    async (context) => {
      const late = context.ask("b", trip, "Back?");
      await context.ask("a", trip, "Out?");
      return late;
    },
    accept({ date: "2026-02-30" }),
    november.createClient,
  );
  expect(isError).toBe(true);
});

test("a revision without forms cannot be asked", async () => {
  const told: unknown[] = [];
  const way = (context: ServerContext): Promise<unknown> =>
    context.ask("trip", trip, "When?").catch((error: unknown) => {
      told.push(error);
      return null;
    });
  const create = march.createClient as unknown as typeof june.createClient;
  await call(way, { action: "cancel" }, create);
  expect(String(told)).toContain(
    "The client cannot be asked: 2025-03-26 has no elicitation/create",
  );
});

describe.each(eras)("a form of the handler's own, %s", (_, create) => {
  const elicited =
    (rest: object = {}) =>
    (context: ServerContext) =>
      context.elicit("trip", {
        message: "When?",
        requestedSchema: {
          type: "object",
          properties: {
            date: { type: "string", format: "date" },
            nights: { type: "number" },
          },
          ...rest,
        },
      });

  test("takes what is of its format, and only the fields that were asked for", async () => {
    const content = { date: "2026-08-01", nights: 2, hasOwnProperty: "x" };
    const extra = { ...content, admin: true, ["__proto__"]: "x" };
    const { text } = await call(elicited(), accept(extra), create);
    expect(JSON.parse(text)).toEqual(accept({ date: "2026-08-01", nights: 2 }));
  });

  test("refuses another format as a question of a schema does", async () => {
    const answer = accept({ date: "2026-02-30" });
    const { text, isError, onError } = await call(elicited(), answer, create);
    expect({ text, isError }).toEqual({
      text: 'The answer to "trip" does not fit: date: must match format "date"',
      isError: true,
    });
    expect(onError.mock.calls[0]?.[0]).toMatchObject({
      kind: "invalid",
      path: ["content", "date"],
    });
  });

  test("refuses other fields where it says that there are none", async () => {
    const { text } = await call(
      elicited({ additionalProperties: false }),
      accept({ date: "2026-08-01", admin: true }),
      create,
    );
    expect(text).toBe(
      'The answer to "trip" does not fit: admin: unknown field',
    );
  });
});

describe("a plain JSON Schema", () => {
  const ajv = fromAjv(new Ajv2020({ strict: false, formats: {} }));
  const value = (format: string) =>
    jsonSchema<{ a: string }>(
      { type: "object", properties: { a: { type: "string", format } } },
      ajv,
    );

  test.each([
    ["date", "2024-02-29", true],
    ["date", "2026-02-29", false],
    ["date", "2026-13-01", false],
    ["date", "tomorrow", false],
    ["date", "2026-1-1", false],
    ["date", "2026-01-01T00:00:00Z", false],
    ["date-time", "2026-08-01T10:00:00Z", true],
    ["date-time", "2026-08-01t10:00:00.5+02:00", true],
    ["date-time", "2026-08-01T10:00:00", false],
    ["date-time", "2026-08-01 10:00:00Z", false],
    ["date-time", "2026-08-32T10:00:00Z", false],
    ["date-time", "2026-08-01T24:00:00Z", false],
    ["email", "ada@example.com", true],
    ["email", "ada", false],
    ["email", "ada @example.com", false],
    ["uri", "https://example.com/a?b#c", true],
    ["uri", "mailto:ada@example.com", true],
    ["uri", "example.com", false],
    ["uri", "https://example.com/a b", false],
  ])("has its formats checked: %s, %s is one: %s", async (format, a, fits) => {
    const schema = value(format);
    for (const one of [schema, form(schema)]) {
      const { isError, text } = await call(
        (context) => context.ask("a", one, "A?"),
        accept({ a }),
      );
      expect({ isError, text }).toEqual(
        fits
          ? { isError: false, text: JSON.stringify(accept({ a })) }
          : {
              isError: true,
              text: `The answer to "a" does not fit: a: must match format "${format}"`,
            },
      );
    }
  });
});

describe("the types of an answer", () => {
  const never = null as unknown as ServerContext;

  test("are what the schema makes, by the action", () => {
    const typed = () => never.ask("trip", trip, "When?");
    expectTypeOf<Awaited<ReturnType<typeof typed>>>().toEqualTypeOf<
      FormAnswer<{
        date: string;
        nights: number;
        meal?: "fish" | "rice" | undefined;
      }>
    >();
    const read = () => never.answer("trip", form(trip));
    expectTypeOf<NonNullable<Awaited<ReturnType<typeof read>>>>().toEqualTypeOf<
      FormAnswer<{
        date: string;
        nights: number;
        meal?: "fish" | "rice" | undefined;
      }>
    >();
    expectTypeOf<FormAnswer<number>["action"]>().toEqualTypeOf<
      "accept" | "decline" | "cancel"
    >();
  });

  test("refuse what no form can show", () => {
    const nested = z.object({ a: z.object({ b: z.string() }) });
    // @ts-expect-error A field has no fields.
    const one = () => never.ask("a", nested, "A?");
    // @ts-expect-error Nor here.
    const two = () => elicit(nested, "A?");
    // @ts-expect-error A form is of an object.
    const three = () => form(z.string());
    const several = z.object({ a: z.array(z.enum(["x"])) });
    const four = () => form(several);
    // @ts-expect-error The first revision with forms has no choice of several.
    const five = () => june.form(several);
    expect([one, two, three, four, five]).toHaveLength(5);
  });
});
