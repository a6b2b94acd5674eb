import type { Flatten } from "../../../schema/model/flatten.ts";
import type { Scope } from "../../../schema/model/scope.ts";
import { publishedLinks, readableLinks } from "./links.ts";

/** Turns the text of a doc comment into a description. */
export function createDescribe(
  scope: Scope,
  flatten: Flatten,
  corrected: boolean,
): (text: string) => string {
  return corrected
    ? readableLinks
    : (text) =>
        publishedLinks(text, (target) => isKnown(target, scope, flatten));
}

/** Whether a link leads to a declaration, or to a direct member of one. */
function isKnown(target: string, scope: Scope, flatten: Flatten): boolean {
  const [name = "", member, ...deeper] = target.split(".");
  const declaration = scope.types.get(name);
  if (member === undefined)
    return declaration !== undefined || scope.constants.has(name);
  if (deeper.length > 0) return false;
  switch (declaration?.kind) {
    case "interface":
      return flatten({ kind: "interface", declaration }).properties.has(member);
    case "enum":
      return declaration.members.some((each) => each.name === member);
    default:
      return false;
  }
}
