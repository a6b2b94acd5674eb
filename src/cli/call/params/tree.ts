import { UsageError } from "../../../base/diagnostics/error.ts";
import { isJsonObject } from "../../../base/json-object.ts";

/** Leads into a value: names of properties, and indexes of lists. */
export type Path = readonly (string | number)[];

/** A value that is being put together, part by part. */
type Node =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "object"; readonly entries: Map<string, Node> }
  | { readonly kind: "list"; readonly items: Node[] };

/** Holds the longest list that a key can ask for. */
const maxIndex = 9_999;

/** Puts an object together from values at paths. */
export class Tree {
  #root: Node = { kind: "object", entries: new Map() };

  /** Puts a value at a path. Throws a UsageError where there is one already. */
  set(path: Path, value: unknown): void {
    this.#root = placed(this.#root, path, value, path);
  }

  /** The object, as far as it is there. */
  value(): Readonly<Record<string, unknown>> {
    const value = valueOf(this.#root);
    return isJsonObject(value) ? value : {};
  }
}

function placed(
  node: Node | undefined,
  [step, ...rest]: Path,
  value: unknown,
  whole: Path,
): Node {
  if (step === undefined) {
    if (node === undefined) return { kind: "value", value };
    return united(opened(node), value, whole);
  }
  const at = node === undefined ? empty(step) : opened(node);
  if (typeof step === "number") {
    if (at.kind !== "list" || step > at.items.length || step > maxIndex)
      throw clash(whole, "a list has its items in order, from [0] on");
    at.items[step] = placed(at.items[step], rest, value, whole);
    return at;
  }
  if (at.kind !== "object") throw clash(whole, "it is given another value too");
  at.entries.set(step, placed(at.entries.get(step), rest, value, whole));
  return at;
}

/** What is given as a whole takes what is given for its parts, where both are objects. */
function united(node: Node, value: unknown, path: Path): Node {
  if (node.kind !== "object" || !isJsonObject(value))
    throw clash(path, "it is given twice");
  return Object.entries(value).reduce<Node>(
    (whole, [name, part]) => placed(whole, [name], part, [...path, name]),
    node,
  );
}

function empty(step: string | number): Node {
  return typeof step === "number"
    ? { kind: "list", items: [] }
    : { kind: "object", entries: new Map() };
}

/** A whole value, such that parts can be put into it. */
function opened(node: Node): Node {
  if (node.kind !== "value") return node;
  const { value } = node;
  const part = (one: unknown): Node => ({ kind: "value", value: one });
  if (Array.isArray(value)) return { kind: "list", items: value.map(part) };
  if (!isJsonObject(value)) return node;
  const entries = Object.entries(value).map(
    ([name, one]) => [name, part(one)] as const,
  );
  return { kind: "object", entries: new Map(entries) };
}

function valueOf(node: Node): unknown {
  switch (node.kind) {
    case "value":
      return node.value;
    case "list":
      return node.items.map(valueOf);
    case "object":
      // Not by assignment: a name may be `__proto__`.
      return Object.fromEntries(
        [...node.entries].map(([name, one]) => [name, valueOf(one)]),
      );
  }
}

/** `a.b[0]`, as a key is written. */
export function pathText(path: Path): string {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "");
}

function clash(path: Path, reason: string): UsageError {
  return new UsageError(
    "invalid-argument",
    `${pathText(path) || "The arguments"}: ${reason}`,
  );
}
