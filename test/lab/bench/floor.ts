import type { Table } from "./table.ts";

/**
 * Returns a line for each of our programs that has less than a share of the speed of
 * bare code, with `NODE_ENV` unset.
 * @throws Error if no table has one of our programs, or the share is not a number
 */
export function slowerThan(floor: number, tables: readonly Table[]): string[] {
  if (Number.isNaN(floor))
    throw new Error("--floor needs a number, such as 0.6.");
  const ours = tables
    .filter(({ judged }) => judged === "speed")
    .flatMap(({ title, rows }) =>
      rows
        // Programs of others do not read NODE_ENV, so they have no such figure.
        .filter(({ production }) => production)
        .map(({ name, ratio = 0 }) => ({ title, name, ratio })),
    );
  if (ours.length === 0)
    throw new Error("No measured table compares our speed with bare code.");
  return ours
    .filter(({ ratio }) => !(ratio >= floor))
    .map(
      ({ title, name, ratio }) =>
        `${title}: ${name} has ${ratio.toFixed(2)} of the speed of bare code, at least ${floor} is required`,
    );
}
