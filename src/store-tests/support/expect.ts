/** Throws an error that tells the promise, and what came instead, unless both values are the same as JSON has them. */
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

/** Throws an error that tells the promise, unless something is so. */
export function requireThat(
  promise: string,
  isSo: boolean,
  found: unknown,
): void {
  if (!isSo) throw new Error(`${promise}: it was ${cut(textOf(found))}`);
}

/** Gives what is there; throws an error that tells the promise where nothing is. */
export function requireThere<Value>(
  promise: string,
  value: Value | undefined,
): Value {
  if (value === undefined)
    throw new Error(`${promise}: expected something, and it was undefined`);
  return value;
}

/** What a promise is rejected with; throws an error that tells the promise where it is not. */
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

/** How much of a value a message shows, in characters. */
const maxShown = 400;

function cut(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

/** The same for values that JSON cannot tell apart, in whatever order their members are. */
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
