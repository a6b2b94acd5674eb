import { refuseOption } from "../../protocol/sound-option.ts";

/**
 * Returns an option that is a non-empty string or a non-empty list of them.
 * Throws a TypeError for any other value.
 */
export function textList(name: string, given: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(given) ? given : [given];
  const texts = all.filter((one) => typeof one === "string" && one !== "");
  return texts.length > 0 && texts.length === all.length
    ? (texts as string[])
    : refuseOption(name, "a text, or a list of them that is not empty", given);
}
