import type { Feature } from "../../runtime/index.ts";

/**
 * A feature under the name that it was described by, and listed to the letter: whatever a
 * server lists, its mock lists.
 */
export function listedAs(
  feature: Feature,
  key: string,
  listed: object,
): Feature {
  const described = {
    ...feature,
    key,
    listed: { ...listed },
    isDescribed: true,
  };
  return described;
}
