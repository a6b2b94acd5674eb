import { oneOf, wholeBetween, type Random } from "./random.ts";

const words: readonly string[] = [
  ...["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "harbor"],
  ...["inlet", "jade", "kelp", "lagoon", "maple", "north", "olive", "pine"],
  ...["quartz", "river", "summit", "tide", "umber", "valley", "willow", "zinc"],
];

/** A word of lower-case letters. */
export function word(random: Random): string {
  return oneOf(random, words) ?? "";
}

/** Some words with spaces between them. */
export function phrase(random: Random): string {
  const count = wholeBetween(random, 1, 3);
  return Array.from({ length: count }, () => word(random)).join(" ");
}
