import type { Leg } from "./legs.ts";
import type { Check, ScenarioResult } from "./results.ts";

/** What a leg came to. */
export interface LegReport {
  readonly leg: string;
  readonly scenarios: readonly ScenarioReport[];
  /** What is wrong with the leg as a whole. */
  readonly faults: readonly string[];
  readonly isClean: boolean;
}

export interface ScenarioReport {
  readonly scenario: string;
  readonly passed: number;
  readonly failed: number;
  readonly warned: number;
  readonly skipped: number;
  readonly verdict: "clean" | "not clean";
  readonly faults: readonly string[];
}

/**
 * Judges a leg more strictly than the suite: nothing fails or warns, every
 * scenario asserts something of its own and leaves out nothing unexpected, scored
 * or not, every client ends by itself, and well where it has nothing to refuse, and the scenarios are those that
 * the leg knows.
 */
export function judgeLeg(
  leg: Leg,
  results: readonly ScenarioResult[],
): LegReport {
  const scenarios = results.map((result) => judgeScenario(leg, result));
  const faults = faultsOfLeg(leg, results);
  const isClean =
    faults.length === 0 &&
    scenarios.every(({ verdict }) => verdict === "clean");
  return { leg: leg.name, scenarios, faults, isClean };
}

function faultsOfLeg(leg: Leg, results: readonly ScenarioResult[]): string[] {
  const ran = new Set(results.map(({ scenario }) => scenario));
  const faults = [
    ...(leg.own ?? []),
    ...Object.keys(leg.refused),
    ...Object.keys(leg.skips),
  ]
    .filter((scenario) => !ran.has(scenario))
    .map((scenario) => `${scenario} is listed, and did not run`);
  if (ran.size !== results.length) faults.push("a scenario ran twice");
  if (ran.size !== leg.scenarios)
    faults.push(`${ran.size} scenarios ran, not ${leg.scenarios}`);
  return faults;
}

function judgeScenario(leg: Leg, result: ScenarioResult): ScenarioReport {
  const { scenario, checks = [] } = result;
  const faults = [
    ...faultsOfScenario(result, leg.skips[scenario] ?? 0),
    ...faultsOfClient(result, leg.refused[scenario]),
  ];
  return {
    scenario,
    passed: count(checks, "SUCCESS"),
    failed: count(checks, "FAILURE"),
    warned: count(checks, "WARNING"),
    skipped: count(checks, "SKIPPED"),
    verdict: faults.length === 0 ? "clean" : "not clean",
    faults,
  };
}

/** `skips` is how many checks the suite itself leaves out, neither more nor fewer. */
function faultsOfScenario(
  { checks }: ScenarioResult,
  skips: number,
): readonly string[] {
  if (checks === undefined) return ["the suite left no result"];
  const faults = checks.flatMap(faultOfCheck);
  if (!checks.some(isOwnAssertion)) faults.push("it asserts nothing");
  const skipped = count(checks, "SKIPPED");
  if (skipped !== skips)
    faults.push(`${skipped} checks were skipped, not ${skips}`);
  return faults;
}

/** The suite does not ask how a client ended; `refusal` is why it has to give up, where it has to. */
function faultsOfClient(
  { client }: ScenarioResult,
  refusal: string | undefined,
): readonly string[] {
  if (!client) return [];
  const { exitCode, reason } = client;
  if (exitCode === undefined) return ["the client did not end by itself"];
  if (exitCode === 0)
    return refusal === undefined ? [] : ["the client refused nothing"];
  const why = reason === undefined ? "" : ` (${reason})`;
  if (refusal === undefined)
    return [`the client exited with ${exitCode}${why}`];
  return reason === refusal
    ? []
    : [`the client gave up${why}, and not for: ${refusal}`];
}

/** Every scenario has the check of what went over the wire: it says nothing of the scenario. */
function isOwnAssertion({ id, status }: Check): boolean {
  const isAssertion = status !== "SKIPPED" && status !== "INFO";
  return isAssertion && id !== "wire-schema-valid";
}

function faultOfCheck({ id, status, errorMessage = "" }: Check): string[] {
  switch (status) {
    case "SUCCESS":
    case "SKIPPED":
    case "INFO":
      return [];
    default:
      return [`${status} ${id}: ${errorMessage}`];
  }
}

function count(checks: readonly Check[], status: string): number {
  return checks.filter((check) => check.status === status).length;
}
