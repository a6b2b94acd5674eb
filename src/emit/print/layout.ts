/**
 * Text whose line breaks are decided when it is printed: a group stands on one
 * line where it fits, and breaks at each of its own lines where it does not.
 */
export type Doc =
  | string
  | readonly Doc[]
  | Name
  | { readonly kind: "group"; readonly content: Doc; readonly broken: boolean }
  | { readonly kind: "indent"; readonly content: Doc }
  | { readonly kind: "line"; readonly flat: string; readonly hard: boolean }
  | { readonly kind: "choice"; readonly broken: Doc; readonly flat: Doc }
  | { readonly kind: "after"; readonly content: Doc }
  | { readonly kind: "types"; readonly content: Doc };

/** What the module declares or imports, where a text refers to it. */
export interface Name {
  readonly kind: "name";
  readonly name: string;
  /** The module that is imported as a whole, under this name. */
  readonly from?: string;
}

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

/** A name that can be collected: see `namesIn`. */
export function named(name: string, from?: string): Doc {
  return { kind: "name", name, ...(from !== undefined && { from }) };
}

function textOf({ name, from }: Name): string {
  return from === undefined ? name : `${from}.${name}`;
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
export function list(open: Doc, items: readonly Doc[], close: string): Doc {
  if (items.length === 0) return [open, close];
  const body = indent(softline, join([",", line], items));
  return group(open, body, choice(",", ""), softline, close);
}

/** A call whose arguments stand one a line where they do not fit. */
export function call(name: Doc, args: readonly Doc[]): Doc {
  return list([name, "("], args, ")");
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

/** Prints a document, two spaces an indent, without a line break at its end. */
export function print(doc: Doc, options: PrintOptions = {}): string {
  const { width = 80, types: keepTypes = true } = options;
  const stack = createStack();
  const page = createPage();
  stack.push(doc, 0, false);
  while (stack.pop()) {
    const { doc, indent, flat } = stack;
    if (typeof doc === "string") {
      page.write(doc);
      continue;
    }
    if (isList(doc)) {
      for (let i = doc.length - 1; i >= 0; i--)
        stack.push(doc[i] ?? "", indent, flat);
      continue;
    }
    switch (doc.kind) {
      case "name":
        page.write(textOf(doc));
        break;
      case "indent":
        stack.push(doc.content, indent + 2, flat);
        break;
      case "types":
        if (keepTypes) stack.push(doc.content, indent, flat);
        break;
      case "choice":
        stack.push(flat ? doc.flat : doc.broken, indent, flat);
        break;
      case "after": {
        const room = width - page.column - 1;
        const fits = stack.fits(doc.content, flat, room, keepTypes);
        const margin = fits ? indent : indent + 2;
        stack.push(doc.content, margin, flat);
        stack.push(fits ? " " : hardline, margin, flat);
        break;
      }
      case "group": {
        const room = width - page.column;
        const fits =
          flat ||
          (!doc.broken && stack.fits(doc.content, true, room, keepTypes));
        stack.push(doc.content, indent, fits);
        break;
      }
      case "line":
        if (flat && !doc.hard) page.write(doc.flat);
        else page.breakLine(indent);
        break;
      default:
        doc satisfies never;
    }
  }
  return page.text();
}

/** What has been printed. */
interface Page {
  /** Where the next text will stand. */
  column: number;
  write(text: string): void;
  breakLine(indent: number): void;
  text(): string;
}

function createPage(): Page {
  // Joined at the end: a text that grows piece by piece keeps the collector busy.
  const parts: string[] = [];
  let margin = "";
  return {
    column: 0,
    write(text) {
      if (text === "") return;
      // The margin waits for text, so that blank lines stay empty.
      if (margin !== "") parts.push(margin);
      margin = "";
      parts.push(text);
      this.column += text.length;
    },
    breakLine(indent) {
      parts.push("\n");
      margin = " ".repeat(indent);
      this.column = indent;
    },
    text: () => parts.join(""),
  };
}

/** What is still to be printed, in columns: printing allocates nothing for a document. */
interface Stack {
  /** The document that `pop` took last. */
  doc: Doc;
  indent: number;
  flat: boolean;
  push(doc: Doc, indent: number, flat: boolean): void;
  /** Takes the last document; false when there is none. */
  pop(): boolean;
  /** Whether a document, and what follows it up to the next possible break, fits. */
  fits(doc: Doc, flat: boolean, width: number, keepTypes: boolean): boolean;
}

function createStack(): Stack {
  const docs: Doc[] = [];
  const indents: number[] = [];
  const flats: boolean[] = [];
  return {
    doc: "",
    indent: 0,
    flat: false,
    push(doc, indent, flat) {
      docs.push(doc);
      indents.push(indent);
      flats.push(flat);
    },
    pop() {
      this.doc = docs.pop() ?? "";
      this.indent = indents.pop() ?? 0;
      const flat = flats.pop();
      this.flat = flat ?? false;
      return flat !== undefined;
    },
    fits(doc, flat, width, keepTypes) {
      let left = spaceAfter(doc, flat, width, keepTypes);
      for (let i = docs.length - 1; i >= 0 && left >= 0; i--)
        left = spaceAfter(docs[i] ?? "", flats[i] ?? false, left, keepTypes);
      return left >= 0;
    },
  };
}

/** More than any text takes: a line break has been reached, and all before it fits. */
const reached = Number.MAX_SAFE_INTEGER;

/** The space that a document leaves of `left`: negative when it does not fit. */
function spaceAfter(
  doc: Doc,
  flat: boolean,
  left: number,
  keepTypes: boolean,
): number {
  if (left < 0 || left === reached) return left;
  if (typeof doc === "string") return left - doc.length;
  if (isList(doc)) {
    let rest = left;
    for (const part of doc) {
      rest = spaceAfter(part, flat, rest, keepTypes);
      if (rest < 0 || rest === reached) return rest;
    }
    return rest;
  }
  switch (doc.kind) {
    case "name":
      return left - textOf(doc).length;
    case "indent":
      return spaceAfter(doc.content, flat, left, keepTypes);
    case "types":
      return keepTypes ? spaceAfter(doc.content, flat, left, keepTypes) : left;
    case "choice":
      return spaceAfter(flat ? doc.flat : doc.broken, flat, left, keepTypes);
    case "after":
      return flat
        ? spaceAfter(doc.content, flat, left - 1, keepTypes)
        : reached;
    case "group":
      if (flat && doc.broken) return -1;
      return spaceAfter(doc.content, flat, left, keepTypes);
    case "line":
      return flat && !doc.hard ? left - doc.flat.length : reached;
    default:
      return doc satisfies never;
  }
}

function isList(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc);
}
