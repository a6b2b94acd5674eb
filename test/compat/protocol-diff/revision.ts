import { guardedSchemas } from "../../../src/emit/guards/index.ts";
import type { Definitions } from "../../../src/emit/guards/scope/schemas.ts";
import type { Protocol } from "../../../src/schema/model/index.ts";
import {
  emitGuards,
  loadGuards,
  type Guard,
  type Issue,
} from "../../emit/guards/emitted.ts";
import { createValues } from "../../emit/guards/values.ts";
import { messageTypes, resultTypes } from "./on-wire.ts";
import { fc, seed } from "../../support/random.ts";

/** A revision with its emitted guards, and values that they accept. */
export interface Revision {
  protocol: Protocol;
  guard(type: string): Guard;
  values(type: string): readonly unknown[];
  /** Values as they travel: messages in their envelopes. */
  sent(type: string): readonly unknown[];
  /** What is wrong with a value as a receiver reads it. */
  issue(type: string, value: unknown): Issue | undefined;
  definitions: Definitions;
}

const runs = 100;

/** Emits the guards of a protocol, and makes values of its types when they are asked for. */
export async function createRevision(protocol: Protocol): Promise<Revision> {
  const guards = await loadGuards(emitGuards(protocol).text);
  const definitions = guardedSchemas(protocol);
  const valuesOf = createValues(definitions);
  const known = new Map<string, readonly unknown[]>();
  const guard = (type: string): Guard => {
    const found = guards.get(type);
    if (found === undefined)
      throw new Error(`${protocol.revision} has no ${type}`);
    return found;
  };
  const values = (type: string): readonly unknown[] => {
    const made =
      known.get(type) ??
      fc
        .sample(valuesOf(type), { numRuns: runs, seed })
        .filter((value) => guard(type).is(value));
    if (made.length === 0) throw new Error(`no values of ${type}`);
    known.set(type, made);
    return made;
  };
  const messages = messageTypes(protocol);
  const results = resultTypes(protocol);
  const sent = (type: string): readonly unknown[] => {
    const envelope = messages.get(type);
    if (envelope === undefined) return values(type);
    const envelopes = values(envelope);
    return values(type).map((value, index) => ({
      ...fieldsOf(envelopes[index % envelopes.length], "jsonrpc", "id"),
      ...(value as object),
    }));
  };
  const issue = (type: string, value: unknown): Issue | undefined =>
    guard(type).validate(asRead(value, type, results));
  return { protocol, guard, values, sent, issue, definitions };
}

function fieldsOf(value: unknown, ...names: readonly string[]): object {
  return Object.fromEntries(
    Object.entries(value as object).filter(([name]) => names.includes(name)),
  );
}

/** A result, also inside an answer, with what its receiver takes it to say. */
function asRead(
  value: unknown,
  type: string,
  results: ReturnType<typeof resultTypes>,
): unknown {
  if (typeof value !== "object" || value === null) return value;
  const meant = results.get(type);
  if (meant !== undefined) return { [meant.property]: meant.value, ...value };
  const [any] = results.values();
  if (any === undefined || !("result" in value && "jsonrpc" in value))
    return value;
  const result = { [any.property]: any.value, ...(value.result as object) };
  return { ...value, result };
}
