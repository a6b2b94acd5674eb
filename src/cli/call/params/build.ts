import { UsageError } from "../../../base/diagnostics/error.ts";
import type { Assignment, TextSource } from "./assignment.ts";
import { readKey, type KeyPath } from "./key-path.ts";
import type { Place } from "./schema.ts";
import { pathText, Tree } from "./tree.ts";
import { readItems, readValue, type Reading } from "./value.ts";

/** Reads what a value comes from. */
export interface Sources {
  readFile(path: string): Uint8Array;
  readStdin(): Promise<Uint8Array>;
}

/** An assignment, with its text. */
export interface GivenText {
  readonly key: string | undefined;
  readonly text: string;
  readonly isLiteral: boolean;
  readonly isBare?: boolean | undefined;
}

/**
 * Reads what the assignments come from, standard input once. Throws a UsageError for
 * what is no text, and an InputError for a file that cannot be read.
 */
export async function readAssignments(
  assignments: readonly Assignment[],
  sources: Sources,
): Promise<GivenText[]> {
  const piped = assignments.filter(({ source }) => source.kind === "stdin");
  if (piped.length > 1)
    throw new UsageError(
      "invalid-argument",
      "Standard input is one argument only",
    );
  return Promise.all(
    assignments.map(async ({ key, source, isBare, isLiteral = false }) => ({
      key,
      text: await textOf(source, key, sources),
      isLiteral,
      isBare,
    })),
  );
}

async function textOf(
  source: TextSource,
  key: string | undefined,
  sources: Sources,
): Promise<string> {
  if (source.kind === "text") return source.text;
  const bytes =
    source.kind === "file"
      ? sources.readFile(source.path)
      : await sources.readStdin();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const from = source.kind === "file" ? source.path : "standard input";
    throw new UsageError(
      "invalid-argument",
      `${key ?? "The arguments"}: ${from} is no UTF-8 text`,
      { hint: "encode it: base64 is what most servers take" },
    );
  }
}

/**
 * The object that assignments make, each value of the type that the schema has for it.
 * Throws a UsageError for a value that is none of its type.
 */
export function buildObject(
  given: readonly GivenText[],
  root: Place,
): Readonly<Record<string, unknown>> {
  const tree = new Tree();
  for (const group of grouped(given, root)) {
    const { at, texts, isLiteral, isBare } = group;
    const reading = read(at, texts, isLiteral);
    if (!reading.ok) throw wrong(at, reading.reason);
    if (isBare && reading.value === "true")
      throw wrong(at, `it has no value: ${pathText(at.path)}=…`);
    tree.set(at.path, reading.value);
  }
  return tree.value();
}

interface Group {
  readonly at: KeyPath;
  readonly texts: string[];
  readonly isLiteral: boolean;
  readonly isBare?: boolean | undefined;
}

/** Values of one key belong together: several are a list. */
function grouped(given: readonly GivenText[], root: Place): Group[] {
  const groups = new Map<string, Group>();
  given.forEach(({ key, text, isLiteral, isBare }, index) => {
    const at =
      key === undefined
        ? { path: [], place: { schema: whole, root: {} }, isList: false }
        : readKey(key, root);
    // What is given at once stands for itself.
    const name = key === undefined ? `${index}` : JSON.stringify(at.path);
    const known = groups.get(name);
    if (known) known.texts.push(text);
    else groups.set(name, { at, texts: [text], isLiteral, isBare });
  });
  return [...groups.values()];
}

const whole = { type: "object" };

function read(
  { place, isList }: KeyPath,
  texts: readonly string[],
  isLiteral: boolean,
): Reading {
  const isSeveral = isList || texts.length > 1;
  if (isLiteral) return { ok: true, value: isSeveral ? texts : texts[0] };
  return isSeveral ? readItems(texts, place) : readValue(texts[0] ?? "", place);
}

function wrong({ path }: KeyPath, reason: string): UsageError {
  const name = pathText(path);
  if (name !== "")
    return new UsageError("invalid-argument", `${name}: ${reason}`);
  return new UsageError(
    "invalid-argument",
    `The arguments are no JSON object: ${reason}`,
    { hint: 'write key=value, or {"key": value}' },
  );
}
