import type { Type } from "../../model/index.ts";
import { report, unreadableType } from "../source/session.ts";
import { quoteNode } from "../source/source.ts";
import type { DeclarationIndex } from "./declared.ts";
import type { Check, CheckPlace } from "../source/session.ts";

/** The string literals that a type consists of, and whether it takes any other string as well. */
interface Keys {
  literals: string[];
  open: boolean;
}

/** Writes the keys of `Omit` and `Pick` into the model, in source order, each once. */
export function expandKeys(
  index: DeclarationIndex,
  check: Extract<Check, { kind: "select" }>,
): void {
  const keys = stringKeys(index, check.key, new Set());
  if (keys === undefined || keys.open) {
    refuse(check, "string literals", "write string literals joined by |");
  } else check.select.keys = [...new Set(keys.literals)];
}

/** The keys of a record are any string, or the ones that are listed. */
export function checkRecordKey(
  index: DeclarationIndex,
  check: Extract<Check, { kind: "record" }>,
): void {
  if (stringKeys(index, check.key, new Set()) !== undefined) return;
  refuse(check, "strings", "write string, or string literals joined by |");
}

function refuse(
  { reader, node }: CheckPlace,
  wanted: string,
  hint: string,
): void {
  report(reader, "unsupported-key", node, {
    message: `${quoteNode(reader.module.source, node)} does not stand for ${wanted}`,
    hint,
  });
}

/** `undefined` when the type holds anything but strings. */
function stringKeys(
  index: DeclarationIndex,
  type: Type,
  seen: Set<string>,
): Keys | undefined {
  if (type === unreadableType) return none;
  switch (type.kind) {
    case "keyword":
      if (type.name === "never") return none;
      return type.name === "string" ? { literals: [], open: true } : undefined;
    case "literal":
      return stringKey(type.value);
    case "constant": {
      const constant = index.get(type.name);
      return constant?.kind === "constant" ? stringKey(constant.value) : none;
    }
    case "enumMember":
      return enumKeys(index, type.enum, type.member);
    case "union":
      return join(type.members.map((one) => stringKeys(index, one, seen)));
    case "reference":
      return namedKeys(index, type.name, seen);
    default:
      return undefined;
  }
}

const none: Keys = { literals: [], open: false };

function stringKey(value: unknown): Keys | undefined {
  return typeof value === "string"
    ? { literals: [value], open: false }
    : undefined;
}

function enumKeys(
  index: DeclarationIndex,
  name: string,
  only?: string,
): Keys | undefined {
  const target = index.get(name);
  if (target?.kind !== "enum") return none;
  const members = target.members.filter(
    (member) => only === undefined || member.name === only,
  );
  return join(members.map(({ value }) => stringKey(value)));
}

function namedKeys(
  index: DeclarationIndex,
  name: string,
  seen: Set<string>,
): Keys | undefined {
  const target = index.get(name);
  if (target === undefined || seen.has(name)) return none;
  if (target.kind === "enum") return enumKeys(index, name);
  if (target.kind !== "alias") return undefined;
  // Keys count once, however often a name occurs.
  seen.add(name);
  return stringKeys(index, target.type, seen);
}

function join(parts: readonly (Keys | undefined)[]): Keys | undefined {
  const joined: Keys = { literals: [], open: false };
  for (const part of parts) {
    if (part === undefined) return undefined;
    joined.literals.push(...part.literals);
    joined.open ||= part.open;
  }
  return joined;
}
