import type { Check, ScenarioResult } from "../results.ts";
import type { OwnOptions } from "./own-options.ts";
import { statusNotifications } from "./status-notifications.ts";

/** A scenario of ours, for one of the suite's name that asserts nothing there. */
type OwnScenario = (url: string, options?: OwnOptions) => Promise<Check[]>;

const scenarios: Readonly<Record<string, OwnScenario>> = {
  "tasks-status-notifications": statusNotifications,
};

/**
 * The suite's results, with what our own scenarios of the given names found. Throws a
 * TypeError for a name that is none.
 */
export async function withOwn(
  names: readonly string[],
  results: readonly ScenarioResult[],
  url: string | undefined,
  options?: OwnOptions,
): Promise<ScenarioResult[]> {
  const found = new Map<string, Check[]>();
  for (const name of names) {
    const scenario = scenarios[name];
    if (!scenario || url === undefined)
      throw new TypeError(`there is no scenario ${name} of ours`);
    found.set(name, await scenario(url, options));
  }
  return results.map((result) => {
    const own = found.get(result.scenario) ?? [];
    const { checks } = result;
    return checks ? { ...result, checks: [...checks, ...own] } : result;
  });
}
