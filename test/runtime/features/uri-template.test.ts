import { describe, expect, test } from "vitest";
import { expandUriTemplate } from "../../../src/runtime/registry/index.ts";
import {
  createPlan,
  createUriMatcher,
  matchPlan,
} from "../../../src/runtime/features/uri/match.ts";
import { costOf } from "../../support/cost.ts";
import { fc } from "../../support/random.ts";

/** The values that the examples of RFC 6570, section 3.2, expand. */
const values = {
  count: ["one", "two", "three"],
  dom: ["example", "com"],
  dub: "me/too",
  hello: "Hello World!",
  half: "50%",
  var: "value",
  who: "fred",
  base: "http://example.com/home/",
  path: "/foo/bar",
  list: ["red", "green", "blue"],
  keys: { semi: ";", dot: ".", comma: "," },
  v: "6",
  x: "1024",
  y: "768",
  empty: "",
  empty_keys: {},
  undef: undefined,
};

describe("expanding a URI template", () => {
  test.each([
    ["{count}", "one,two,three"],
    ["{/count*}", "/one/two/three"],
    ["{;count}", ";count=one,two,three"],
    ["{;count*}", ";count=one;count=two;count=three"],
    ["{?count*}", "?count=one&count=two&count=three"],
    ["{&count*}", "&count=one&count=two&count=three"],
    ["{hello}", "Hello%20World%21"],
    ["{half}", "50%25"],
    ["O{empty}X", "OX"],
    ["O{undef}X", "OX"],
    ["{x,hello,y}", "1024,Hello%20World%21,768"],
    ["?{x,empty}", "?1024,"],
    ["?{x,undef}", "?1024"],
    ["?{undef,y}", "?768"],
    ["{var:3}", "val"],
    ["{var:30}", "value"],
    ["{list}", "red,green,blue"],
    ["{keys}", "semi,%3B,dot,.,comma,%2C"],
    ["{keys*}", "semi=%3B,dot=.,comma=%2C"],
    ["{+hello}", "Hello%20World!"],
    ["{+half}", "50%25"],
    ["{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"],
    ["{+base}index", "http://example.com/home/index"],
    ["up{+path}{var}/here", "up/foo/barvalue/here"],
    ["{+path:6}/here", "/foo/b/here"],
    ["{+keys*}", "semi=;,dot=.,comma=,"],
    ["{#x,hello,y}", "#1024,Hello%20World!,768"],
    ["foo{#empty}", "foo#"],
    ["foo{#undef}", "foo"],
    ["X{.var}", "X.value"],
    ["www{.dom*}", "www.example.com"],
    ["X{.empty_keys*}", "X"],
    ["{/var,empty}", "/value/"],
    ["{/var:1,var}", "/v/value"],
    ["{/list*,path:4}", "/red/green/blue/%2Ffoo"],
    ["{/keys*}", "/semi=%3B/dot=./comma=%2C"],
    ["{;x,y,empty}", ";x=1024;y=768;empty"],
    ["{;keys*}", ";semi=%3B;dot=.;comma=%2C"],
    ["{?x,y,empty,undef}", "?x=1024&y=768&empty="],
    ["{?keys}", "?keys=semi,%3B,dot,.,comma,%2C"],
    ["?fixed=yes{&x}", "?fixed=yes&x=1024"],
    ["{empty_keys}{?empty_keys*}", ""],
  ])("makes of %s what RFC 6570 does", (template, expanded) => {
    expect(expandUriTemplate(template, values)).toBe(expanded);
  });

  test("encodes what a URI cannot hold, and nothing twice", () => {
    expect(expandUriTemplate("é {a}", { a: "é" })).toBe("%C3%A9%20%C3%A9");
    expect(expandUriTemplate("{+a}", { a: "%20%zz[é]" })).toBe(
      "%20%25zz[%C3%A9]",
    );
    expect(expandUriTemplate("{a:1}", { a: "😀b" })).toBe("%F0%9F%98%80");
    expect(expandUriTemplate("{a}{b}", { a: 1, b: true })).toBe("1true");
  });

  test("knows no variable but those it is given", () => {
    expect(expandUriTemplate("{constructor}{toString}", {})).toBe("");
  });
});

