import { failureOf } from "../../../src/cli/call/failure.ts";
import { InvalidMessageError } from "../../../src/runtime/protocol/errors.ts";
import { describe, expect, test } from "vitest";
import {
  parseAssignment,
  parseText,
} from "../../../src/cli/call/params/assignment.ts";
import {
  buildObject,
  readAssignments,
} from "../../../src/cli/call/params/build.ts";
import { checkNames } from "../../../src/cli/call/params/check.ts";
import { schemaPlace } from "../../../src/cli/call/print/signature.ts";

const schema = {
  type: "object",
  properties: {
    count: { type: "integer" },
    ratio: { type: "number" },
    on: { type: "boolean" },
    name: { type: "string" },
    unit: { enum: ["C", "F"] },
    level: { enum: [1, 2, null] },
    tags: { type: "array", items: { type: "string" } },
    sizes: { type: "array", items: { $ref: "#/$defs/size" } },
    place: {
      type: "object",
      properties: {
        city: { type: "string" },
        at: { $ref: "#/$defs/point" },
      },
    },
    points: { type: "array", items: { $ref: "#/$defs/point" } },
    "dotted.name": { type: "number" },
    either: { anyOf: [{ type: "number" }, { type: "string" }] },
    maybe: { type: ["boolean", "null"] },
    both: {
      allOf: [{ type: "object" }, { properties: { x: { type: "number" } } }],
    },
    some: {
      anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
    },
    free: {},
    open: { type: "object", additionalProperties: { type: "number" } },
    itself: { $ref: "#" },
  },
  $defs: {
    size: { type: "number" },
    point: { type: "object", properties: { x: { type: "number" } } },
  },
};

async function built(args: readonly string[], stdin = ""): Promise<unknown> {
  const assignments = args.map((one) =>
    one.startsWith("text:") ? parseText(one.slice(5)) : parseAssignment(one),
  );
  const given = await readAssignments(assignments, {
    readFile: (path) => Buffer.from(files[path] ?? ""),
    readStdin: () => Promise.resolve(Buffer.from(stdin)),
  });
  return buildObject(given, schemaPlace(schema));
}

const files: Readonly<Record<string, string>> = {
  "name.txt": "Ada\n",
  "all.json": '{"count": 1, "place": {"city": "Oslo"}}',
  "tags.json": '["a", "b"]',
};

