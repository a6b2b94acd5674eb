import type { Shape } from "../shape/shape.ts";
import { unknown } from "../shape/unknown.ts";
import type { Within } from "./relation.ts";

/** What the items of a list are, and how many there may be. */
interface Items {
  /** Those that have a place of their own. */
  fixed: readonly Shape[];
  /** All that follow, if there may be so many. */
  others: Shape;
  least: number;
  most: number;
}

type List = Shape & { kind: "array" | "tuple" };

export function isList(shape: Shape): shape is List {
  return shape.kind === "array" || shape.kind === "tuple";
}

/** Whether one list has as many items as another wants, each within that of its place. */
export function listWithin(from: List, to: List, within: Within): boolean {
  const [own, wanted] = [itemsOf(from), itemsOf(to)];
  if (own.least < wanted.least || own.most > wanted.most) return false;
  const places = Math.max(own.fixed.length, wanted.fixed.length);
  const itemAt = ({ fixed, others }: Items, at: number): Shape =>
    fixed[at] ?? others;
  // One more than have a place of their own: it stands for all that follow.
  const length = Math.min(places + 1, own.most);
  return Array.from({ length }, (_, at) => at).every((at) =>
    within(itemAt(own, at), itemAt(wanted, at)),
  );
}

function itemsOf(list: List): Items {
  const { minItems, maxItems } = list.limits ?? {};
  if (list.kind === "array")
    return {
      fixed: [],
      others: list.element,
      least: minItems ?? 0,
      most: maxItems ?? Infinity,
    };
  const { elements } = list;
  const required = elements.filter(({ optional, rest }) => !optional && !rest);
  const restAt = elements.findIndex(({ rest }) => rest);
  const end = restAt < 0 ? elements.length : restAt;
  const shapes = elements.map(({ shape }) => shape);
  return {
    fixed: shapes.slice(0, end),
    others: anyOf(shapes.slice(end)),
    least: Math.max(minItems ?? 0, required.length),
    most: Math.min(
      maxItems ?? Infinity,
      restAt < 0 ? elements.length : Infinity,
    ),
  };
}

/** What follows a rest element may begin anywhere; nothing says what follows the last one. */
function anyOf(shapes: readonly Shape[]): Shape {
  const [only, second] = shapes;
  return second === undefined
    ? (only ?? unknown)
    : { kind: "union", members: [...shapes] };
}
