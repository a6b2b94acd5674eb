import { createFlattener, type Members } from "../../schema/model/flatten.ts";
import type { Protocol } from "../../schema/model/index.ts";
import { createResolver } from "../../schema/model/resolve.ts";
import { createScope } from "../../schema/model/scope.ts";

/** Gives the members of a declared type, with those that it inherits. */
export type MemberReader = (type: string) => Members;

/** Reads the types of a protocol by name. */
export function createMemberReader({ declarations }: Protocol): MemberReader {
  const resolve = createResolver(createScope(declarations), { strict: true });
  const flatten = createFlattener(resolve);
  return (name) => flatten(resolve({ kind: "reference", name }));
}
