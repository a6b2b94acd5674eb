/**
 * Text whose line breaks are decided when it is printed: a group stands on one
 * line where it fits, and breaks at each of its own lines where it does not.
 */
export type Doc =
  | string
  | readonly Doc[]
  | { readonly kind: "group"; readonly content: Doc; readonly broken: boolean }
  | { readonly kind: "indent"; readonly content: Doc }
  | { readonly kind: "line"; readonly flat: string; readonly hard: boolean }
  | { readonly kind: "choice"; readonly broken: Doc; readonly flat: Doc }
  | { readonly kind: "after"; readonly content: Doc }
  | { readonly kind: "types"; readonly content: Doc };

/** Fits on one line, or breaks at every line of its own. */
export function group(...content: Doc[]): Doc {
  return { kind: "group", content, broken: false };
}

/** A group that never stands on one line. */
export function brokenGroup(...content: Doc[]): Doc {
  return { kind: "group", content, broken: true };
}

export function indent(...content: Doc[]): Doc {
  return { kind: "indent", content };
}

/** Prints one thing where the enclosing group breaks, another where it does not. */
export function choice(broken: Doc, flat: Doc): Doc {
  return { kind: "choice", broken, flat };
}

/**
 * What follows an equals sign: on the same line if it fits there up to its own
 * first possible break, or else indented on the next.
 */
export function after(...content: Doc[]): Doc {
  return { kind: "after", content };
}

/** Type syntax inside a statement: left out when JavaScript is printed. */
export function types(...content: Doc[]): Doc {
  return { kind: "types", content };
}

/** A space, or a line break. */
export const line: Doc = { kind: "line", flat: " ", hard: false };
/** Nothing, or a line break. */
export const softline: Doc = { kind: "line", flat: "", hard: false };
/** Always a line break; groups around it must be broken ones. */
export const hardline: Doc = { kind: "line", flat: "", hard: true };

export function join(separator: Doc, docs: readonly Doc[]): Doc {
  return docs.flatMap((doc, index) => (index === 0 ? [doc] : [separator, doc]));
}

/** Statements or lines, one below the other. */
export function lines(...docs: Doc[]): Doc {
  return join(hardline, docs);
}

/** `open`, the items separated by commas, `close`; one item a line when broken. */
export function list(open: string, items: readonly Doc[], close: string): Doc {
  if (items.length === 0) return open + close;
  const body = indent(softline, join([",", line], items));
  return group(open, body, choice(",", ""), softline, close);
}

/** A call whose arguments stand one a line where they do not fit. */
export function call(name: string, args: readonly Doc[]): Doc {
  return list(`${name}(`, args, ")");
}

/** `{`, the statements, `}`. */
export function block(...statements: Doc[]): Doc {
  if (statements.length === 0) return "{}";
  return ["{", indent(hardline, lines(...statements)), hardline, "}"];
}

export interface PrintOptions {
  /** The width that lines should fit into, in characters. */
  width?: number;
  /** Whether type syntax is printed; true by default. */
  types?: boolean;
}

interface Command {
  readonly doc: Doc;
  readonly indent: number;
  readonly flat: boolean;
}

/** Prints a document, two spaces an indent, without a line break at its end. */
export function print(doc: Doc, options: PrintOptions = {}): string {
  const width = options.width ?? 80;
  const keepTypes = options.types ?? true;
  const stack: Command[] = [{ doc, indent: 0, flat: false }];
  let out = "";
  let column = 0;
  let pending = "";
  const write = (text: string): void => {
    if (text === "") return;
    // The indent waits for text, so that blank lines stay empty.
    out += pending + text;
    pending = "";
    column += text.length;
  };
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { doc, indent, flat } = top;
    if (typeof doc === "string") {
      write(doc);
    } else if (isList(doc)) {
      for (let i = doc.length - 1; i >= 0; i--)
        stack.push({ doc: doc[i] ?? "", indent, flat });
    } else if (doc.kind === "indent") {
      stack.push({ doc: doc.content, indent: indent + 2, flat });
    } else if (doc.kind === "types") {
      if (keepTypes) stack.push({ doc: doc.content, indent, flat });
    } else if (doc.kind === "choice") {
      stack.push({ doc: flat ? doc.flat : doc.broken, indent, flat });
    } else if (doc.kind === "after") {
      const same: Command = { doc: [" ", doc.content], indent, flat };
      const next = {
        ...same,
        doc: { kind: "indent" as const, content: [hardline, doc.content] },
      };
      const fits = fitsWidth(same, stack, width - column, keepTypes);
      stack.push(fits ? same : next);
    } else if (doc.kind === "group") {
      const inner: Command = { doc: doc.content, indent, flat: true };
      const fits =
        flat ||
        (!doc.broken && fitsWidth(inner, stack, width - column, keepTypes));
      stack.push({ ...inner, flat: fits });
    } else if (flat && !doc.hard) {
      write(doc.flat);
    } else {
      out += "\n";
      pending = " ".repeat(indent);
      column = indent;
    }
  }
  return out;
}

function isList(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc);
}

/** Whether the command, and what follows it up to the next possible break, fits. */
function fitsWidth(
  first: Command,
  rest: readonly Command[],
  width: number,
  keepTypes: boolean,
): boolean {
  const stack: Command[] = [first];
  let next = rest.length;
  let left = width;
  while (left >= 0) {
    const top = stack.pop() ?? rest[--next];
    if (top === undefined) return true;
    const { doc, flat } = top;
    if (typeof doc === "string") {
      left -= doc.length;
    } else if (isList(doc)) {
      for (let i = doc.length - 1; i >= 0; i--)
        stack.push({ ...top, doc: doc[i] ?? "" });
    } else if (doc.kind === "after") {
      stack.push({ ...top, doc: [" ", doc.content] });
    } else if (doc.kind === "indent") {
      stack.push({ ...top, doc: doc.content });
    } else if (doc.kind === "types") {
      if (keepTypes) stack.push({ ...top, doc: doc.content });
    } else if (doc.kind === "choice") {
      stack.push({ ...top, doc: flat ? doc.flat : doc.broken });
    } else if (doc.kind === "group") {
      if (flat && doc.broken) return false;
      stack.push({ ...top, doc: doc.content, flat });
    } else if (!flat || doc.hard) {
      return true;
    } else {
      left -= doc.flat.length;
    }
  }
  return false;
}
