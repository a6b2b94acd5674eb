import { expect, test } from "vitest";
import {
  bearerChallenge,
  readChallenges,
} from "../../../../src/runtime/auth/client/discovery/challenge.ts";
import { fc, runs } from "../../../support/random.ts";

const url = "https://mcp.example.com/.well-known/oauth-protected-resource";

type Read = readonly [scheme: string, params: object, token68?: string];

const headers: readonly (readonly [
  title: string,
  header: string | null,
  read: readonly Read[],
])[] = [
  ["no header", null, []],
  ["an empty header", "", []],
  ["a scheme alone", "Bearer", [["bearer", {}]]],
  [
    "parameters, quoted and not",
    'Bearer error=invalid_token, scope="a b"',
    [["bearer", { error: "invalid_token", scope: "a b" }]],
  ],
  [
    "any case, and space around the sign",
    'bEARER Resource_Metadata = "x" ,\tERROR="y"',
    [["bearer", { resource_metadata: "x", error: "y" }]],
  ],
  [
    "escapes, and commas within quotes",
    String.raw`Bearer realm="a \"b\", c\\", error="d"`,
    [["bearer", { realm: 'a "b", c\\', error: "d" }]],
  ],
  [
    "what looks like a challenge within quotes",
    'Bearer realm="x, Bearer resource_metadata=https://evil.example", error="y"',
    [
      [
        "bearer",
        {
          realm: "x, Bearer resource_metadata=https://evil.example",
          error: "y",
        },
      ],
    ],
  ],
  [
    "several challenges in one header",
    'Basic realm="x", Bearer error="y", scope="z", DPoP algs="ES256"',
    [
      ["basic", { realm: "x" }],
      ["bearer", { error: "y", scope: "z" }],
      ["dpop", { algs: "ES256" }],
    ],
  ],
  [
    "several headers, joined, of schemes without parameters",
    'Negotiate, Basic, Bearer, Bearer scope="a"',
    [
      ["negotiate", {}],
      ["basic", {}],
      ["bearer", {}],
      ["bearer", { scope: "a" }],
    ],
  ],
  [
    "token68",
    'Negotiate oYG2MIGz/+==, Bearer error="y"',
    [
      ["negotiate", {}, "oYG2MIGz/+=="],
      ["bearer", { error: "y" }],
    ],
  ],
  [
    "a URL without quotes",
    `Bearer resource_metadata=${url}, scope=a`,
    [["bearer", { resource_metadata: url, scope: "a" }]],
  ],
  [
    "the first of several with one name",
    'Bearer scope="a", scope="b", Scope=c',
    [["bearer", { scope: "a" }]],
  ],
  [
    "names of the prototype",
    'Bearer __proto__="a", constructor="b"',
    [
      [
        "bearer",
        Object.fromEntries([
          ["__proto__", "a"],
          ["constructor", "b"],
        ]),
      ],
    ],
  ],
  [
    "spaces in place of commas",
    'Bearer error="a" scope="b"',
    [["bearer", { error: "a", scope: "b" }]],
  ],
  [
    "a quote that never ends, and takes no more with it than what follows",
    'Bearer error="a", scope="b, resource_metadata=c',
    [["bearer", { error: "a" }]],
  ],
  ["a parameter of nobody", 'error="a", Bearer', [["bearer", {}]]],
  [
    "signs that begin nothing",
    '(((, ;Bearer @ error="a"',
    [["bearer", { error: "a" }]],
  ],
  [
    "a parameter without a value",
    "Bearer realm=x, scope=, error=a",
    [["bearer", { realm: "x", error: "a" }]],
  ],
];

test.each(headers)("a header is read: %s", (_, header, read) => {
  expect(
    readChallenges(header).map(({ scheme, params, token68 }) => [
      scheme,
      Object.fromEntries(params),
      ...(token68 === undefined ? [] : [token68]),
    ]),
  ).toEqual(read);
});

test("what is asked of a bearer is put together from challenges of Bearer and DPoP", () => {
  const header = `Basic realm="x", Bearer error="invalid_token", error_description="gone", DPoP algs="ES256 PS256", resource_metadata="${url}", scope="a  b a"`;
  expect(bearerChallenge(header)).toEqual({
    scheme: "Bearer",
    error: "invalid_token",
    errorDescription: "gone",
    scope: ["a", "b"],
    resourceMetadata: url,
    algs: ["ES256", "PS256"],
  });
});

test("a server that takes nothing but proofs says so", () => {
  expect(bearerChallenge('DPoP algs="ES256"')?.scheme).toBe("DPoP");
});

test("other schemes ask for no token", () => {
  expect(bearerChallenge('Basic realm="x", Negotiate')).toBeUndefined();
});

test("what can be no scope is left out, and so is what no URL can hold", () => {
  const scopes = ["a", 'b\\"c', "dé", "e\u0001", "f"].map((text) =>
    text.replace(/["\\]/g, "\\$&"),
  );
  expect(bearerChallenge(`Bearer scope="${scopes.join(" ")}"`)?.scope).toEqual([
    "a",
    "f",
  ]);
  const many = Array.from({ length: 4_000 }, (_, i) => `s${i}`).join(" ");
  const scope = bearerChallenge(
    `Bearer scope="${many.slice(0, 15_000)}"`,
  )?.scope;
  expect(scope?.join(" ").length).toBeLessThanOrEqual(4_096);
  expect(scope?.[0]).toBe("s0");
});

test.each([
  ["quotes", '"'],
  ["escapes", 'Bearer a="\\'],
  ["commas", ","],
  ["schemes", "a "],
  ["signs of equality", "="],
  ["token68 that never is one", "a b"],
  ["values", 'Bearer a="b",'],
])("a hostile header is read as far as 16,384 characters: %s", (_, piece) => {
  const header = piece.repeat(Math.ceil(2 ** 22 / piece.length));
  const read = readChallenges(`${header}, Bearer error="a"`);
  expect(read).toEqual(readChallenges(header.slice(0, 16_384)));
});

const word = fc.stringMatching(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,12}$/);
const space = fc.constantFrom("", " ", "\t", "  ");

/** One challenge as it may be written, and what it means. */
const written = fc
  .tuple(
    word,
    fc.uniqueArray(fc.tuple(word, fc.string(), fc.boolean(), space, space), {
      selector: ([name]) => name.toLowerCase(),
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([scheme, params]) => {
    const all = params.map(([name, value, isBare, before, after]) => {
      const isToken = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(value);
      const quotedValue = `"${value.replace(/["\\]/g, "\\$&")}"`;
      const text = isBare && isToken ? value : quotedValue;
      return `${name}${before}=${after}${text}`;
    });
    return {
      header: `${scheme} ${all.join(" , ")}`,
      read: [
        scheme.toLowerCase(),
        params.map(([name, value]) => [name.toLowerCase(), value]),
      ],
    };
  });

test("whatever is written by the rules is read as it was meant", () => {
  fc.assert(
    fc.property(fc.array(written, { maxLength: 4 }), (challenges) => {
      const header = challenges.map((one) => one.header).join(", ");
      const read = readChallenges(header).map(({ scheme, params }) => [
        scheme,
        [...params],
      ]);
      expect(read).toEqual(challenges.map((one) => one.read));
    }),
    { numRuns: runs(1_000, 50) },
  );
});

test("whatever comes, reading ends, and throws nothing", () => {
  const piece = fc.constantFrom(
    '"',
    "\\",
    ",",
    "=",
    " ",
    ";",
    "Bearer",
    "a",
    "é",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      readChallenges(pieces.join(""));
    }),
    { numRuns: runs(2_000, 100) },
  );
});
