import type { ObjectType, Params, Property, Type } from "../model/index.ts";
import type { Scope } from "../model/scope.ts";
import { generatedName } from "./generated-name.ts";
import {
  declares,
  effectiveProperty,
  propertiesNamed,
  resolveAlias,
} from "./lookup.ts";
import type { Message } from "./messages.ts";
import { roles } from "./roles.ts";

/** The params of a message, with the `_meta` that an override may have dropped. */
export function deriveParams(message: Message, scope: Scope): Params {
  const { name } = message.declaration;
  const self: Type = { kind: "reference", name };
  const declared = propertiesNamed("params", self, scope);
  const own = effectiveProperty("params", self, scope);
  const required = own !== undefined && own.optional !== true;
  const meta = findMeta(message, declared, scope);
  const type = own?.type ?? { kind: "object", properties: [] };
  if (
    type.kind === "reference" &&
    (meta === undefined || declares("_meta", type, scope))
  )
    return { name: type.name, required };
  return {
    name: generatedName([`${name}Params`, `${name}ParamsWithMeta`], scope),
    required,
    type: withMeta(type, meta, scope),
  };
}

/**
 * `_meta` as the overridden params have it, or else as the common params do.
 * Messages that travel inside another one have no `_meta` of their own.
 */
function findMeta(
  message: Message,
  declared: readonly Property[],
  scope: Scope,
): Property | undefined {
  if (message.direction === "embedded") return undefined;
  const common =
    message.kind === "request" ? roles.requestParams : roles.notificationParams;
  const candidates: Type[] = [
    ...declared.map((property) => property.type),
    { kind: "reference", name: common },
  ];
  return candidates
    .flatMap((type) => propertiesNamed("_meta", type, scope))
    .at(0);
}

function withMeta(type: Type, meta: Property | undefined, scope: Scope): Type {
  if (meta === undefined || declares("_meta", type, scope)) return type;
  const carrier: ObjectType = { kind: "object", properties: [meta] };
  const body = asObject(resolveAlias(type, scope)) ?? asObject(type);
  if (body === undefined || (type.kind === "reference" && !body.index))
    return { kind: "intersection", members: [type, carrier] };
  return { ...body, properties: [...body.properties, meta] };
}

/** A record of any names is an object whose names have an index: `_meta` may stand beside it. */
function asObject(type: Type): ObjectType | undefined {
  if (type.kind === "object") return type;
  if (type.kind !== "record") return undefined;
  const { key, value } = type;
  return key.kind === "keyword" && key.name === "string"
    ? {
        kind: "object",
        properties: [],
        index: { parameter: "key", type: value },
      }
    : undefined;
}
