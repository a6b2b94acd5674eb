import { InputError } from "../../../base/diagnostics/error.ts";

/**
 * Reads JSON as editors keep it: with comments, and with commas after the last item.
 * Throws an InputError with the place of what is wrong, and without the text there,
 * which may be a secret.
 */
export function parseJsonc(text: string, file: string): unknown {
  const plain = withoutExtras(text.replace(/^\uFEFF/, ""));
  try {
    return JSON.parse(plain);
  } catch (error) {
    const [, offset] =
      /position (\d+)/.exec(error instanceof Error ? error.message : "") ?? [];
    const place = offset === undefined ? "" : placeOf(plain, Number(offset));
    throw new InputError("invalid-config", `${file}${place}: no valid JSON`);
  }
}

/** The same text, with blanks in the place of comments and of last commas. */
function withoutExtras(text: string): string {
  const strings = /"(?:[^"\\\n]|\\.)*"?/.source;
  const comments = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/.source;
  const blanked = text.replace(
    new RegExp(`${strings}|${comments}`, "g"),
    (part) => (part.startsWith("/") ? blank(part) : part),
  );
  return blanked.replace(
    new RegExp(`${strings}|,(?=\\s*[}\\]])`, "g"),
    (part) => (part === "," ? " " : part),
  );
}

function blank(part: string): string {
  return part.replace(/[^\n]/g, " ");
}

function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n");
  return `:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}
