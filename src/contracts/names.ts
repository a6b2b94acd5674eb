import { sha256 } from "../base/digest.ts";
import { keywords, reservedNames } from "../schema/model/reserved.ts";
import { byCodeUnit } from "../base/order.ts";

/** The longest identifier that is made of a name; what is longer is cut and told apart. */
const maxLength = 64;

/**
 * An identifier for each name of the wire, in PascalCase, that no other has and none of
 * `reserved` is: `get-sum` is `GetSum`. Of several names with the same, the one that is
 * spelled so has it, else the first by code unit; the others end with a digest of
 * themselves, so that their identifiers depend on no third name.
 */
export function typeNames(
  names: Iterable<string>,
  reserved: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, string> {
  const groups = groupsOf(names, pascalName);
  const used = new Set([...reserved, ...globals]);
  const found = new Map<string, string>();
  const later: { name: string; identifier: string }[] = [];
  for (const [identifier, [first, ...others]] of groups) {
    if (first === undefined) continue;
    const isFree = !used.has(identifier) && isOwn(identifier);
    if (isFree) found.set(first, identifier);
    used.add(identifier);
    for (const name of isFree ? others : [first, ...others])
      later.push({ name, identifier });
  }
  for (const { name, identifier } of later)
    found.set(name, toldApart(identifier, name, used));
  return found;
}

/**
 * An identifier for each name of the wire, in camelCase, that can stand as a property of
 * an object of ours: `get-sum` is `getSum`. A name has none where it is one of `reserved`,
 * or one that every object has; and where several have the same, only the one that is
 * spelled so has it. A name that is added thus never makes an identifier mean another.
 */
export function memberNames(
  names: Iterable<string>,
  reserved: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [identifier, [first, ...others]] of groupsOf(names, camelName)) {
    if (first === undefined) continue;
    if (reserved.has(identifier) || ofObjects.has(identifier)) continue;
    if (others.length === 0 || first === identifier)
      found.set(first, identifier);
  }
  return found;
}

/** A name in PascalCase: an identifier, whatever it was made of. */
export function pascalName(name: string): string {
  const words = wordsOf(name);
  const identifier = words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  return bounded(identifier, name);
}

/** A name in camelCase: an identifier, whatever it was made of, and no reserved word. */
export function camelName(name: string): string {
  const [first = "", ...others] = wordsOf(name);
  const identifier = [
    // Of `HTTPGet` the last capital begins a word, and of `URL` it does not.
    first.replace(/^\p{Lu}+(?!\p{Ll})|^\p{Lu}/u, (start) =>
      start.toLowerCase(),
    ),
    ...others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ].join("");
  const safe = bounded(identifier, name);
  return keywords.has(safe) || reservedNames.has(safe) ? `${safe}_` : safe;
}

/** What identifiers of a name are made of; of one in capitals alone, small letters. */
function wordsOf(name: string): string[] {
  const start = name.slice(0, 4 * maxLength);
  const text = /\p{Ll}/u.test(start) ? start : start.toLowerCase();
  return text
    .split(/[^\p{ID_Continue}]+|_+/u)
    .map((word) => word.replace(/\p{Default_Ignorable_Code_Point}/gu, ""))
    .filter((word) => word !== "");
}

function bounded(identifier: string, name: string): string {
  const begun = /^\p{ID_Start}/u.test(identifier)
    ? identifier
    : `_${identifier}`;
  if (begun === "_") return `_${digestOf(name, 4)}`;
  const isWhole = begun.length <= maxLength && name.length <= 4 * maxLength;
  if (isWhole) return begun;
  // A pair of surrogates is not parted.
  const cut = begun.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "");
  return `${cut}_${digestOf(name, 4)}`;
}

/** Names by the identifier that they would have: who is spelled so comes first. */
function groupsOf(
  names: Iterable<string>,
  identifierOf: (name: string) => string,
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const name of [...new Set(names)].sort(byCodeUnit)) {
    const identifier = identifierOf(name);
    const group = groups.get(identifier);
    if (group === undefined) groups.set(identifier, [name]);
    else if (name === identifier) group.unshift(name);
    else group.push(name);
  }
  return groups;
}

function toldApart(
  identifier: string,
  name: string,
  used: Set<string>,
): string {
  for (let length = 4; ; length += 4) {
    const told = `${identifier}_${digestOf(name, length)}`;
    if (used.has(told)) continue;
    used.add(told);
    return told;
  }
}

function digestOf(name: string, length: number): string {
  // As JSON: halves of surrogate pairs would be the same in UTF-8.
  return sha256(JSON.stringify(name)).slice(0, length);
}

function isOwn(identifier: string): boolean {
  return !keywords.has(identifier) && !reservedNames.has(identifier);
}

/** What emitted code itself refers to. */
const globals = [
  ..."Array Boolean Error Map Number Object Promise Proxy Reflect".split(" "),
  ..."RegExp Set String Symbol TypeError Record Readonly".split(" "),
];

/** What objects have of their own, or what tells something to those who look for it. */
const ofObjects: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  ..."then toJSON".split(" "),
]);
