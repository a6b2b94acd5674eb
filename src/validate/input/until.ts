/**
 * What comes before a signal: from then on nothing is waited for. The source is told
 * that no more is read.
 */
export async function* until<Value>(
  source: AsyncIterable<Value> | Iterable<Value>,
  signal: AbortSignal,
): AsyncGenerator<Value, void, undefined> {
  const iterator =
    Symbol.asyncIterator in source
      ? source[Symbol.asyncIterator]()
      : source[Symbol.iterator]();
  // One listener for all: a promise that many race against would hold each of them.
  let stop = (): void => {};
  const onAbort = (): void => stop();
  signal.addEventListener("abort", onAbort);
  try {
    while (!signal.aborted) {
      const next = await new Promise<IteratorResult<Value> | undefined>(
        (resolve, reject) => {
          stop = () => resolve(undefined);
          Promise.resolve(iterator.next()).then(resolve, reject);
        },
      );
      if (next === undefined || next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    leave(iterator);
  }
}

/** Not awaited: a source that waits for more would answer no sooner. */
function leave(iterator: AsyncIterator<unknown> | Iterator<unknown>): void {
  Promise.resolve(iterator.return?.()).catch(() => {});
}
