import { createRandom, phrase } from "../../schema/json-schema/values/index.ts";

/** What a resource holds: text, JSON or bytes, by its format. */
export function madeUpContents(
  uri: string,
  mimeType: unknown,
  seed: number,
): string | Uint8Array {
  const random = createRandom(seed);
  const form = typeof mimeType === "string" ? mimeType.toLowerCase() : "text";
  if (/\bjson\b/.test(form))
    return JSON.stringify({ uri, text: phrase(random) });
  if (/^text|xml|yaml|toml|csv|script|svg/.test(form))
    return `${phrase(random)}\n`;
  return Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256));
}
