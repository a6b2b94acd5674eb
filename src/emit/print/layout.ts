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
  const joined: Doc[] = [];
  for (const doc of docs) {
    if (joined.length > 0) joined.push(separator);
    joined.push(doc);
  }
  return joined;
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
  const stack: Stack = { docs: [doc], indents: [0], flats: [false] };
  const page: Page = { text: "", margin: 0, column: 0 };
  const { docs, indents, flats } = stack;
  while (docs.length > 0) {
    const doc = docs.pop() ?? "";
    const indent = indents.pop() ?? 0;
    const flat = flats.pop() ?? false;
    if (typeof doc === "string") {
      write(page, doc);
      continue;
    }
    if (isList(doc)) {
      for (let i = doc.length - 1; i >= 0; i--)
        push(stack, doc[i] ?? "", indent, flat);
      continue;
    }
    switch (doc.kind) {
      case "name":
        write(page, textOf(doc));
        break;
      case "indent":
        push(stack, doc.content, indent + 2, flat);
        break;
      case "types":
        if (keepTypes) push(stack, doc.content, indent, flat);
        break;
      case "choice":
        push(stack, flat ? doc.flat : doc.broken, indent, flat);
        break;
      case "after": {
        const room = width - page.column - 1;
        const isFitting = fits(stack, doc.content, flat, room, keepTypes);
        const margin = isFitting ? indent : indent + 2;
        push(stack, doc.content, margin, flat);
        push(stack, isFitting ? " " : hardline, margin, flat);
        break;
      }
      case "group": {
        const room = width - page.column;
        const isFitting =
          flat ||
          (!doc.broken && fits(stack, doc.content, true, room, keepTypes));
        push(stack, doc.content, indent, isFitting);
        break;
      }
      case "line":
        if (flat && !doc.hard) write(page, doc.flat);
        else breakLine(page, indent);
        break;
      default:
        doc satisfies never;
    }
  }
  return page.text;
}

/** What has been printed. */
interface Page {
  text: string;
  /** The spaces that the next text on this line stands behind. */
  margin: number;
  /** Where the next text will stand. */
  column: number;
}

function write(page: Page, text: string): void {
  if (text === "") return;
  // The margin waits for text, so that blank lines stay empty.
  if (page.margin > 0) page.text += " ".repeat(page.margin);
  page.margin = 0;
  page.text += text;
  page.column += text.length;
}

function breakLine(page: Page, indent: number): void {
  page.text += "\n";
  page.margin = indent;
  page.column = indent;
}

/** What is still to be printed, in columns: printing allocates nothing for a document. */
interface Stack {
  readonly docs: Doc[];
  readonly indents: number[];
  readonly flats: boolean[];
}

function push(stack: Stack, doc: Doc, indent: number, flat: boolean): void {
  stack.docs.push(doc);
  stack.indents.push(indent);
  stack.flats.push(flat);
}

/** Whether a document, and what follows it up to the next possible break, fits. */
function fits(
  { docs, flats }: Stack,
  doc: Doc,
  flat: boolean,
  width: number,
  keepTypes: boolean,
): boolean {
  let left = spaceAfter(doc, flat, width, keepTypes);
  for (let i = docs.length - 1; i >= 0 && left >= 0 && left !== reached; i--)
    left = spaceAfter(docs[i] ?? "", flats[i] ?? false, left, keepTypes);
  return left >= 0;
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

/** Whether a document is what several of them say, one behind the other. */
export function isList(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc);
}
