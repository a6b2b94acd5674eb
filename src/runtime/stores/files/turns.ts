/** Last pending work of this process, by name. */
const rows = new Map<string, Promise<void>>();

/**
 * Runs work after all earlier work with the same name in this process. Rejects with the error
 * of `late`, without running the work, if the wait takes longer than `waitMs`.
 */
export async function inTurn<Result>(
  name: string,
  waitMs: number,
  late: () => Error,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = rows.get(name);
  const { promise: ended, resolve: end } = openPromise();
  // After a timeout, later work still waits for earlier work.
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
