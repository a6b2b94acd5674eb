import { isList, type Doc, type Name } from "./layout.ts";
import type { Item } from "./module.ts";

const known = new WeakMap<Item, readonly Name[]>();

/** What an item refers to by name, of its module and of what that imports. */
export function namesIn(item: Item): readonly Name[] {
  // Several ask, and an item does not change.
  const names = known.get(item) ?? collectNames(item);
  known.set(item, names);
  return names;
}

function collectNames(item: Item): Name[] {
  const names: Name[] = [];
  switch (item.kind) {
    case "import":
    case "reexport":
      break;
    case "fixed":
      for (const name of item.needs) names.push({ kind: "name", name });
      break;
    case "type":
      collect([item.text, item.refersTo ?? []], names);
      break;
    case "function":
      for (const { type } of item.parameters) collect(type, names);
      for (const { parameters } of item.overloads ?? [])
        for (const { type } of parameters) collect(type, names);
      collect([item.returns, item.body], names);
      break;
    case "variable":
      collect(item.type, names);
      break;
    case "constant":
      collect([item.type ?? "", item.value], names);
      break;
    default:
      item satisfies never;
  }
  return names;
}

function collect(doc: Doc, names: Name[]): void {
  if (typeof doc === "string") return;
  if (isList(doc)) {
    for (const part of doc) collect(part, names);
    return;
  }
  switch (doc.kind) {
    case "name":
      names.push(doc);
      return;
    case "group":
    case "indent":
    case "after":
    case "types":
      return collect(doc.content, names);
    case "choice":
      collect(doc.broken, names);
      return collect(doc.flat, names);
    case "line":
      return;
    default:
      return doc satisfies never;
  }
}
