import { freeName, pascalCase } from "../print/names.ts";

/** Longer names are cut. */
const longest = 60;

/** The name of a type that belongs to another, which nothing else in the module has. */
export function definitionName(
  owner: string,
  definition: string,
  used: Set<string>,
): string {
  const words = definition.replaceAll(/[^\p{ID_Continue}$]+/gu, " ").trim();
  const own = pascalCase(words).slice(0, longest);
  const rest = own.startsWith(owner) ? own.slice(owner.length) : own;
  return freeName(owner + (rest === "" ? "Part" : rest), used);
}
