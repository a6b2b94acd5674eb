import { ProtocolError, METHOD_NOT_FOUND } from "../errors.ts";
import { isObject, objectOf, type JsonObject } from "../message.ts";
import {
  entryOf,
  type CapabilityEntry,
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
    // Who receives a request declares what it needs.
    if (capability?.side === "receiver" || capability?.side === side) {
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
    const inner = objectOf(present);
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

/**
 * Throws for a message that needs what was not declared: by the peer who is to
 * receive it, or by this side that sends it.
 */
export function requireCapability(
  method: string,
  needed: CapabilityEntry | undefined,
  side: Side,
  role: "receiver" | "sender",
  capabilities: unknown,
): void {
  if (!needed || (needed.side !== side && needed.side !== role)) return;
  if (hasCapability(capabilities, needed.path)) return;
  const whose = role === "sender" ? "this" : "the";
  throw new ProtocolError(
    METHOD_NOT_FOUND,
    `${method}: ${whose} ${side} does not declare "${needed.path.join(".")}"`,
  );
}

function ownValue(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name)
    ? value[name]
    : undefined;
}
