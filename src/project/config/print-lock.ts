import { emitNames, runtimeParts } from "../../emit/index.ts";
import { byCodeUnit } from "../../base/order.ts";
import { isJsonObject } from "../../base/json-object.ts";
import type { Lock, LockedInput, LockedOptions, LockedOutput } from "./lock.ts";

const width = 80;

/** The lock as the text of its file: sorted, and as prettier lays it out. */
export function printLock(lock: Lock): string {
  const { formatVersion, from, published, outputs } = lock;
  const sorted = outputs.map(sortedOutput);
  sorted.sort((a, b) => byCodeUnit(a.out, b.out));
  const ids = published && { published: [...published].sort(byCodeUnit) };
  const text = print({ formatVersion, from, ...ids, outputs: sorted }, "", 0);
  return `${text}\n`;
}

function sortedOutput(output: LockedOutput): LockedOutput {
  const { out, generator, options, inputs } = output;
  return {
    out,
    generator,
    options: sortedOptions(options),
    inputs: inputs.map(sortedInput).sort(byPlace),
  };
}

/** The options in one order, whatever the order they were given in. */
function sortedOptions(options: LockedOptions): LockedOptions {
  const { emit, target, importExtension, jsonSchema, docs, runtime } = options;
  const { with: parts, strict, prettier } = options;
  return defined({
    emit: emit && emitNames.filter((name) => emit.includes(name)),
    ...{ target, importExtension, jsonSchema, docs, runtime },
    with: parts && runtimeParts.filter((name) => parts.includes(name)),
    ...{ strict, prettier },
  });
}

function sortedInput(input: LockedInput): LockedInput {
  const { kind, id, revision, source, commit, path, url, sha256 } = input;
  const given = { kind, id, revision, source, commit, path, url, sha256 };
  return { ...defined(given), kind, sha256 };
}

const kinds: readonly LockedInput["kind"][] = [
  "revision",
  "extension",
  "facts",
];

function byPlace(left: LockedInput, right: LockedInput): number {
  return (
    kinds.indexOf(left.kind) - kinds.indexOf(right.kind) ||
    byCodeUnit(left.id ?? "", right.id ?? "")
  );
}

type Defined<Value> = {
  [Name in keyof Value]?: Exclude<Value[Name], undefined>;
};

function defined<Value extends object>(value: Value): Defined<Value> {
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries) as Defined<Value>;
}

/** JSON as prettier prints it: a list of texts on one line where it fits there. */
function print(value: unknown, indent: string, taken: number): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    if (items.length === 0) return "[]";
    const line = `[${items.map((one) => JSON.stringify(one)).join(", ")}]`;
    const isFlat = items.every((one) => typeof one === "string");
    // The comma behind it counts as well.
    if (isFlat && taken + line.length < width) return line;
    const lines = items.map((one) => inner + print(one, inner, width));
    return `[\n${lines.join(",\n")}\n${indent}]`;
  }
  if (!isJsonObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => {
    const start = `${inner}${JSON.stringify(name)}: `;
    return start + print(field, inner, start.length);
  });
  return fields.length === 0 ? "{}" : `{\n${fields.join(",\n")}\n${indent}}`;
}
