import { GeneratorError } from "../../base/diagnostics/error.ts";
import { escapeControls } from "../../base/diagnostics/escape.ts";

/** The keys and indexes that lead to a part of a schema. */
export type SchemaPath = readonly (string | number)[];

/** Why a schema cannot be read. */
export type SchemaErrorCode =
  /** It is no JSON Schema: a keyword has a value that it cannot have. */
  | "invalid-schema"
  /** It is deeper, larger or more entangled than the limits allow. */
  | "schema-too-large"
  /** It names a dialect, or needs a `$vocabulary`, that is not known. */
  | "unknown-vocabulary"
  /** A reference leads to another document: nothing is fetched. */
  | "remote-reference"
  /** A reference leads to a place of this document where nothing is. */
  | "missing-reference"
  /** References lead back to themselves before they reach a part of the value. */
  | "endless-reference";

/** A JSON Schema that is not understood. */
export class SchemaError extends GeneratorError<SchemaErrorCode> {
  /** Tells it from other errors where `instanceof` cannot. */
  override readonly name = "SchemaError";
  /** Where it is in the schema. */
  readonly path: SchemaPath;

  constructor(
    code: SchemaErrorCode,
    path: SchemaPath,
    message: string,
    hint?: string,
  ) {
    // Keys and references are what a server wrote.
    super(code, escapeControls(`${pointer(path)}: ${message}`), {
      hint: hint && escapeControls(hint),
    });
    this.path = path;
  }
}

/** The most characters of a path that a message shows. */
const maxShown = 120;
/** The most of a text that it quotes. */
const maxQuoted = 200;

/** A text of a schema as a message has it: in quotes, on one line, and not long. */
export function quoted(text: string): string {
  const short = text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text;
  return escapeControls(JSON.stringify(short));
}

/** A path as a JSON Pointer with `#` before it, cut where it is long. */
export function pointer(path: SchemaPath): string {
  const text = `#${path.map((key) => `/${escapeToken(String(key))}`).join("")}`;
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

function escapeToken(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
