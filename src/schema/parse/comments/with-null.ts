import type { Annotated, Type } from "../../model/index.ts";
import { unreadableType } from "../source/session.ts";

/** The type with `null`, if a comment says `@nullable` and the type does not have it. */
export function withNull(type: Type, { constraints }: Annotated): Type {
  if (constraints?.nullable !== true || type === unreadableType) return type;
  const members = type.kind === "union" ? type.members : [type];
  return members.some(takesNull)
    ? type
    : {
        kind: "union",
        members: [...members, { kind: "keyword", name: "null" }],
      };
}

function takesNull(type: Type): boolean {
  return (
    type.kind === "keyword" &&
    (type.name === "null" || type.name === "unknown" || type.name === "any")
  );
}
