import { createFlattener } from "../../schema/model/flatten.ts";
import { createFractionTest } from "../../schema/model/paths/fractions.ts";
import type { Protocol } from "../../schema/model/index.ts";
import { createLoopOwner } from "../../schema/model/loops.ts";
import { createResolver } from "../../schema/model/resolve.ts";
import { createScope } from "../../schema/model/scope.ts";
import { createAnnotate } from "./prose/annotations.ts";
import type { WriterState } from "./write/context.ts";
import { remember } from "../remember.ts";
import { dialectOf } from "./schema/dialect.ts";
import { createNames } from "./names/names.ts";
import { createOrder } from "./names/order.ts";
import { createDescribe } from "./prose/describe.ts";
import type { SchemaOptions } from "./schema/schema.ts";
import { write, writeType } from "./write/write.ts";

/** What there is to know of a protocol's types, once for all that is written of them. */
const typesOf = remember((protocol: Protocol, corrected: boolean) => {
  const { declarations } = protocol;
  const scope = createScope(declarations);
  const resolve = createResolver(scope, { strict: corrected });
  return {
    scope,
    resolve,
    flatten: createFlattener(resolve),
    loopOwner: createLoopOwner(declarations, resolve),
    order: createOrder(declarations, resolve),
  };
}, String);

/** The state of a writer that has written nothing yet. */
export function createWriterState(
  protocol: Protocol,
  options: SchemaOptions,
): WriterState {
  const corrected = options.flavor === "corrected";
  const { scope, resolve, flatten, loopOwner, order } = typesOf(
    protocol,
    corrected,
  );
  const describe = createDescribe(scope, flatten, corrected);
  const state: WriterState = {
    corrected,
    scope,
    resolve,
    flatten,
    order,
    annotate: createAnnotate(describe, options.docs),
    dialect: dialectOf(protocol, options),
    loopOwner,
    nameOf: createNames(loopOwner, corrected),
    definitions: new Map(),
    referred: new Set(),
    pending: new Set(),
    isFraction: createFractionTest(
      corrected ? protocol : { ...protocol, fractions: [] },
    ),
    write: (type, place) => write(type, place, state),
    writeType: (type, place) => writeType(type, place, state),
  };
  return state;
}
