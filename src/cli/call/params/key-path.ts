import {
  placeOfItem,
  placeOfProperty,
  propertiesOf,
  shapesOf,
  typesOf,
  type Place,
} from "./schema.ts";
import type { Path } from "./tree.ts";

/** Where a key leads. */
export interface KeyPath {
  readonly path: Path;
  /** The schema there. */
  readonly place: Place;
  /** Whether the key ends with `[]`: its values are the items of a list. */
  readonly isList: boolean;
}

/**
 * Reads a key: `a.b` is `b` in `a`, `a[0]` an item, `a[]` one more item. A property
 * whose own name has dots in it is found by that name.
 */
export function readKey(key: string, root: Place): KeyPath {
  const isList = key.endsWith("[]");
  const path: (string | number)[] = [];
  let place = root;
  let rest = isList ? key.slice(0, -2) : key;
  while (rest !== "") {
    const { step, length } = nextStep(rest, place);
    path.push(step);
    place =
      typeof step === "number"
        ? placeOfItem(place)
        : placeOfProperty(place, step);
    rest = rest.slice(length);
    if (rest.length > 1) rest = rest.replace(/^\./, "");
  }
  return { path, place, isList };
}

function nextStep(
  rest: string,
  place: Place,
): { step: string | number; length: number } {
  const shapes = shapesOf(place);
  const index = /^\[(\d{1,6})\]/.exec(rest);
  if (index) return { step: Number(index[1]), length: index[0].length };
  const [named] = shapes
    .flatMap((shape) => Object.keys(propertiesOf(shape)))
    .filter((name) => name !== "" && begins(rest, name))
    .sort((one, other) => other.length - one.length);
  const [first = rest] = /^[^.[]+/.exec(rest) ?? [];
  const step = named ?? first;
  const isItem =
    named === undefined &&
    /^\d{1,6}$/.test(step) &&
    shapes.some((shape) => typesOf(shape).includes("array"));
  return { step: isItem ? Number(step) : step, length: step.length };
}

function begins(rest: string, name: string): boolean {
  return (
    rest.startsWith(name) && ["", ".", "["].includes(rest[name.length] ?? "")
  );
}
