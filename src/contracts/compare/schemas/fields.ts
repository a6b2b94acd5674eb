import type { NormalSchema } from "../../../schema/model/index.ts";
import {
  subjectAt,
  type CompareInside,
  type Difference,
  type Pair,
} from "./difference.ts";
import {
  beside,
  isNever,
  termKey,
  saysNothing,
  type Term,
} from "./relation/index.ts";
import { schemaText } from "./text.ts";

/** The words of an object that are compared one by one. */
const compared: ReadonlySet<string> = new Set<keyof NormalSchema>([
  "properties",
  "required",
  "additionalProperties",
]);

/** Whether two schemas differ in nothing but the fields of objects. */
export function areObjects({ before, after }: Pair): boolean {
  return (
    [before, after].every(({ schema }) => isObject(schema)) &&
    termKey(otherWords(before)) === termKey(otherWords(after))
  );
}

function isObject({ type, properties }: NormalSchema): boolean {
  return type === "object" || (type === undefined && properties !== undefined);
}

function otherWords(term: Term): Term {
  const others = Object.entries(term.schema).filter(
    ([keyword]) => !compared.has(keyword),
  );
  return beside(term, Object.fromEntries(others) as NormalSchema);
}

/** The differences of two objects, field by field. */
export function compareFields(pair: Pair, inside: CompareInside): Difference[] {
  const names = [pair.before, pair.after].flatMap(({ schema }) => [
    ...Object.keys(schema.properties ?? {}),
    ...(schema.required ?? []),
  ]);
  return [
    ...[...new Set(names)].flatMap((name) => compareField(name, pair, inside)),
    ...compareOthers(pair, inside),
  ];
}

/** A field as one of two objects has it. */
interface Field {
  /** What is said of it by its name. */
  readonly own: NormalSchema | undefined;
  /** What is said of it at all: of what is not named, what is said of all others. */
  readonly schema: NormalSchema | undefined;
  readonly isRequired: boolean;
}

function fieldOf({ schema }: Term, name: string): Field {
  const { properties = {}, required = [], additionalProperties } = schema;
  const isRequired = required.includes(name);
  const named = Object.hasOwn(properties, name) ? properties[name] : undefined;
  // What is required is there, even if nothing else is said of it.
  const own = named ?? (isRequired ? (additionalProperties ?? {}) : undefined);
  const others =
    additionalProperties !== undefined &&
    !saysNothing(additionalProperties) &&
    !isNever(additionalProperties)
      ? additionalProperties
      : undefined;
  return { own, schema: own ?? others, isRequired };
}

function compareField(
  name: string,
  pair: Pair,
  inside: CompareInside,
): Difference[] {
  const [old, now] = [fieldOf(pair.before, name), fieldOf(pair.after, name)];
  const path = [...pair.path, name];
  if (old.schema === undefined || now.schema === undefined)
    return loneField(path, { old, now }, pair);
  return [
    ...comparePresence(path, { old, now }, pair),
    ...inside({
      ...pair,
      before: beside(pair.before, old.schema),
      after: beside(pair.after, now.schema),
      path,
    }),
  ];
}

interface Fields {
  readonly old: Field;
  readonly now: Field;
}

function comparePresence(
  path: readonly string[],
  { old, now }: Fields,
  { way }: Pair,
): Difference[] {
  if (old.isRequired === now.isRequired) return [];
  const noun = way === "arguments" ? "argument" : "field";
  return [
    {
      kind: "changed",
      subject: subjectAt(way, path),
      rule: now.isRequired ? `${noun}-required` : `${noun}-optional`,
      path,
      before: fieldText(old),
      after: fieldText(now),
    },
  ];
}

function loneField(
  path: readonly string[],
  { old, now }: Fields,
  { before, after, way }: Pair,
): Difference[] {
  const subject = subjectAt(way, path);
  if (now.own !== undefined) {
    const ofResults = isClosed(before)
      ? "field-added-to-closed"
      : "field-added";
    const ofArguments = now.isRequired
      ? "required-argument-added"
      : "argument-added";
    const rule = way === "arguments" ? ofArguments : ofResults;
    return [{ kind: "added", subject, rule, path, after: fieldText(now) }];
  }
  if (old.own === undefined) return [];
  const ofArguments = isClosed(after) ? "argument-refused" : "argument-removed";
  const ofResults = old.isRequired ? "required-field-removed" : "field-removed";
  const rule = way === "arguments" ? ofArguments : ofResults;
  return [{ kind: "removed", subject, rule, path, before: fieldText(old) }];
}

function isClosed({ schema: { additionalProperties } }: Term): boolean {
  return additionalProperties !== undefined && isNever(additionalProperties);
}

/** What is said of the fields that neither names. */
function compareOthers(pair: Pair, inside: CompareInside): Difference[] {
  const { before, after, way } = pair;
  const [old, now] = [othersOf(before), othersOf(after)];
  const path = [...pair.path, "*"];
  if (termKey(old) === termKey(now)) return [];
  if (!isNever(old.schema) && !isNever(now.schema))
    return inside({ ...pair, before: old, after: now, path });
  return [
    {
      kind: "changed",
      subject: subjectAt(way, path),
      rule: isNever(now.schema) ? `${way}-closed` : `${way}-opened`,
      path,
      before: schemaText(old.schema),
      after: schemaText(now.schema),
    },
  ];
}

function othersOf(term: Term): Term {
  return beside(term, term.schema.additionalProperties ?? {});
}

/** What may be absent says so, as a type does. */
function fieldText({ own, schema = {}, isRequired }: Field): string {
  const text = schemaText(own ?? schema);
  return isRequired ? text : `${text} | undefined`;
}