describe("a URI template", () => {
  test.each([
    "{",
    "a}",
    "a}{b}",
    "{a",
    "{}",
    "{+}",
    "{a b}",
    "{a-b}",
    "{=a}",
    "{!a}",
    "{|a}",
    "{a,}",
    "{a:0}",
    "{a:10000}",
    "{a:x}",
    "{a:1*}",
    "{a**}",
    "{{a}}",
    "{a:1:2}",
    "{.a..b}",
  ])("is not %s", (template) => {
    expect(() => expandUriTemplate(template, {})).toThrow(TypeError);
    expect(() => createUriMatcher(template)).toThrow(TypeError);
  });

  test("has a bounded length", () => {
    expect(() => createUriMatcher("x".repeat(8192))).not.toThrow();
    expect(() => createUriMatcher("x".repeat(8193))).toThrow(TypeError);
  });

  test.each([
    ["a://{x}{y}", "need a reserved character"],
    ["a://{x}-{y}", "need a reserved character"],
    ["a://{name}{.ext}", "need a reserved character"],
    ["a://{+x}/{y}", "follows what takes all the rest"],
    ["a://{/x*}/{y}", "follows what takes all the rest"],
    ["a://{+x,y}", "several variables"],
    ["a://{x*}", "modifier"],
    ["a://{x:3}", "modifier"],
    ["a://{?x*}", "modifier"],
    ["a://{?x:3}", "modifier"],
    ["a://{?x}{#y}", "follows its pairs"],
    ["a://{?x}/y", "follows its pairs"],
    ["a://b?c=d{?x}", '"?" occurs before'],
    ["a://{x}/{x}", "twice"],
    ["a://{x}{?x}", "twice"],
  ])("%s is refused for matching", (template, reason) => {
    expect(() => createUriMatcher(template)).toThrow(reason);
    expect(() => expandUriTemplate(template, {})).not.toThrow();
  });
});

