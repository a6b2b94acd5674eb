/** Something that is the same as another where it says the same and refers to the same. */
export interface Unit {
  readonly says: string;
  /** The places of other units in the list. */
  readonly refersTo: readonly number[];
}

/**
 * Gives each unit the number of its class. Units are told apart by what they say, then
 * by the classes of what they refer to, until nothing more is told apart: so also
 * those that refer to themselves find their like.
 */
export function classesOf(units: readonly Unit[]): readonly number[] {
  let classes = number(units.map(({ says }) => says));
  for (let count = 0; count < new Set(classes).size;) {
    count = new Set(classes).size;
    const known = classes;
    classes = number(
      units.map(({ refersTo }, place) =>
        [known[place], ...refersTo.map((other) => known[other])].join(" "),
      ),
    );
  }
  return classes;
}

function number(keys: readonly string[]): number[] {
  const numbers = new Map<string, number>();
  return keys.map((key) => {
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  });
}
