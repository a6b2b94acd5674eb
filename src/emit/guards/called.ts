import type { Doc } from "../print/layout.ts";

/**
 * The functions that printed code calls. A call stands at the start of a text of
 * its own, where nothing that was quoted can stand.
 */
export function calledNames(doc: Doc): ReadonlySet<string> {
  const names = new Set<string>();
  collect(doc, names);
  return names;
}

function collect(doc: Doc, names: Set<string>): void {
  if (typeof doc === "string") {
    const end = doc.indexOf("(");
    if (end > 0) names.add(doc.slice(doc.startsWith("!") ? 1 : 0, end));
    return;
  }
  if (!("kind" in doc)) {
    for (const part of doc) collect(part, names);
    return;
  }
  switch (doc.kind) {
    case "group":
    case "indent":
    case "after":
    case "types":
      return collect(doc.content, names);
    case "choice":
      return collect([doc.broken, doc.flat], names);
    case "line":
      return;
    default:
      return doc satisfies never;
  }
}