describe("matching", () => {
  test.each([
    ["a://b", "a://b", {}],
    ["a://{x}", "a://b", { x: "b" }],
    ["a://{x}", "a://b%20c", { x: "b c" }],
    ["a://{x}", "a://é", { x: "é" }],
    ["a://{x}", "a://me@b.c:80", { x: "me@b.c:80" }],
    ["a://{x}", "a://%252E%252e", { x: "%2E%2e" }],
    ["a://{x}", "a://...", { x: "..." }],
    ["a://{x}/c", "a://b/c", { x: "b" }],
    ["a://{x}.json", "a://b.json.json", { x: "b.json" }],
    ["a://{x}-c/{y}", "a://b-c-c/d", { x: "b-c", y: "d" }],
    ["a://{x,y}", "a://b,c", { x: "b", y: "c" }],
    ["a://{x}@{y}:{z}", "a://b@c:d", { x: "b", y: "c", z: "d" }],
    ["a:{/x,y}", "a:/b/c", { x: "b", y: "c" }],
    ["a:{.x}", "a:.b", { x: "b" }],
    ["a:{/x*}", "a:/b/c%20d", { x: ["b", "c d"] }],
    ["a:{/x*}/z", "a:/b/z/z", { x: ["b", "z"] }],
    ["a://{+x}", "a://b/c?d=e#f", { x: "b/c?d=e#f" }],
    ["a://{+x}", "a:///b", undefined],
    ["a:{+x}", "a:/b", undefined],
    ["a:/{+x}", "a:/b", { x: "b" }],
    ["{+x}", "ab://c/d", { x: "ab://c/d" }],
    ["{+x}", "file:///b", { x: "file:///b" }],
    ["{+x}", "/b", undefined],
    ["a://b{?x}", "a://b?x=c:d", { x: "c:d" }],
    ["a://b{?x}", "a://b?x=c/d", { x: "c/d" }],
    ["a://b{?x}", "a://b?x=https://c/d", { x: "https://c/d" }],
    ["a://b{?x}", "a://b?x=profile:c", { x: "profile:c" }],
    ["a://{x}", "a://b:c", { x: "b:c" }],
    ["a://{+x}/raw", "a://b/raw/raw", { x: "b/raw" }],
    ["a://{+x}{?y}", "a://b/c?y=d", { x: "b/c", y: "d" }],
    ["a://b{#x}", "a://b#c/d", { x: "c/d" }],
    ["a://b{?x,y}", "a://b", {}],
    ["a://b{?x,y}", "a://b?y=2&x=1", { x: "1", y: "2" }],
    ["a://b{?x,y}", "a://b?y=c%26d%3De/f", { y: "c&d=e/f" }],
    ["a://b{?x}", "a://b?x=", { x: "" }],
    ["a://b{?x}", "a://b?x", { x: "" }],
    ["a://b?c=d{&x}", "a://b?c=d&x=1", { x: "1" }],
    ["a://b{;x,y}", "a://b;x=1;y", { x: "1", y: "" }],
    ["a://é/{x}", "a://%C3%A9/b", { x: "b" }],
    ["a://{x}", "a://", undefined],
    ["a://{x}", "b://c", undefined],
    ["a://{x}", "A://c", undefined],
    ["a://{x}/c", "a:///c", undefined],
    ["a://{x}/c", "a://b/cc", undefined],
    ["a://b", "a://bb", undefined],
    ["a://{x}/{y}", "a://b", undefined],
    ["a:{/x*}", "a:/b//c", undefined],
    ["a:{/x*}", "a:/", undefined],
    ["a:{/x*}", "a:", undefined],
    ["a://b{?x}", "a://b?", undefined],
    ["a://b{?x}", "a://b?z=1", undefined],
    ["a://b{?x}", "a://b?x=1&x=2", undefined],
    ["a://b{?x}", "a://b?x=1#c", undefined],
    ["a://b{?x}", "a://b?__proto__=1", undefined],
  ])("%s takes %s for %j", (template, uri, expected) => {
    const { match } = createUriMatcher(template);
    const variables = match(uri);
    expect(variables && { ...variables }).toEqual(expected);
  });

  test.each(["a%", "%zz", "%C3", "%c3%28", "%ff", "%u0041"])(
    "takes no malformed percent-encoding such as %s",
    (bad) => {
      expect(createUriMatcher("a://{x}").match(`a://${bad}`)).toBeUndefined();
      expect(createUriMatcher("a://{+x}").match(`a://${bad}`)).toBeUndefined();
      expect(createUriMatcher("a:{/x*}").match(`a:/b/${bad}`)).toBeUndefined();
      expect(createUriMatcher("a:{?x}").match(`a:?x=${bad}`)).toBeUndefined();
    },
  );

  test.each([
    "..",
    ".",
    "%2e%2e",
    "%2E.",
    "..%2fetc",
    "..%5cetc",
    "..\\etc",
    "b%2f..%2fc",
    "b%00",
    "\0",
  ])("takes no way out of a folder such as %j", (bad) => {
    expect(createUriMatcher("a://{x}").match(`a://${bad}`)).toBeUndefined();
    expect(createUriMatcher("a://{x}/c").match(`a://${bad}/c`)).toBeUndefined();
    expect(createUriMatcher("a://{+x}").match(`a://${bad}`)).toBeUndefined();
    expect(createUriMatcher("a://{+x}").match(`a://b/${bad}`)).toBeUndefined();
    expect(createUriMatcher("a://{+x}").match(`a://${bad}/b`)).toBeUndefined();
    expect(createUriMatcher("a:{/x*}").match(`a:/b/${bad}`)).toBeUndefined();
    expect(createUriMatcher("a:{?x}").match(`a:?x=${bad}`)).toBeUndefined();
  });

  test.each(["/etc", "%2Fetc", "\\etc", "%5Cetc", "/", "//etc"])(
    "takes no root such as %s after a slash",
    (bad) => {
      expect(createUriMatcher("a://{+x}").match(`a://${bad}`)).toBeUndefined();
    },
  );

  test.each([
    "/etc/passwd",
    "%2Fetc%2Fpasswd",
    "//host/share",
    "\\etc",
    "%5C%5Chost%5Cshare",
    "C:/Windows",
    "c%3A%5CWindows",
    "C:",
    "file:///etc/passwd",
    "FILE%3A/etc/passwd",
  ])("takes nothing absolute such as %s", (bad) => {
    const templates = [
      ["a:{+x}", `a:${bad}`],
      ["a://b/{+x}", `a://b/${bad}`],
      ["a://b-{+x}", `a://b-${bad}`],
      ["a://b{#x}", `a://b#${bad}`],
      ["a://b{?x}", `a://b?x=${bad}`],
      ["a://b?y=1{&x}", `a://b?y=1&x=${bad}`],
      ["a://b{;x}", `a://b;x=${bad}`],
      ["a://b/{x}", `a://b/${bad}`],
      ["a:{/x*}", `a:/${bad}`],
      ["a:{/x*}", `a:/b/${bad}`],
    ];
    for (const [template = "", uri = ""] of templates)
      expect(createUriMatcher(template).match(uri), uri).toBeUndefined();
  });

  test.each([
    "b%0D%0Ac",
    "b%0Ac",
    "b%0D",
    "%09b",
    "b%00c",
    "b%1Bc",
    "b%7F",
    "b%C2%85c",
    "b%E2%80%A8c",
    "b%E2%80%A9c",
    "b\r\nc",
    "b\tc",
  ])("takes no control character or line break such as %j", (bad) => {
    for (const [template, uri] of [
      ["a://{x}", `a://${bad}`],
      ["a://{x}/c", `a://${bad}/c`],
      ["a://{+x}", `a://${bad}`],
      ["a:{/x*}", `a:/b/${bad}`],
      ["a:b{.x}", `a:b.${bad}`],
      ["a:b{#x}", `a:b#${bad}`],
      ["a:{?x}", `a:?x=${bad}`],
      ["a:{;x}", `a:;x=${bad}`],
    ] as const)
      expect(createUriMatcher(template).match(uri)).toBeUndefined();
  });

  test.each(["b%2Fc", "b/c", "b%5Cc", "b\\c", "b?c", "b#c"])(
    "takes no more than one segment for a simple variable: %s",
    (bad) => {
      expect(createUriMatcher("a://{x}").match(`a://${bad}`)).toBeUndefined();
    },
  );

  test("keeps variables named __proto__ and constructor apart", () => {
    const { match, names } = createUriMatcher("a://{__proto__}/{constructor}");
    expect(names).toEqual(["__proto__", "constructor"]);
    const variables = match("a://b/c");
    expect(Object.entries(variables ?? {})).toEqual([
      ["__proto__", "b"],
      ["constructor", "c"],
    ]);
    expect(createUriMatcher("a://b").match("a://b")?.["constructor"]).toBe(
      undefined,
    );
  });

  test("reads back what was expanded", () => {
    const text = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
      .filter((one) => !/[\\/\p{Cc}\u2028\u2029]/u.test(one))
      .filter((one) => !/^(?:[a-z]:$|file:)/i.test(one))
      .filter((one) => one !== "." && one !== "..");
    const template = "a://{x}:{y}{/z*}{?p,q}";
    const { match } = createUriMatcher(template);
    const record = fc.record(
      {
        x: text,
        y: text,
        z: fc.array(text, { minLength: 1, maxLength: 4 }),
        p: text,
        q: text,
      },
      { requiredKeys: ["x", "y", "z"] },
    );
    fc.assert(
      fc.property(record, (given) => {
        const uri = expandUriTemplate(template, given);
        expect({ ...match(uri) }).toEqual({ ...given });
      }),
    );
  });
});

