import type { NormalSchema } from "../../../schema/model/json-schema.ts";
import type {
  IndexSignature,
  Property,
  Type,
} from "../../../schema/model/index.ts";
import type { NarrowIndex } from "../../types/members.ts";
import type { ObjectShape } from "../shape/shape.ts";
import { matchesAll, nameType, onlyName } from "./patterns.ts";
import { eitherType } from "./either.ts";
import {
  below,
  isKeyword,
  keyword,
  verbatim,
  type Maker,
  type TypePlace,
} from "./types.ts";

/** What every object has of its prototype, so that absence shows as something else. */
export const inherited: ReadonlySet<string> = new Set([
  "__proto__",
  ...Object.getOwnPropertyNames(Object.prototype),
]);

/** An object type, or `never` where no object can be of the shape. */
export function objectType(
  shape: ObjectShape,
  maker: Maker,
  place: TypePlace,
): Type {
  const properties: Property[] = [];
  for (const name of knownNames(shape)) {
    const property = propertyOf(name, shape, maker, place);
    if (property === undefined) return keyword("never");
    properties.push(property);
  }
  const { index, records } = indexesOf(shape, properties, maker, place);
  const object: Type = {
    kind: "object",
    properties,
    ...(index !== undefined && { index }),
  };
  if (records.length === 0) return object;
  const isBare = properties.length === 0 && index === undefined;
  const members = [...(isBare ? [] : [object]), ...records];
  const [only = object, second] = members;
  return second === undefined ? only : { kind: "intersection", members };
}

function knownNames({ members, required, absent }: ObjectShape): Set<string> {
  const names = new Set<string>();
  for (const { properties, patterns, isSilent } of members) {
    if (isSilent === true) continue;
    for (const name of properties.keys()) names.add(name);
    for (const [pattern] of patterns) {
      const name = onlyName(pattern);
      if (name !== undefined) names.add(name);
    }
  }
  return new Set([...names, ...required, ...absent]);
}

function propertyOf(
  name: string,
  shape: ObjectShape,
  maker: Maker,
  place: TypePlace,
): Property | undefined {
  const schemas = schemasOf(name, shape);
  const isRequired = shape.required.includes(name);
  const inside = below(place, name);
  const type = shape.absent.includes(name)
    ? keyword("never")
    : maker.typeOf(schemas, inside);
  if (isRequired && isKeyword(type, "never")) return undefined;
  const isHidden = !isRequired && inherited.has(name);
  if (isHidden && !isKeyword(type, "unknown"))
    maker.note(inside, "every object inherits such a property");
  return {
    name,
    type: isHidden ? keyword("unknown") : type,
    ...(!isRequired && { optional: true as const }),
    ...maker.annotationsOf(schemas),
  };
}

/** What a property of an object has to fit. */
export function schemasOf(
  name: string,
  { members }: ObjectShape,
): NormalSchema[] {
  return members.flatMap(({ properties, patterns, others }) => {
    const own = properties.get(name);
    const found = own === undefined ? [] : [own];
    for (const [pattern, schema] of patterns)
      if (pattern.test(name)) found.push(schema);
    return found.length > 0 || others === undefined ? found : [others];
  });
}

interface Indexes {
  readonly index?: IndexSignature;
  /** What the properties are whose names fit a template. */
  readonly records: readonly Type[];
}

/** What the properties are that are not known by name. */
function indexesOf(
  shape: ObjectShape,
  properties: readonly Property[],
  maker: Maker,
  place: TypePlace,
): Indexes {
  const inside = below(place, "*");
  const others = otherSchemas(shape);
  const type = others === undefined ? undefined : maker.typeOf(others, inside);
  const patterns = shape.members.flatMap((one) =>
    one.isSilent === true ? [] : one.patterns,
  );
  const records: Type[] = [];
  const matched: Type[] = [];
  let isUnclear = false;
  for (const [pattern, schema] of patterns) {
    if (matchesAll(pattern) || onlyName(pattern) !== undefined) continue;
    const value = maker.typeOf([schema], inside);
    const key = nameType(pattern);
    matched.push(value);
    if (key === undefined) isUnclear = true;
    else if (!isKeyword(value, "unknown"))
      records.push(templateType(key, value));
  }
  const isClosed = type !== undefined && isKeyword(type, "never");
  if (isClosed && !isUnclear) {
    const isEmpty = properties.length === 0 && records.length === 0;
    return isEmpty ? { index: indexOf(type), records } : { records };
  }
  if (type === undefined && !isUnclear)
    return properties.some(isThere) || records.length > 0
      ? { records }
      : { index: indexOf(keyword("unknown")), records };
  if (type === undefined || isKeyword(type, "unknown")) {
    if (isUnclear && matched.some((one) => !isKeyword(one, "unknown")))
      maker.note(inside, "other names than those of a pattern may be anything");
    return { index: indexOf(keyword("unknown")), records };
  }
  const index = eitherType([type, ...matched, ...properties.map(readType)]);
  const isOptional = properties.some(({ optional }) => optional === true);
  const whole = isOptional ? eitherType([index, verbatim("undefined")]) : index;
  return { index: indexOf(whole), records };
}

/** Apart from named properties, so that TypeScript does not hold one to the other. */
function templateType(key: string, type: Type): Type {
  const index: NarrowIndex = { ...indexOf(type), key };
  return { kind: "object", properties: [], index };
}

function isThere({ type }: Property): boolean {
  return !isKeyword(type, "never");
}

function readType({ type }: Property): Type {
  return type;
}

function indexOf(type: Type): IndexSignature {
  return { parameter: "key", type };
}

/** What the properties have to fit that nobody names; `undefined` where nothing is said. */
function otherSchemas({ members }: ObjectShape): NormalSchema[] | undefined {
  const schemas = members.flatMap(({ patterns, others }) => {
    const all = patterns.filter(([pattern]) => matchesAll(pattern));
    return all.length > 0
      ? all.map(([, schema]) => schema)
      : others === undefined
        ? []
        : [others];
  });
  return schemas.length === 0 ? undefined : schemas;
}
