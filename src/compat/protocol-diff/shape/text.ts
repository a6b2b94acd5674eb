import { byCodeUnit } from "../../../base/order.ts";
import type { Element, ObjectShape, Shape } from "./shape.ts";

const known = new WeakMap<Shape, string>();

/** A shape as TypeScript would have it. Equal shapes have the same text, whatever their order. */
export function textOf(shape: Shape): string {
  const text = known.get(shape) ?? limitedText(shape);
  known.set(shape, text);
  return text;
}

function limitedText(shape: Shape): string {
  const limits = Object.entries(shape.limits ?? {});
  if (limits.length === 0) return bodyText(shape);
  const said = limits
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .sort(byCodeUnit);
  return `${grouped(bodyText(shape), shape.kind)} /* ${said.join(", ")} */`;
}

function bodyText(shape: Shape): string {
  switch (shape.kind) {
    case "keyword":
    case "reference":
      return shape.name;
    case "literal":
      return JSON.stringify(shape.value);
    case "array":
      return `${elementOfArray(shape.element)}[]`;
    case "tuple":
      return `[${shape.elements.map(elementText).join(", ")}]`;
    case "object":
      return objectText(shape);
    case "union":
      return joined(shape.members.flatMap(alternatives), " | ");
    case "intersection":
      return joined(restricting(shape.members), " & ");
    default:
      return shape satisfies never;
  }
}

function joined(members: readonly Shape[], operator: string): string {
  const texts = new Set(members.map(textOf));
  return [...texts].sort(byCodeUnit).join(operator);
}

/** What a union within a union allows, the outer one does. */
function alternatives(shape: Shape): readonly Shape[] {
  return shape.kind === "union" && shape.limits === undefined
    ? shape.members.flatMap(alternatives)
    : [shape];
}

/** Without the keywords that a literal beside them says already: `"a" & string` is `"a"`. */
function restricting(members: readonly Shape[]): readonly Shape[] {
  const literals = members.flatMap((one) =>
    one.kind === "literal" ? [typeof one.value] : [],
  );
  return members.filter(
    (one) =>
      one.kind !== "keyword" ||
      one.limits !== undefined ||
      !literals.some((name) => name === one.name),
  );
}

function elementOfArray(element: Shape): string {
  const text = textOf(element);
  return element.limits === undefined
    ? grouped(text, element.kind)
    : `(${text})`;
}

function grouped(text: string, kind: Shape["kind"]): string {
  return kind === "union" || kind === "intersection" ? `(${text})` : text;
}

function elementText({ shape, optional, rest }: Element): string {
  return `${rest ? "..." : ""}${textOf(shape)}${optional ? "?" : ""}`;
}

function objectText({ fields, index }: ObjectShape): string {
  const members = [...fields]
    .sort(([a], [b]) => byCodeUnit(a, b))
    .map(([name, { shape, optional }]) => {
      const mark = optional ? "?" : "";
      return `${keyText(name)}${mark}: ${textOf(shape)}`;
    });
  const others = index === undefined ? [] : [`[key: string]: ${textOf(index)}`];
  const all = [...members, ...others];
  return all.length === 0 ? "object" : `{ ${all.join("; ")} }`;
}

function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