describe("a hostile URI", () => {
  const template = "a://{a}/{b}/{c},{d}:{e}@{f}/x{/g*}{?p,q}";
  const bait = [
    "/",
    "%2F",
    "a",
    "{",
    "%",
    "?p=",
    "&",
    "p=1&",
    ",",
    ":",
    "@/",
    "../../",
  ];
  const ofLength = (length: number): string[] =>
    bait.flatMap((one) => {
      const tail = one.repeat(length / one.length);
      return [
        `a://${tail}`,
        `a://a/b/c,d:e@f/x/${tail}`,
        `a://a/b/c,d:e@f/x/g?${tail}`,
      ];
    });
  const uris = ofLength(100_000);

  test("beyond the bound is not looked at", async () => {
    const { match } = createUriMatcher("a://{+x}");
    expect(match(`a://${"b".repeat(8188)}`)).toBeDefined();
    expect(match(`a://${"b".repeat(8189)}`)).toBeUndefined();
    const cost = await costOf(() => {
      for (const uri of uris) expect(match(uri)).toBeUndefined();
    });
    expect(cost).toBeLessThan(500);
  });

  test("takes linear time even without the bound", async () => {
    const plan = createPlan(template);
    const cost = (uris: readonly string[], times: number): Promise<number> =>
      costOf(() => {
        for (let time = 0; time < times; time++)
          for (const uri of uris) matchPlan(plan, uri);
      });
    const short = ofLength(5_000);
    const long = ofLength(40_000);
    const ratios: number[] = [];
    // One right behind the other: a machine does not stay as busy as it is.
    for (let round = 0; round < 11; round++) {
      const ofShort = await cost(short, 8);
      ratios.push((await cost(long, 1)) / ofShort);
    }
    // As many characters in all: eight times as long, if it were quadratic.
    expect(ratios.sort((one, other) => one - other)[5]).toBeLessThan(3);
  });

  test("makes no template slow to read", async () => {
    const cost = await costOf(() => {
      for (const one of ["{a", "{a}/", "}", "{", "{a,", "{%41", "{a."]) {
        const hostile = one.repeat(8192 / one.length);
        expect(() => createUriMatcher(hostile)).toThrow(TypeError);
      }
    });
    expect(cost).toBeLessThan(2_000);
  });
});
