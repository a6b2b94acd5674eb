const quote = 34;
const backslash = 92;
const openings = ["{", "["];

/**
 * Whether JSON text is nested deeper than a limit. Most texts are too short, or
 * have fewer brackets than the limit, which the engine counts much faster than
 * we look.
 */
export function isTextDeeper(text: string, limit: number): boolean {
  // What is opened has to be closed: what is not is no JSON, whatever its depth.
  const isLong = text.length > 2 * limit;
  return isLong && hasOpenings(text, limit) && scan(text, limit);
}

/** Whether a value that was parsed elsewhere is nested deeper than a limit. */
export function isValueDeeper(value: unknown, limit: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (limit === 0) return true;
  return Object.values(value).some((one) => isValueDeeper(one, limit - 1));
}

/** Whether there are more than `limit` opening brackets, in strings or not. */
function hasOpenings(text: string, limit: number): boolean {
  let count = 0;
  for (const opening of openings) {
    let at = text.indexOf(opening);
    for (; at !== -1 && count <= limit; at = text.indexOf(opening, at + 1))
      count++;
  }
  return count > limit;
}

function scan(text: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = stringEnd(text, at + 1);
        break;
      case 91:
      case 123:
        if (++depth > limit) return true;
        break;
      case 93:
      case 125:
        depth--;
    }
  }
  return false;
}

/** Where a string that begins before `start` ends. */
function stringEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) !== quote)
    at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}
