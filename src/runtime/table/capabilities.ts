import { ProtocolError, METHOD_NOT_FOUND } from "../wire/errors.ts";
import { isObject, type JsonObject } from "../wire/message.ts";
import {
  entryOf,
  type CapabilityEntry,
  type NotificationEntry,
  type ProtocolTable,
  type Side,
} from "./protocol-table.ts";

/** What a side declares: what its handlers tell, and what it says itself. */
export function declareCapabilities(
  table: ProtocolTable,
  side: Side,
  methods: Iterable<string>,
  declared: object | undefined,
): JsonObject {
  let capabilities: JsonObject = { ...declared };
  for (const method of methods) {
    const capability = entryOf(table.requests, method)?.capability;
    if (capability && isReceivers(capability, side)) {
      capabilities = withCapability(
        capabilities,
        capability.path,
        capability.flag,
      );
    }
  }
  return capabilities;
}

/** Adds a capability where none is declared; what is declared stays. */
export function withCapability(
  capabilities: JsonObject,
  [name, ...rest]: readonly string[],
  flag: boolean,
): JsonObject {
  if (name === undefined) return capabilities;
  const present = ownValue(capabilities, name);
  if (rest.length > 0) {
    const inner = isObject(present) ? present : {};
    return { ...capabilities, [name]: withCapability(inner, rest, flag) };
  }
  return present === undefined
    ? { ...capabilities, [name]: flag ? true : {} }
    : capabilities;
}

/** Whether what a side declares has something at a path. */
export function hasCapability(
  capabilities: unknown,
  path: readonly string[],
): boolean {
  let value = capabilities;
  for (const name of path) value = ownValue(value, name);
  return value !== undefined && value !== false && value !== null;
}

/** Throws when the peer did not declare what a call to it needs. */
export function requireCapability(
  method: string,
  needed: CapabilityEntry | undefined,
  peer: Side,
  capabilities: unknown,
): void {
  if (!needed || (needed.side !== peer && needed.side !== "receiver")) return;
  if (hasCapability(capabilities, needed.path)) return;
  throw new ProtocolError(
    METHOD_NOT_FOUND,
    `${method}: the ${peer} does not declare "${needed.path.join(".")}"`,
  );
}

/** Throws for a notification of something that this side does not declare. */
export function requireOwnCapability(
  method: string,
  { capability }: NotificationEntry,
  side: Side,
  capabilities: JsonObject,
): void {
  if (!capability) return;
  const own = capability.side === side || capability.side === "sender";
  if (!own || hasCapability(capabilities, capability.path)) return;
  throw new ProtocolError(
    METHOD_NOT_FOUND,
    `${method}: this ${side} does not declare "${capability.path.join(".")}"`,
  );
}

/** Whether it is the receiver of a request who declares what the request needs. */
function isReceivers({ side }: CapabilityEntry, receiver: Side): boolean {
  return side === "receiver" || side === receiver;
}

function ownValue(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name)
    ? value[name]
    : undefined;
}
