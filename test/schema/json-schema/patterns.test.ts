import { describe, expect, it } from "vitest";
import { accepts, readSchema } from "../../../src/schema/json-schema/index.ts";
import { createPatternJudge } from "../../../src/schema/json-schema/patterns/judge.ts";
import {
  createMeter,
  meteredPattern,
} from "../../../src/runtime/features/schema/bounds/pattern.ts";
import { fc, isWhole, runs, seed } from "../../support/random.ts";

const kindOf = (pattern: string) => createPatternJudge()(pattern).kind;

describe("a pattern", () => {
  it.each([
    "^a*$",
    "a+",
    "[0-9]{2,}",
    "^[a-z0-9-]+$",
    "^.{1,5000}$",
    String.raw`^\d{4}-\d{2}-\d{2}$`,
    String.raw`^(\d+\.)?(\d+\.)?(\*|\d+)$`,
    String.raw`^(?=.*[A-Z])(?=.*\d).{8,}$`,
    String.raw`^([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,}$`,
    String.raw`^\p{Lu}\p{Ll}*( \p{N}+)?$`,
    String.raw`^(?:[^/]+/)*[^/]+$`,
    "^(?:😀|[💐-💟])+$",
  ])("that takes linear time is checked: %s", (pattern) => {
    expect(kindOf(pattern)).toBe("linear");
    expect(readSchema({ pattern })).toMatchObject({
      root: { pattern },
      unchecked: [],
    });
  });

  it.each([
    "^(a+)+$",
    "(x+x+)+y",
    "^(a|a)*$",
    "^(?:a|b|ab)*$",
    "^(a*)*$",
    "^(a?){50}a{50}$",
    "^(a{1,99}){1,99}$",
    String.raw`^(\w+\s?)*$`,
    String.raw`^\s*(.*?)\s*$`,
    String.raw`^\p{L}+\w+$`,
    "^(.*a){20}",
    "^([💐-💟]|💑)+$",
  ])("that does not is not, and named: %s", (pattern) => {
    const { root, unchecked } = readSchema({
      properties: { a: { type: "string", pattern } },
    });
    expect(root).toEqual({ properties: { a: { type: "string" } } });
    expect(unchecked).toEqual([
      {
        path: ["properties", "a", "pattern"],
        part: `pattern ${JSON.stringify(pattern)}`,
        reason: expect.stringContaining("linear"),
      },
    ]);
  });

  it.each([
    [String.raw`(\w)\1`, "it refers back"],
    ["(?<=a)b", "it looks back"],
    [String.raw`\Aa\Z`, "no regular expression with the flag u"],
    ["(?i)a", "no regular expression with the flag u"],
    ["a".repeat(6_000), "too long"],
    ["(?:(?:a{90}){90}){90}", "its time may not be linear: it is too long"],
  ])("that cannot be judged is not checked (%#)", (pattern, reason) => {
    const { root, unchecked } = readSchema({ pattern });
    expect(root).toEqual({});
    expect(unchecked[0]?.reason).toBe(reason);
  });

  it("may be as deep as it likes", () => {
    for (const depth of [100, 2_400])
      expect(() =>
        readSchema({ pattern: "(".repeat(depth) + ")".repeat(depth) }),
      ).not.toThrow();
  });

  it("that begins anywhere is checked in texts that are not long", () => {
    const text = (length: number) => "f".repeat(length);
    const document = readSchema({ pattern: "f.*o" });
    expect(document.unchecked[0]?.reason).toContain("2000 characters");
    expect(accepts(document, `${text(1_999)}o`)).toBe(true);
    expect(accepts(document, text(2_000))).toBe(false);
    expect(accepts(document, text(2_001))).toBe(true);
    // Half a million squared would take minutes.
    expect(accepts(document, text(500_000))).toBe(true);
    const named = readSchema({
      patternProperties: { "f.*o|^x.*y|[^^]^": { type: "number" } },
      additionalProperties: false,
    });
    const has = (name: string, value: unknown) =>
      accepts(named, { [name]: value });
    expect([has("afoo", 1), has("afoo", ""), has("xy", "")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(has("axy", 1)).toBe(false);
    expect(has(text(500_000), "")).toBe(true);
  });
});

describe(`a random pattern that is judged linear (MCP_GEN_SEED=${seed})`, () => {
  const atom = fc.constantFrom("a", "b", "[ab]", ".", "[^a]", String.raw`\w`);
  const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { depthSize: "medium", withCrossShrink: true },
      atom,
      fc
        .tuple(
          tie("pattern"),
          fc.constantFrom("*", "+", "?", "{2}", "{1,3}", "*?"),
        )
        .map(([part, times]) => `(?:${part})${times}`),
      fc
        .array(tie("pattern"), { minLength: 2, maxLength: 4 })
        .map((all) => all.join("")),
      fc
        .array(tie("pattern"), { minLength: 2, maxLength: 3 })
        .map((all) => `(?:${all.join("|")})`),
      tie("pattern").map((part) => `(?=${part})`),
    ),
  }));
  const whole = fc
    .tuple(fc.constantFrom("^", ""), pattern, fc.constantFrom("$", ""))
    .map((parts) => parts.join(""));
  const length = 200;
  const texts = ["a", "b", "ab", "aab", "c"].flatMap((part) => {
    const long = part.repeat(length).slice(0, length);
    return [long, `${long}\n`, `${long}a`];
  });

  it("takes few steps for each character, whatever the text", () => {
    const seen = { linear: 0, "short-texts": 0, none: 0 };
    fc.assert(
      fc.property(whole, (source) => {
        const kind = kindOf(source);
        seen[kind]++;
        if (kind !== "linear") return;
        for (const text of texts)
          expect(
            () => meteredPattern(source)(text, createMeter(600 * length)),
            `${source} in ${text.slice(-5)}`,
          ).not.toThrow();
      }),
      { seed, numRuns: runs(240, 60) },
    );
    expect(seen.linear).toBeGreaterThan(isWhole ? 20 : 8);
    expect(seen.none).toBeGreaterThan(isWhole ? 5 : 1);
  });
});
