/** Throws an error that names the requirement, unless both values are equal as JSON. */
export function requireEqual(
  promise: string,
  actual: unknown,
  expected: unknown,
): void {
  const [is, should] = [textOf(actual), textOf(expected)];
  if (is !== should)
    throw new Error(
      `${promise}: expected ${cut(should)}, and it was ${cut(is)}`,
    );
}

/** Throws an error that names the requirement, unless the condition holds. */
export function requireThat(
  promise: string,
  isSo: boolean,
  found: unknown,
): void {
  if (!isSo) throw new Error(`${promise}: it was ${cut(textOf(found))}`);
}

/** Returns the value; throws an error that names the requirement if it is undefined. */
export function requireThere<Value>(
  promise: string,
  value: Value | undefined,
): Value {
  if (value === undefined)
    throw new Error(`${promise}: expected something, and it was undefined`);
  return value;
}

/**
 * Returns the rejection reason of a promise; throws an error that names the requirement if it
 * resolves.
 */
export async function requireRejection(
  promise: string,
  pending: Promise<unknown>,
): Promise<unknown> {
  let value: unknown;
  try {
    value = await pending;
  } catch (error) {
    return error;
  }
  throw new Error(
    `${promise}: expected a rejection, and it resolved with ${cut(textOf(value))}`,
  );
}

/** Maximum length of a value in a message, in characters. */
const maxShown = 400;

function cut(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

/** Returns JSON with sorted members. */
function textOf(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) => sorted(part)) ?? "undefined"
  );
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
