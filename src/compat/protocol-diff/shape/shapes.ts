import { createFlattener } from "../../../schema/model/flatten.ts";
import { createFractionTest } from "../../../schema/model/paths/fractions.ts";
import type { Annotated, Protocol, Type } from "../../../schema/model/index.ts";
import { createLoopOwner } from "../../../schema/model/loops.ts";
import { createResolver } from "../../../schema/model/resolve.ts";
import type { Resolved } from "../../../schema/model/resolved.ts";
import {
  createScope,
  type TypeDeclaration,
} from "../../../schema/model/scope.ts";
import { bodyShape, type Inside } from "./body.ts";
import { withEnvelopes } from "./envelope.ts";
import { keywordsNamed, limited } from "./keywords.ts";
import { createLoopNames } from "./loops.ts";
import { withResultTypes } from "./result-types.ts";
import type { Shape } from "./shape.ts";

/** The types of a protocol by name, and the shape of any other type of it. */
export interface Shapes {
  named: ReadonlyMap<string, Shape>;
  of(type: Type, path: string): Shape;
}

/**
 * Works out what the types of a protocol accept. A mere name for another type is
 * followed, unless the other protocol has a type of that name: what it stands for is
 * compared there alone.
 */
export function createShapes(protocol: Protocol, other: Protocol): Shapes {
  const scope = createScope(protocol.declarations);
  const resolve = createResolver(scope, { strict: true });
  const keptNames = ownNames(other);
  const loops = createLoopNames(
    createLoopOwner(protocol.declarations, resolve),
    bodyOf,
  );
  const inside: Inside = {
    resolve,
    flatten: createFlattener(resolve),
    isFraction: createFractionTest(protocol),
    shapeOf,
    resolvedShape,
  };

  function shapeOf(type: Type, path: string, said?: Annotated): Shape {
    return said?.constraints?.type === undefined
      ? limited(referredShape(type, path), said?.constraints)
      : limited(keywordsNamed(said.constraints.type), said.constraints);
  }

  function referredShape(type: Type, path: string): Shape {
    return type.kind === "reference" && keptNames.has(type.name)
      ? { kind: "reference", name: type.name }
      : resolvedShape(resolve(type), path);
  }

  function resolvedShape(type: Resolved, path: string): Shape {
    const name = nameOf(type) ?? loops.nameOf(type);
    return name === undefined
      ? bodyOf(type, path)
      : { kind: "reference", name };
  }

  function bodyOf(type: Resolved, path: string): Shape {
    const constraints = type.alias?.constraints;
    return constraints?.type === undefined
      ? limited(bodyShape(type, path, inside), constraints)
      : limited(keywordsNamed(constraints.type), constraints);
  }

  /** An alias of a named type is a reference to it. */
  function definition({ name }: TypeDeclaration): Shape {
    const type = resolve({ kind: "reference", name });
    const own = nameOf(type);
    return own === undefined || own === name
      ? bodyOf(type, name)
      : { kind: "reference", name: own };
  }

  const declared = new Map(
    [...scope.types].map(([name, type]) => [name, definition(type)]),
  );
  return {
    named: new Map([
      ...withResultTypes(withEnvelopes(declared, protocol), protocol),
      ...loops.named,
    ]),
    of: (type, path) => shapeOf(type, path),
  };
}

/** The names of types that are more than another name of something else. */
function ownNames({ declarations }: Protocol): Set<string> {
  const scope = createScope(declarations);
  const resolve = createResolver(scope, { strict: true });
  return new Set(
    [...scope.types.keys()].filter(
      (name) => nameOf(resolve({ kind: "reference", name })) === name,
    ),
  );
}

/** The name by which a type is referred to. */
function nameOf(type: Resolved): string | undefined {
  if (type.kind === "interface" || type.kind === "enum")
    return type.declaration.name;
  return type.kind === "keyword" || type.kind === "literal"
    ? undefined
    : type.alias?.name;
}
