/** The last in each row of this process, by what they wait for. */
const rows = new Map<string, Promise<void>>();

/**
 * Runs work when all that asked for the same name before, in this process, has
 * ended. Rejects with what `late` makes when that takes longer than `waitMs`:
 * the work is not run then.
 */
export async function inTurn<Result>(
  name: string,
  waitMs: number,
  late: () => Error,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = rows.get(name);
  const { promise: ended, resolve: end } = openPromise();
  // Who gives up lets those behind go on, in their turn.
  const row = before === undefined ? ended : before.then(() => ended);
  rows.set(name, row);
  try {
    if (before) await within(before, waitMs, late);
    return await work();
  } finally {
    end();
    void row.then(() => {
      if (rows.get(name) === row) rows.delete(name);
    });
  }
}

function openPromise(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

async function within(
  waited: Promise<void>,
  ms: number,
  late: () => Error,
): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    await Promise.race([waited, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
