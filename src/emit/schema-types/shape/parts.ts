import {
  anyArray,
  anyObject,
  everyPart,
  type ArrayShape,
  type ObjectShape,
  type Part,
  type Shape,
} from "./shape.ts";
import { isNone } from "./values.ts";

/** How much of the values of one type a shape takes. */
export function extentOf(shape: Shape, part: Part): "none" | "some" | "all" {
  switch (part) {
    case "constants": {
      const { length } = shape.constants.values;
      return length === 0 ? "none" : length === 3 ? "all" : "some";
    }
    case "numbers":
    case "strings": {
      const values = shape[part];
      if (isNone(values)) return "none";
      const isAll = values.areExcepted && values.values.length === 0;
      return isAll ? "all" : "some";
    }
    case "arrays":
      if (shape.arrays.length === 0) return "none";
      return shape.arrays.some(isAnyArray) ? "all" : "some";
    case "objects":
      if (shape.objects.length === 0) return "none";
      return shape.objects.some(isAnyObject) ? "all" : "some";
    default:
      return part satisfies never;
  }
}

/** Whether a shape is only a choice of types, and which values of these are taken is exact. */
export function isChoiceOfTypes(shape: Shape): boolean {
  return (
    shape.names.length === 0 &&
    shape.loose.size === 0 &&
    everyPart.every((part) => extentOf(shape, part) !== "some")
  );
}

export function isAnything(shape: Shape): boolean {
  return everyPart.every((part) => extentOf(shape, part) === "all");
}

export function isNothing(shape: Shape): boolean {
  return (
    shape.names.length === 0 &&
    everyPart.every((part) => extentOf(shape, part) === "none")
  );
}

function isAnyArray(one: ArrayShape): boolean {
  const { members, least, most } = one;
  return members.length === 0 && least === 0 && most === anyArray.most;
}

function isAnyObject(one: ObjectShape): boolean {
  const { members, required, absent } = one;
  return (
    one === anyObject ||
    (members.length === 0 && required.length === 0 && absent.length === 0)
  );
}