describe("arguments have the types of their schema", () => {
  test.each<[readonly string[], object]>([
    [["count=3"], { count: 3 }],
    [["ratio=-1.5e2"], { ratio: -150 }],
    [["on=true"], { on: true }],
    [["on"], { on: true }],
    [["name=42"], { name: "42" }],
    [["name=a=b"], { name: "a=b" }],
    [["name="], { name: "" }],
    [["unit=F"], { unit: "F" }],
    [["level=2"], { level: 2 }],
    [["level=null"], { level: null }],
    [["tags=a"], { tags: ["a"] }],
    [["tags=a", "tags=1"], { tags: ["a", "1"] }],
    [["tags[]=a"], { tags: ["a"] }],
    [['tags=["a","b"]'], { tags: ["a", "b"] }],
    [["tags[0]=a", "tags[1]=b"], { tags: ["a", "b"] }],
    [["sizes=1", "sizes=2"], { sizes: [1, 2] }],
    [["place.city=Oslo"], { place: { city: "Oslo" } }],
    [["place.at.x=1"], { place: { at: { x: 1 } } }],
    [
      ['place={"city":"Oslo"}', "place.at.x=1"],
      { place: { city: "Oslo", at: { x: 1 } } },
    ],
    [["points[0].x=1", "points.1.x=2"], { points: [{ x: 1 }, { x: 2 }] }],
    [["dotted.name=1"], { "dotted.name": 1 }],
    [["either=1"], { either: 1 }],
    [["either=one"], { either: "one" }],
    [["text:either=1"], { either: "1" }],
    [["text:name=@x"], { name: "@x" }],
    [["maybe=null"], { maybe: null }],
    [["both.x=1"], { both: { x: 1 } }],
    [["some=a"], { some: "a" }],
    [["some=a", "some=b"], { some: ["a", "b"] }],
    [["free=1"], { free: 1 }],
    [["free=one"], { free: "one" }],
    [['free={"a":[1]}'], { free: { a: [1] } }],
    [["open.a=1"], { open: { a: 1 } }],
    [["itself.itself.count=1"], { itself: { itself: { count: 1 } } }],
    [["unknown=1"], { unknown: 1 }],
    [['{"count":1}', "name=a"], { count: 1, name: "a" }],
    [
      ["@all.json", "place.at.x=1"],
      { count: 1, place: { city: "Oslo", at: { x: 1 } } },
    ],
    [["name=@name.txt"], { name: "Ada\n" }],
    [["tags=@tags.json"], { tags: ["a", "b"] }],
    [["name=-"], { name: "piped" }],
    [["name=@-"], { name: "piped" }],
  ])("%j", async (args, value) => {
    expect(await built(args, "piped")).toEqual(value);
  });

  test("all of them can come from standard input", async () => {
    expect(await built(["-"], ' {"count": 2} ')).toEqual({ count: 2 });
  });

  test("no name is more than a name", async () => {
    const value = await built(["__proto__.x=1", "constructor=2"]);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"x":1},"constructor":2}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

describe("what is none of its type is told", () => {
  test.each<[readonly string[], string]>([
    [["count=1.5"], "count: expected a whole number"],
    [["count=x"], 'count: expected a number, found "x"'],
    [["count="], 'count: expected a number, found ""'],
    [["count=9007199254740993"], "more digits than a number keeps"],
    [["ratio=0x10"], "expected a number"],
    [["name"], "name: it has no value: name=…"],
    [["on=yes"], 'on: expected true or false, found "yes"'],
    [["unit=G"], 'unit: expected "C" | "F", found "G"'],
    [["unit=c"], 'did you mean "C"?'],
    [["tags=[a"], 'tags: "[a" is not valid JSON'],
    [["sizes=x"], "sizes: expected a number"],
    [["place=Oslo"], "place: expected an object as JSON"],
    [["count=1", "count=2"], "count: it is given more than once"],
    [["place.city=a", "place=[1]"], "place: expected an object as JSON"],
    [["name=a", "name.b=c"], "name.b: it is given another value too"],
    [["tags[5]=a"], "in order, from [0] on"],
    [["{nonsense"], "The arguments are no JSON object"],
    [["=1"], "names no argument"],
    [["name=@"], "no file name after @"],
    [["name=-", "-"], "Standard input is one argument only"],
  ])("%j", async (args, reason) => {
    await expect(built(args)).rejects.toThrow(reason);
  });
});

describe("names are held against the schema", () => {
  const subject = { what: 'The tool "x"', usage: "--arg city=<string>" };
  const properties = { city: { type: "string" }, days: { type: "number" } };
  const check = (value: object, more: object = {}): string[] =>
    checkNames(
      { ...value },
      schemaPlace({ type: "object", properties, ...more }),
      subject,
    );

  test.each<[object, object, string, string | undefined]>([
    [{ ciyt: "" }, {}, 'no argument "ciyt"', 'did you mean "city"?'],
    [
      { zzz: 1 },
      { additionalProperties: false },
      'no argument "zzz"',
      subject.usage,
    ],
    [
      { days: 1 },
      { required: ["city", "days"] },
      "needs city (string)",
      subject.usage,
    ],
  ])("%j of %j is refused", (value, more, message, hint) => {
    expect(() => check(value, more)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(message),
        hint,
      }),
    );
  });

  test("what a schema leaves open is let through: told where it names others", () => {
    expect(check({ zzz: 1 })).toEqual(["zzz"]);
    expect(check({ zzz: 1 }, { additionalProperties: true })).toEqual([]);
    expect(
      checkNames({ a: 1 }, schemaPlace({ type: "object" }), subject),
    ).toEqual([]);
  });

  test("also within objects", () => {
    const inner = { properties: { at: { type: "object", properties } } };
    expect(() => check({ at: { ciyt: "" } }, inner)).toThrow('"at.ciyt"');
  });

  test("a schema of a server's that has no end is no endless work", () => {
    const all = Array.from({ length: 40 }, () => ({ $ref: "#" }));
    const endless = { anyOf: all, allOf: all };
    const value = { a: { b: { c: {} } } };
    expect(checkNames(value, schemaPlace(endless), subject)).toEqual([]);
  });
});

const nobody = {
  isAllowed: false,
  hasToken: false,
  hasSecret: false,
  port: undefined,
};

test("a revision that is left out is told in words of the command line", () => {
  const said = "the option revisions leaves out 2025-11-25";
  const error = new InvalidMessageError(`nothing in common; ${said}`, []);
  expect(failureOf(error, false, nobody).message).toBe(
    "nothing in common; --revision leaves out 2025-11-25",
  );
});
