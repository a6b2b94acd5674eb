import { byCodeUnit } from "../../base/order.ts";

/** The seed of one answer: the same call has the same answer, and another has another. */
export function seedOf(seed: number, name: string, given: unknown): number {
  let hash = 0x811c9dc5 ^ Math.trunc(seed);
  for (const character of `${name} ${sortedText(given)}`) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** As JSON, whatever the order of keys is. */
function sortedText(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(
            Object.entries(inner).sort(([a], [b]) => byCodeUnit(a, b)),
          )
        : inner,
    ) ?? ""
  );
}
