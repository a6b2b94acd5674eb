import type { ObjectType, Params, Property, Type } from "../model/index.ts";
import { generatedName } from "./generated-name.ts";
import { declares, propertiesNamed, type Declarations } from "./lookup.ts";
import type { Message } from "./messages.ts";
import { roles } from "./roles.ts";

/** The params of a message, with the `_meta` that an override may have dropped. */
export function deriveParams(
  message: Message,
  declarations: Declarations,
): Params {
  const { name } = message.declaration;
  const self: Type = { kind: "reference", name };
  const declared = propertiesNamed("params", self, declarations);
  const [own] = declared;
  const required = own !== undefined && own.optional !== true;
  const meta = findMeta(message, declared, declarations);
  const type = own?.type ?? { kind: "object", properties: [] };
  if (
    type.kind === "reference" &&
    (meta === undefined || declares("_meta", type, declarations))
  )
    return { name: type.name, required };
  return {
    name: generatedName(
      [`${name}Params`, `${name}ParamsWithMeta`],
      declarations,
    ),
    required,
    type: withMeta(type, meta, declarations),
  };
}

/**
 * `_meta` as the overridden params have it, or else as the common params do.
 * Messages that travel inside another one have no `_meta` of their own.
 */
function findMeta(
  message: Message,
  declared: readonly Property[],
  declarations: Declarations,
): Property | undefined {
  if (message.direction === "embedded") return undefined;
  const common =
    message.kind === "request" ? roles.requestParams : roles.notificationParams;
  const candidates: Type[] = [
    ...declared.map((property) => property.type),
    { kind: "reference", name: common },
  ];
  return candidates
    .flatMap((type) => propertiesNamed("_meta", type, declarations))
    .at(0);
}

function withMeta(
  type: Type,
  meta: Property | undefined,
  declarations: Declarations,
): Type {
  if (meta === undefined || declares("_meta", type, declarations)) return type;
  const carrier: ObjectType = { kind: "object", properties: [meta] };
  if (type.kind !== "object")
    return { kind: "intersection", members: [type, carrier] };
  return { ...type, properties: [...type.properties, meta] };
}
