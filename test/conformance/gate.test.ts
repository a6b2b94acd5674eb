import { describe, expect, test } from "vitest";
import { judgeLeg, type ScenarioReport } from "./gate.ts";
import type { Leg } from "./legs.ts";
import type { Check, ScenarioResult } from "./results.ts";

const leg: Leg = {
  name: "server of a revision",
  side: "server",
  select: [],
  scenarios: 1,
  skips: {},
  refused: {},
};

const check = (status: string, id = "own"): Check => ({ id, status });
const passed = check("SUCCESS");

function resultOf(scenario: string, ...checks: Check[]): ScenarioResult {
  return { scenario, checks };
}

/** The report on the only scenario, which is called "one". */
function judgeOne(of: Leg, ...checks: Check[]): ScenarioReport {
  const { scenarios, isClean } = judgeLeg(of, [resultOf("one", ...checks)]);
  const [report] = scenarios;
  if (!report) throw new Error("no report");
  expect(isClean).toBe(report.verdict === "clean");
  return report;
}

describe("A scenario", () => {
  test("is clean when it asserts something and all of it holds", () => {
    expect(judgeOne(leg, passed, check("INFO"))).toMatchObject({
      verdict: "clean",
      passed: 1,
      failed: 0,
      warned: 0,
      skipped: 0,
      faults: [],
    });
  });

  test.each(["FAILURE", "WARNING", "A_STATUS_OF_A_LATER_SUITE"])(
    "is not clean with a check of status %s",
    (status) => {
      expect(judgeOne(leg, passed, check(status, "bad"))).toMatchObject({
        verdict: "not clean",
        faults: [`${status} bad: `],
      });
    },
  );

  test("is not clean when what went over the wire is all that was checked", () => {
    const wire = check("SUCCESS", "wire-schema-valid");
    expect(judgeOne(leg, wire, check("INFO"))).toMatchObject({
      verdict: "not clean",
      faults: ["it asserts nothing"],
    });
  });

  test("is not clean without any check", () => {
    expect(judgeOne(leg).verdict).toBe("not clean");
  });

  test("is not clean when the suite broke off", () => {
    const results = [{ scenario: "one", checks: undefined }];
    expect(judgeLeg(leg, results)).toMatchObject({
      isClean: false,
      scenarios: [{ faults: ["the suite left no result"] }],
    });
  });

  test("may leave out as many checks as it is known to, and no other number", () => {
    const known = { ...leg, skips: { one: 1 } };
    const skipped = check("SKIPPED");
    expect(judgeOne(leg, passed, skipped).verdict).toBe("not clean");
    expect(judgeOne(known, passed, skipped).verdict).toBe("clean");
    expect(judgeOne(known, passed).verdict).toBe("not clean");
    expect(judgeOne(known, passed, skipped, skipped).verdict).toBe("not clean");
  });

  test.each([
    ["stopped", undefined, "the client did not end by itself"],
    ["of an error", 1, "the client exited with 1"],
  ])("is not clean when its client was %s", (_, exitCode, fault) => {
    const ofClient = { ...leg, side: "client" } as const;
    const verdictOn = (of: Leg, code: number | undefined): unknown =>
      judgeLeg(of, [{ ...resultOf("one", passed), client: { exitCode: code } }])
        .scenarios[0];
    expect(verdictOn(ofClient, exitCode)).toMatchObject({
      verdict: "not clean",
      faults: [fault],
    });
    expect(verdictOn(ofClient, 0)).toMatchObject({ verdict: "clean" });
  });

  test.each([
    [{ exitCode: 1, reason: "mixed-up" }, []],
    [{ exitCode: 0 }, ["the client refused nothing"]],
    [
      { exitCode: 1, reason: "TypeError" },
      ["the client gave up (TypeError), and not for: mixed-up"],
    ],
    [{ exitCode: 1 }, ["the client gave up, and not for: mixed-up"]],
    [{ exitCode: undefined }, ["the client did not end by itself"]],
  ])("may be one to refuse: %j", (client, faults) => {
    const refused = { one: "mixed-up" };
    const result = { ...resultOf("one", passed), client };
    expect(
      judgeLeg({ ...leg, side: "client", refused }, [result]).scenarios[0],
    ).toMatchObject({ faults });
  });
});

describe("A leg", () => {
  const one = resultOf("one", passed);
  const other = resultOf("other", passed);

  test("is not clean when one of its scenarios is not", () => {
    const both = [one, resultOf("other", check("FAILURE"))];
    const report = judgeLeg({ ...leg, scenarios: 2 }, both);
    expect(report).toMatchObject({ isClean: false, faults: [] });
  });

  test.each([
    ["fewer", []],
    ["more", [one, other]],
  ])("is not clean when %s scenarios ran than it has", (_, results) => {
    expect(judgeLeg(leg, results).isClean).toBe(false);
    expect(judgeLeg({ ...leg, scenarios: results.length }, results)).toEqual(
      expect.objectContaining({ isClean: true }),
    );
  });

  test("is not clean when a scenario ran twice", () => {
    expect(judgeLeg(leg, [one, one]).faults).toEqual(["a scenario ran twice"]);
  });

  test("is not clean when what it says of a scenario is of one that did not run", () => {
    const faults = ["gone is listed, and did not run"];
    expect(judgeLeg({ ...leg, own: ["gone"] }, [one]).faults).toEqual(faults);
    expect(
      judgeLeg({ ...leg, refused: { gone: "why" } }, [one]).faults,
    ).toEqual(faults);
    expect(judgeLeg({ ...leg, skips: { gone: 1 } }, [one])).toMatchObject({
      isClean: false,
      faults,
    });
  });
});
