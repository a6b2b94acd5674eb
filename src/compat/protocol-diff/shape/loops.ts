import type { LoopOwner } from "../../../schema/model/loops.ts";
import type { Resolved } from "../../../schema/model/resolved.ts";
import type { Shape } from "./shape.ts";

/** The types that lead back to themselves without a name of their own. */
export interface LoopNames {
  /** The shapes of those that have been met, by the names that they were given. */
  readonly named: ReadonlyMap<string, Shape>;
  nameOf(type: Resolved): string | undefined;
}

/** What leads back to itself and has no name is given one, after its alias. */
export function createLoopNames(
  loopOwner: LoopOwner,
  bodyOf: (type: Resolved, path: string) => Shape,
): LoopNames {
  const names = new Map<Resolved, string>();
  const named = new Map<string, Shape>();

  function nameOf(type: Resolved): string | undefined {
    const owner = loopOwner(type);
    const known = names.get(type);
    if (owner === undefined || known !== undefined) return known;
    let count = 1;
    while (named.has(`${owner} member ${count}`)) count++;
    const name = `${owner} member ${count}`;
    names.set(type, name);
    // Its own name is taken before its inside is looked at.
    named.set(name, { kind: "keyword", name: "unknown" });
    named.set(name, bodyOf(type, owner));
    return name;
  }

  return { named, nameOf };
}
