import { createFlattener } from "../../model/flatten.ts";
import type { Protocol } from "../../model/index.ts";
import { createLoopOwner, type LoopOwner } from "../../model/loops.ts";
import { createResolver } from "../../model/resolve.ts";
import { createScope, type Scope } from "../../model/scope.ts";
import { createAnnotate, type Annotate } from "./prose/annotations.ts";
import type { Context } from "./write/context.ts";
import { dialectOf } from "./schema/dialect.ts";
import { createNames, type NameOf } from "./names/names.ts";
import { createOrder } from "./names/order.ts";
import { createDescribe } from "./prose/describe.ts";
import type { JsonSchema, SchemaOptions } from "./schema/schema.ts";
import { write, writeType } from "./write/write.ts";

/** Everything that the definitions of one protocol are written with. */
export interface Session extends Context {
  scope: Scope;
  annotate: Annotate;
  loopOwner: LoopOwner;
  nameOf: NameOf;
  definitions: Map<string, JsonSchema>;
  /** The names that something refers to. */
  referred: Set<string>;
  /** The names whose types are being written. */
  pending: Set<string>;
}

export function createSession(
  protocol: Protocol,
  options: SchemaOptions,
): Session {
  const corrected = options.flavor === "corrected";
  const scope = createScope(protocol.declarations);
  const resolve = createResolver(scope, { strict: corrected });
  const flatten = createFlattener(resolve);
  const loopOwner = createLoopOwner(protocol.declarations, resolve);
  const describe = createDescribe(scope, flatten, corrected);
  const session: Session = {
    corrected,
    scope,
    resolve,
    flatten,
    order: createOrder(protocol.declarations, resolve),
    annotate: createAnnotate(describe, options.docs),
    dialect: dialectOf(protocol, options),
    loopOwner,
    nameOf: createNames(loopOwner, corrected),
    definitions: new Map(),
    referred: new Set(),
    pending: new Set(),
    isFraction: (path) => corrected && isWithin(path, protocol.fractions),
    write: (type, place) => write(type, place, session),
    writeType: (type, place) => writeType(type, place, session),
  };
  return session;
}

/** A path is within itself and within every path that leads to it. */
function isWithin(path: string, paths: readonly string[]): boolean {
  return paths.some((at) => path === at || path.startsWith(`${at}.`));
}
