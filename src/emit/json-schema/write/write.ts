import { strictest } from "../../../schema/model/bounds/strictest.ts";
import type { Constraints, Type } from "../../../schema/model/index.ts";
import type { Resolved } from "../../../schema/model/resolved.ts";
import { typeNamed } from "../../../schema/model/scope.ts";
import { annotationsOnly } from "../prose/annotations.ts";
import { bodyOf } from "./body.ts";
import type { SchemaPlace, WriterState } from "./context.ts";
import { definitionAddress } from "../names/names.ts";
import { describing, isShared, pathOf, saysNullable } from "./naming.ts";
import { nullable } from "../schema/nullable.ts";
import type { JsonSchema } from "../schema/schema.ts";

/** Writes a type expression; a property's type keeps the name that stands there. */
export function writeType(
  type: Type,
  place: SchemaPlace,
  state: WriterState,
): JsonSchema {
  const resolved = state.resolve(type);
  return place.property !== undefined && type.kind === "reference"
    ? write(
        resolved,
        { ...place, via: typeNamed(state.scope, type.name) },
        state,
      )
    : write(resolved, place, state);
}

/** A property's `@TJS-type` stands in for its type. */
export function write(
  type: Resolved,
  place: SchemaPlace,
  state: WriterState,
): JsonSchema {
  const { annotate, corrected } = state;
  const said = annotate(place.property);
  const isReplaced = said.type !== undefined;
  const schema = isReplaced ? said : writeNamedOrInline(type, place, state);
  const isNullable = (corrected || !isReplaced) && saysNullable(type, place);
  return isNullable ? nullable(schema, corrected) : schema;
}

function writeNamedOrInline(
  type: Resolved,
  place: SchemaPlace,
  state: WriterState,
): JsonSchema {
  const name = state.nameOf(type);
  return name === undefined
    ? writeInline(type, place, state)
    : writeNamed(name, type, place, state);
}

function writeInline(
  type: Resolved,
  place: SchemaPlace,
  state: WriterState,
): JsonSchema {
  const { annotate, corrected } = state;
  const said = joined(
    [
      annotate(place.via),
      annotate(describing(type, corrected)),
      annotate(place.property),
    ],
    corrected,
  );
  const { type: replacement, ...others } = said;
  // The published files use such a tag of an alias everywhere but in its definition.
  const isIgnored = !corrected && place.isDefinition === true;
  if (replacement !== undefined && !isIgnored) return said;
  return joined([bodyOf(type, pathOf(type, place), state), others], corrected);
}

/** Joins keywords. A closer limit replaces another in a published file; a corrected one has the stricter. */
function joined(parts: readonly JsonSchema[], corrected: boolean): JsonSchema {
  const last = parts.reduce((all, one) => ({ ...all, ...one }), {});
  if (!corrected) return last;
  const limits = parts.map(({ type: _, ...limits }): Constraints => limits);
  return { ...last, ...limits.reduce(strictest, {}) };
}

/** A type that is met again while it is being written becomes a reference to itself. */
function writeNamed(
  name: string,
  type: Resolved,
  place: SchemaPlace,
  state: WriterState,
): JsonSchema {
  const { annotate, corrected, dialect, pending, referred, loopOwner } = state;
  const isOutermost = !pending.has(name);
  const isNamed = isShared(type) || loopOwner(type) !== undefined;
  const isReference = !isOutermost || (!place.isDefinition && isNamed);
  pending.add(name);
  if (isReference && !referred.has(name)) define(name, type, place, state);
  const said = annotate(place.property);
  const schema = isReference ? said : writeInline(type, place, state);
  if (isOutermost) pending.delete(name);
  if (!isReference && !referred.has(name)) return schema;
  return {
    $ref: definitionAddress(dialect.definitionsKeyword, name),
    ...(corrected || isOutermost ? annotationsOnly(schema) : schema),
    ...(corrected && said),
  };
}

/** In a published file, the first alias to lead to a type may describe it. */
function define(
  name: string,
  type: Resolved,
  { via, ...met }: SchemaPlace,
  state: WriterState,
): void {
  const { corrected, definitions, referred } = state;
  const path = state.loopOwner(type) ?? met.path;
  referred.add(name);
  const place = corrected || via === undefined ? { path } : { path, via };
  definitions.set(name, writeInline(type, place, state));
}
