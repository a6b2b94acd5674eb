import { types, values } from "./fixed/shared-exports.ts";
import type { ReexportItem } from "./print/module.ts";

/** Re-exports of what every stub needs of the runtime; a name that is taken is left out. */
export function sharedExports(
  runtime: string,
  isTaken: (name: string) => boolean = () => false,
): ReexportItem[] {
  const passedOn = (
    names: readonly string[],
    isType: boolean,
  ): ReexportItem => ({
    kind: "reexport",
    types: isType,
    names: names.filter((name) => !isTaken(name)).map((name) => ({ name })),
    from: runtime,
  });
  const items = [passedOn(values, false), passedOn(types, true)];
  return items.filter(({ names = [] }) => names.length > 0);
}
