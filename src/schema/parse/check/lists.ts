import type {
  ArrayType,
  TupleElement,
  TupleType,
  Type,
} from "../../model/index.ts";
import type { Resolve, Resolved } from "../../model/resolved.ts";

interface Types {
  readonly resolve: Resolve;
  fits(type: Type, wider: Type): boolean;
}

/** Returns false if a type surely does not fit an array or a tuple. */
export function fitsList(
  from: Resolved,
  to: ArrayType | TupleType,
  types: Types,
): boolean {
  if (to.kind === "array")
    return from.kind === "tuple"
      ? from.elements.every((one) => fitsElement(one, to.element, types))
      : from.kind === "array" && types.fits(from.element, to.element);
  return from.kind === "tuple"
    ? fitsTuple(from, to, types)
    : from.kind === "array" && fitsOpen(from.element, to, types);
}

function fitsElement(
  { type, rest, optional }: TupleElement,
  wider: Type,
  { resolve, fits }: Types,
): boolean {
  // The compiler reads an element that may be absent as undefined.
  if (optional === true && !takesUndefined(resolve(wider))) return false;
  if (rest !== true) return fits(type, wider);
  const list = resolve(type);
  return list.kind !== "array" || fits(list.element, wider);
}

function takesUndefined(type: Resolved): boolean {
  return (
    type.kind === "keyword" && (type.name === "unknown" || type.name === "any")
  );
}

/** An array has any length, so the tuple may only be a rest. */
function fitsOpen(
  element: Type,
  { elements }: TupleType,
  { resolve, fits }: Types,
): boolean {
  const [first, second] = elements;
  if (first?.rest !== true || second !== undefined) return false;
  const list = resolve(first.type);
  return list.kind !== "array" || fits(element, list.element);
}

function fitsTuple(from: TupleType, to: TupleType, { fits }: Types): boolean {
  const isOpen = to.elements.some(({ rest }) => rest);
  const isFromOpen = from.elements.some(({ rest }) => rest);
  if (requiredLength(from) < requiredLength(to)) return false;
  if (!isOpen && (isFromOpen || from.elements.length > to.elements.length))
    return false;
  return from.elements.every((one, at) => {
    const wider = to.elements[at];
    if (wider === undefined || wider.rest === true || one.rest === true)
      return true;
    return fits(one.type, wider.type);
  });
}

function requiredLength({ elements }: TupleType): number {
  return elements.filter(({ optional, rest }) => !optional && !rest).length;
}
