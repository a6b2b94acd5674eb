import { isJsonObject } from "../../base/json-object.ts";
import type { Snapshot } from "./snapshot.ts";

/** The lists of a snapshot. */
export type ListName = "tools" | "prompts" | "resources" | "resourceTemplates";

/** An item of a list. */
export type ItemOf<Name extends ListName> = Snapshot[Name][number];

/** The field that the items of a list are told apart by. */
export const keyOfList: Readonly<
  Record<ListName, "name" | "uri" | "uriTemplate">
> = {
  tools: "name",
  prompts: "name",
  resources: "uri",
  resourceTemplates: "uriTemplate",
};

/** The lists, in the order in which people name them. */
export const listNames: readonly ListName[] = [
  "tools",
  "prompts",
  "resources",
  "resourceTemplates",
];

/** What an item is told apart by. */
export function itemKey<Name extends ListName>(
  list: Name,
  item: ItemOf<Name>,
): string {
  return String(item[keyOfList[list]]);
}

/**
 * JSON that nests deeper is not kept: no schema is read that deep, and what prints or
 * compares it goes down by itself.
 */
export const maxDepth = 400;

/** Why something is no item of a list; undefined where it is one. */
export function itemProblem(list: ListName, item: unknown): string | undefined {
  if (!isJsonObject(item)) return "is no object";
  if (isDeeper(item, maxDepth)) return `nests deeper than ${maxDepth} levels`;
  const key = keyOfList[list];
  for (const name of new Set([key, "name"]))
    if (typeof item[name] !== "string") return `has no ${name} that is a text`;
  if (item[key] === "") return `has an empty ${key}`;
  const { description } = item;
  if (description !== undefined && typeof description !== "string")
    return "has a description that is no text";
  switch (list) {
    case "tools":
      return toolProblem(item);
    case "prompts":
      return argumentsProblem(item["arguments"]);
    case "resources":
    case "resourceTemplates":
      return undefined;
    default:
      return list satisfies never;
  }
}

/** Whether a value is an item of a list. */
export function isItem<Name extends ListName>(
  list: Name,
  item: unknown,
): item is ItemOf<Name> {
  return itemProblem(list, item) === undefined;
}

function toolProblem(tool: Record<string, unknown>): string | undefined {
  if (tool["inputSchema"] === undefined) return "has no inputSchema";
  return undefined;
}

function argumentsProblem(given: unknown): string | undefined {
  if (given === undefined) return undefined;
  if (!Array.isArray(given)) return "has arguments that are no list";
  const names = new Set<string>();
  for (const [index, argument] of given.entries()) {
    const at = `arguments[${index}]`;
    if (!isJsonObject(argument)) return `has ${at} that is no object`;
    const { name, required, description } = argument;
    if (typeof name !== "string") return `has ${at} without a name`;
    if (names.has(name)) return `has two arguments ${JSON.stringify(name)}`;
    names.add(name);
    if (required !== undefined && typeof required !== "boolean")
      return `has ${at} whose required is not true or false`;
    if (description !== undefined && typeof description !== "string")
      return `has ${at} whose description is no text`;
  }
  return undefined;
}

/** Whether JSON nests deeper than a number of levels; it may nest as deep as it likes. */
export function isDeeper(value: unknown, levels: number): boolean {
  let row: unknown[] = [value];
  for (let depth = 0; depth <= levels; depth++) {
    const below: unknown[] = [];
    for (const one of row)
      if (typeof one === "object" && one !== null)
        for (const inner of Object.values(one))
          if (typeof inner === "object") below.push(inner);
    if (below.length === 0) return false;
    row = below;
  }
  return true;
}
