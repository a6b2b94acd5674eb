import type { Finding } from "../../src/index.ts";
import type { ValidatorOptions } from "../../src/project/api/validate.ts";
import { brief, findingsOf, type Line } from "./traffic.ts";

/** Gives what tells the findings of a recording. */
export function watching(
  options: ValidatorOptions = {},
): (...lines: Line[]) => Promise<Finding[]> {
  return (...lines) => findingsOf(lines, options);
}

/** A message by itself: nobody says who has sent it. */
export const plain = (message: unknown): Line => ({ message });

/** A finding in one line, with its severity where that is not the usual one. */
export function said(finding: Finding): string {
  const { severity } = finding;
  return `${brief(finding)}${severity === "warning" ? " (warning)" : ""}`;
}
