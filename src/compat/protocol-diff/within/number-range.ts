import type { Shape } from "../shape/shape.ts";

/** One end of the numbers that a shape has; open where it is none of them itself. */
interface End {
  at: number;
  isOpen: boolean;
}

/** Whether all numbers of one shape lie between the bounds of another. */
export function isRangeWithin(from: Shape, to: Shape): boolean {
  return (
    reaches(lowest(from), lowest(to)) &&
    // Seen from the other side, an upper bound is a lower one.
    reaches(highest(from), highest(to))
  );
}

/** Whether no number keeps to the bounds of a shape. */
export function isRangeEmpty(shape: Shape): boolean {
  const [least, most] = [lowest(shape), highest(shape)];
  // The upper end is turned round.
  return (
    least.at > -most.at ||
    (least.at === -most.at && (least.isOpen || most.isOpen))
  );
}

function reaches(own: End, wanted: End): boolean {
  return (
    own.at > wanted.at ||
    (own.at === wanted.at && (own.isOpen || !wanted.isOpen))
  );
}

function lowest(shape: Shape): End {
  const { minimum, exclusiveMinimum } = shape.limits ?? {};
  return strictest(shape, minimum, exclusiveMinimum, 1);
}

function highest(shape: Shape): End {
  const { maximum, exclusiveMaximum } = shape.limits ?? {};
  return strictest(shape, maximum, exclusiveMaximum, -1);
}

/** The end that leaves the least, as a lower one: an upper one is turned round. */
function strictest(
  shape: Shape,
  closed: number | undefined,
  open: number | undefined,
  sign: 1 | -1,
): End {
  const ends = [
    { at: -Infinity, isOpen: false },
    ...(closed === undefined ? [] : [{ at: sign * closed, isOpen: false }]),
    ...(open === undefined ? [] : [{ at: sign * open, isOpen: true }]),
    ...(shape.kind === "literal" && typeof shape.value === "number"
      ? [{ at: sign * shape.value, isOpen: false }]
      : []),
  ];
  const isInteger = shape.kind === "keyword" && shape.name === "integer";
  return ends
    .map((end) => (isInteger ? ofIntegers(end) : end))
    .reduce((one, other) => (reaches(one, other) ? one : other));
}

/** The least integer above an end is an end itself. */
function ofIntegers({ at, isOpen }: End): End {
  const least = Math.ceil(at);
  return { at: isOpen && least === at ? at + 1 : least, isOpen: false };
}
