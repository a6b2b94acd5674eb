/** Some values, or all but some. */
export interface Values<T> {
  readonly values: readonly T[];
  /** Whether these are the ones that are missing. */
  readonly areExcepted: boolean;
}

export const allValues: Values<never> = { values: [], areExcepted: true };
export const noValues: Values<never> = { values: [], areExcepted: false };

export function isNone({ values, areExcepted }: Values<unknown>): boolean {
  return !areExcepted && values.length === 0;
}

export function complementOf<T>(one: Values<T>): Values<T> {
  return { values: one.values, areExcepted: !one.areExcepted };
}

/** What is in both. */
export function common<T>(a: Values<T>, b: Values<T>): Values<T> {
  if (a.areExcepted && b.areExcepted)
    return { values: either(a.values, b.values), areExcepted: true };
  if (a.areExcepted) return common(b, a);
  const others = new Set(b.values);
  return {
    values: a.values.filter((value) => others.has(value) !== b.areExcepted),
    areExcepted: false,
  };
}

/** What is in at least one of them. */
export function allTogether<T>(all: readonly Values<T>[]): Values<T> {
  const named = all.filter(({ areExcepted }) => !areExcepted);
  const values = [...new Set(named.flatMap((one) => one.values))];
  const excepted = all
    .filter(({ areExcepted }) => areExcepted)
    .map(complementOf);
  const some: Values<T> = { values, areExcepted: false };
  if (excepted.length === 0) return some;
  return complementOf([complementOf(some), ...excepted].reduce(common));
}

function either<T>(a: readonly T[], b: readonly T[]): T[] {
  return [...new Set([...a, ...b])];
}
