/**
 * Returns the nearest of some names, if it is near: a slip for every three characters, three
 * in all, or one character too many or too few. Another digit counts twice, because other
 * digits make another date.
 */
export function nearest(
  name: string,
  names: Iterable<string>,
): string | undefined {
  let best: string | undefined;
  let least = Infinity;
  for (const candidate of names) {
    if (candidate === name || name === "" || candidate === "") continue;
    const difference = Math.abs(candidate.length - name.length);
    const longer = Math.max(candidate.length, name.length);
    const third = Math.min(maxSlips, Math.floor(longer / 3));
    const limit = Math.max(third, difference === 1 ? 1 : 0);
    if (difference > Math.min(limit, least - 1)) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance > limit || distance >= least) continue;
    best = candidate;
    least = distance;
  }
  return best;
}

const maxSlips = 3;

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

function changeCost(from = "", to = ""): number {
  return isDigit(from) && isDigit(to) ? 2 : 1;
}

function isDigit(character: string): boolean {
  return character >= "0" && character <= "9";
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
        (last[column - 1] ?? 0) +
          (same ? 0 : changeCost(from[row - 1], to[column - 1])),
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
