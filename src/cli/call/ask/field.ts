import { isJsonObject } from "../../../base/json-object.ts";
import { mismatch } from "../../../runtime/protocol/form-answer.ts";
import type { Prompter } from "../../terminal/index.ts";
import { foreignWords } from "../print/foreign.ts";
import { readItems, readValue, type Reading } from "../params/value.ts";
import { formatProblem } from "./formats.ts";

/** A field of a form, as a server describes it. */
export interface Field {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly isRequired: boolean;
}

/** The fields of a form that a server asks to fill in. */
export function fieldsOf(requestedSchema: unknown): Field[] {
  if (!isJsonObject(requestedSchema)) return [];
  const { properties, required } = requestedSchema;
  if (!isJsonObject(properties)) return [];
  const needed: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, schema]) =>
    isJsonObject(schema)
      ? [{ name, schema, isRequired: needed.includes(name) }]
      : [],
  );
}

/** Who is asked for a field. */
interface FieldAsker {
  readonly signal: AbortSignal;
  /** Prints a text that the server chose. */
  show(text: string): void;
}

/** Asks a person for the value of a field; undefined where it is left out. */
export async function askField(
  field: Field,
  prompter: Prompter,
  { signal, show }: FieldAsker,
): Promise<unknown> {
  const { schema, isRequired } = field;
  const { description } = schema;
  if (typeof description === "string" && description !== "") show(description);
  const fallback = schema["default"];
  const message = labelOf(field);
  const choices = choicesIn(schema);
  if (choices) {
    const chosen = await prompter.select<unknown>({
      ...{ message, signal },
      choices: isRequired ? choices : [...choices, left],
      default:
        choices.find(({ value }) => value === fallback)?.value ??
        (isRequired ? undefined : left.value),
    });
    return chosen === left.value ? undefined : chosen;
  }
  const { items, minItems, maxItems } = schema;
  const many = isJsonObject(items) ? choicesIn(items) : undefined;
  if (schema["type"] === "array" && many)
    return askMany(field, prompter, {
      ...{ message, signal, choices: many },
      min: sizeOf(minItems),
      max: sizeOf(maxItems),
      isOptional: !isRequired,
    });
  if (schema["type"] === "boolean") {
    const preset = typeof fallback === "boolean" ? fallback : undefined;
    const asked = { message, signal, default: preset };
    return isRequired
      ? prompter.confirm(asked)
      : prompter.confirmOrLeave(asked);
  }
  return askText(field, prompter, signal);
}

/** What is chosen where a field is left out. */
const left = { value: Symbol("left out"), name: "-", label: "leave it out" };

type ManyQuestion = Parameters<Prompter["selectMany"]>[0];

async function askMany(
  { schema, isRequired }: Field,
  prompter: Prompter,
  question: Omit<ManyQuestion, "default">,
): Promise<unknown> {
  const fallback = schema["default"];
  const picked = await prompter.selectMany<unknown>({
    ...question,
    default: Array.isArray(fallback) ? fallback : undefined,
  });
  return picked.length === 0 && !isRequired ? undefined : picked;
}

async function askText(
  field: Field,
  prompter: Prompter,
  signal: AbortSignal,
): Promise<unknown> {
  const { schema, isRequired } = field;
  const fallback = schema["default"];
  const isLeft = (text: string): boolean => text === "" && !isRequired;
  const text = await prompter.text({
    ...{ message: labelOf(field), signal },
    default: fallback === undefined ? undefined : String(fallback),
    check: (typed) => {
      if (isLeft(typed)) return undefined;
      if (typed === "") return "A value is needed.";
      const read = readAnswer(typed, field);
      return read.ok ? undefined : foreignWords(read.reason, 1_000);
    },
  });
  if (isLeft(text)) return undefined;
  const read = readAnswer(text, field);
  return read.ok ? read.value : undefined;
}

/** The value that a text gives a field, or why it gives none. */
function readAnswer(text: string, { schema }: Field): Reading {
  return fitting(readValue(text, { schema, root: {} }), schema);
}

/** The same of several: each is one of the choices of a list, or some with commas. */
export function readAnswers(texts: readonly string[], field: Field): Reading {
  const { schema } = field;
  const [text = ""] = texts;
  const isList = schema["type"] === "array";
  if (texts.length === 1 && (!isList || text.startsWith("[")))
    return readAnswer(text, field);
  const read = fitting(readItems(texts, { schema, root: {} }), schema);
  if (read.ok || !isList) return read;
  const parts = texts.flatMap((one) => one.split(","));
  const items = parts.map((one) => one.trim());
  return fitting(readItems(items, { schema, root: {} }), schema);
}

function fitting(read: Reading, schema: Field["schema"]): Reading {
  if (!read.ok) return read;
  const expected = mismatch(schema, read.value);
  if (expected !== false) return { ok: false, reason: `Expected ${expected}.` };
  const problem = formatProblem(schema["format"], read.value);
  return problem === undefined ? read : { ok: false, reason: problem };
}

/** `When? (date, optional)`: what a person has to know of a field. */
function labelOf({ name, schema, isRequired }: Field): string {
  const { title, type, format } = schema;
  const kind = typeof format === "string" ? format : type;
  const isTyped = typeof format === "string" || isNumeric(type);
  const hints = [
    ...(isTyped ? [String(kind)] : []),
    ...(isRequired ? [] : ["optional"]),
  ];
  const label = typeof title === "string" && title !== "" ? title : name;
  const shown = foreignWords(label);
  return hints.length > 0
    ? `${shown} [${foreignWords(hints.join(", "))}]`
    : shown;
}

function isNumeric(type: unknown): boolean {
  return type === "number" || type === "integer";
}

interface FieldChoice {
  readonly value: unknown;
  readonly name: string;
  readonly label: string;
}

/** The choices of a field, in each way that revisions have for them. */
function choicesIn(
  schema: Readonly<Record<string, unknown>>,
): FieldChoice[] | undefined {
  const titled = [schema["oneOf"], schema["anyOf"]].find(Array.isArray);
  if (titled)
    return titled.filter(isJsonObject).map((one) => {
      const value = one["const"];
      return {
        value,
        name: String(value),
        label: String(one["title"] ?? value),
      };
    });
  const { enum: values, enumNames } = schema;
  if (!Array.isArray(values)) return undefined;
  const names: unknown[] = Array.isArray(enumNames) ? enumNames : [];
  return values.map((value: unknown, index) => ({
    ...{ value, name: String(value) },
    label: String(names[index] ?? value),
  }));
}

function sizeOf(size: unknown): number | undefined {
  return typeof size === "number" ? size : undefined;
}
