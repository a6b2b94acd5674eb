/** The name that was probably meant: the nearest one, when it is near enough. */
export function nearest(
  name: string,
  names: Iterable<string>,
): string | undefined {
  let best: string | undefined;
  let limit = Math.max(1, Math.floor(name.length / 3));
  for (const candidate of names) {
    if (candidate === name) continue;
    if (Math.abs(candidate.length - name.length) > limit) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance > limit) continue;
    best = candidate;
    if (distance === 0) break;
    limit = distance - 1;
  }
  return best;
}

/** `did you mean "x"?`, when a name is near enough. */
export function suggest(
  name: string,
  names: Iterable<string>,
): string | undefined {
  const found = nearest(name, names);
  return found === undefined
    ? undefined
    : `did you mean ${JSON.stringify(found)}?`;
}

/** How many characters to insert, delete, replace or swap with their neighbour. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const swapped =
        from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (current[column - 1] ?? 0) + 1,
        (last[column] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
