import type { Ran } from "../support/ledger.ts";
import type { Ended, Outcome } from "./report.ts";
import type { Strikes } from "./weather.ts";

/** How long a proxy sends requests to what was killed before, at most, in milliseconds. */
const afterglow = 15_000;

/** What is known once the storm is over. */
export interface Aftermath {
  readonly outcome: Outcome;
  readonly ran: readonly Ran[];
  /** What was killed. */
  readonly strikes: Strikes;
}

/**
 * What is wrong with what the clients were told, by what really ran: empty when it is
 * sound. Each answered call ran once, no call ran twice, and each call that has no
 * result ran in a process that was killed, or did not run at all.
 */
export function judge(aftermath: Aftermath): string[] {
  const { outcome, ran } = aftermath;
  const places = new Map<string, string[]>();
  for (const { what, tool, token, process: name } of ran) {
    if (what !== "started") continue;
    const key = keyOf(tool, token);
    places.set(key, [...(places.get(key) ?? []), name]);
  }
  const twice = [...places]
    .filter(([, names]) => names.length > 1)
    .map(([key, names]) => `${key} ran twice: in ${names.join(" and ")}`);
  const never = outcome.answered
    .map(([tool, token]) => keyOf(tool, token))
    .filter((key) => !places.has(key))
    .map((key) => `${key} was answered, and never ran`);
  return [
    ...outcome.failures,
    ...twice,
    ...never,
    ...groundless(aftermath),
    ...lostChanges(aftermath),
    ...untold(aftermath),
  ];
}

/** Calls without a result that nothing explains. */
function groundless({ outcome, ran, strikes }: Aftermath): string[] {
  const places = new Map(
    ran
      .filter(({ what }) => what === "started")
      .map(({ token, process: name }) => [token, name]),
  );
  return outcome.ended
    .filter((ended) => !isGrounded(ended, places.get(ended.token), strikes))
    .map(({ operation, token, why, told }) => {
      const place = places.get(token);
      const where = place === undefined ? "never ran" : `ran in ${place}`;
      return `${operation} ${token} has no result (${why}: ${told}); it ${where}, and nothing was killed that explains it`;
    });
}

/** Changes that nobody heard of, though the process that made them lived on to tell. */
function lostChanges({ outcome, ran, strikes }: Aftermath): string[] {
  const killed = new Set(strikes.map(({ name }) => name));
  const unheard = new Set(outcome.unheard);
  return ran
    .filter(({ what, token }) => what === "started" && unheard.has(token))
    .filter(({ process: name }) => !killed.has(name))
    .map(
      ({ tool, token, process: name }) =>
        `the change of ${tool} ${token} in ${name} was never heard of`,
    );
}

/** Calls that were taken back, and whose handlers never heard of it though they lived. */
function untold({ outcome, ran, strikes }: Aftermath): string[] {
  const killed = new Set(strikes.map(({ name }) => name));
  const aborted = new Set(
    ran
      .filter(({ what }) => what === "aborted")
      .map(({ tool, token }) => keyOf(tool, token)),
  );
  const holds = new Set(
    outcome.answered
      .filter(([tool]) => tool === "hold")
      .map(([, token]) => token),
  );
  return ran
    .filter(({ what, tool }) => what === "started" && tool === "hold")
    .filter(({ token, process: name }) => holds.has(token) && !killed.has(name))
    .filter(({ tool, token }) => !aborted.has(keyOf(tool, token)))
    .map(
      ({ token, process: name }) =>
        `${name} never heard that ${token} is taken back`,
    );
}

/** Whether a call has no result for the reason that its client was told. */
function isGrounded(
  { operation, why, told, from, to }: Ended,
  ranIn: string | undefined,
  strikes: Strikes,
): boolean {
  const near = strikes.filter(
    (strike) => strike.from < to && strike.to + afterglow > from,
  );
  if (why === "away") return near.some(({ name }) => name === "redis");
  // Whoever waits for a task asks another process, maybe, than the one in which it runs.
  const isElsewhere =
    ranIn === undefined ||
    (operation.includes("task") && !told.includes("before the task did"));
  return isElsewhere
    ? near.length > 0
    : strikes.some(({ name }) => name === ranIn);
}

function keyOf(tool: string, token: string): string {
  return `${tool} ${token}`;
}
