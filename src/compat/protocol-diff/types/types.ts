import type { Declaration, Protocol } from "../../../schema/model/index.ts";
import type { Change } from "../change/change.ts";
import { compareShapes } from "./compare.ts";
import type { Comparison, Difference } from "./comparison.ts";
import { compareSaid } from "./documentation.ts";
import { compareEnums } from "./enums.ts";
import { inheritance } from "../change/inheritance.ts";
import { changeOf, loneTurn } from "../change/make.ts";
import { createPositions } from "../change/positions.ts";
import { findSenders, sendersOfType } from "../reach/senders.ts";
import type { Shape } from "../shape/shape.ts";
import { textOf } from "../shape/text.ts";

type Named = ReadonlyMap<string, Shape>;

/** Types that came, went, got another name, or have changed inside. */
export function compareTypes(
  before: Protocol,
  after: Protocol,
  named: { before: Named; after: Named },
  comparison: Comparison,
): Change[] {
  const { renamed } = comparison;
  const newNames = new Set(renamed.values());
  const revisions = [findSenders(before), findSenders(after)] as const;
  const position = createPositions(before, after).type;
  const declaredBefore = typesByName(before);
  const declaredAfter = typesByName(after);
  const names = new Set([...named.before.keys(), ...named.after.keys()]);

  function compareType(name: string): Change[] {
    const [old, now] = [named.before.get(name), named.after.get(name)];
    if (old !== undefined && now !== undefined) return inside(name, old, now);
    const newName = renamed.get(name);
    if (newName !== undefined) return [renaming(name, newName)];
    if (old !== undefined) return [lone("removed", name, old)];
    return now === undefined || newNames.has(name)
      ? []
      : [lone("added", name, now)];
  }

  function inside(name: string, old: Shape, now: Shape): Change[] {
    const place = { path: [], subject: "type" } as const;
    const [left, right] = [declaredBefore.get(name), declaredAfter.get(name)];
    const differences = [
      ...compareShapes(old, now, place, comparison),
      ...compareSaid(left ?? {}, right ?? {}, place),
      ...(left?.kind === "enum" && right?.kind === "enum"
        ? compareEnums(left, right)
        : []),
    ];
    return differences.map((difference) => change(name, difference));
  }

  function change(name: string, { path, owner, ...difference }: Difference) {
    return changeOf({
      ...difference,
      where: { name, ...(path.length > 0 && { path: [...path] }) },
      senders: sendersOfType(name, difference.kind, revisions),
      ...(owner !== undefined && owner !== name && { inheritedFrom: owner }),
      ...position(name, false),
    });
  }

  function lone(kind: "added" | "removed", name: string, shape: Shape): Change {
    return changeOf({
      ...loneTurn(kind, textOf(shape)),
      subject: "type",
      rule: `type-${kind}`,
      where: { name },
      senders: sendersOfType(name, kind, revisions),
      ...position(name, kind === "removed"),
    });
  }

  function renaming(name: string, newName: string): Change {
    return changeOf({
      kind: "renamed",
      subject: "type",
      rule: "type-renamed",
      where: { name: newName },
      before: name,
      after: newName,
      senders: sendersOfType(newName, "renamed", revisions, name),
      ...position(newName, false),
    });
  }

  return inheritance([...names].flatMap(compareType));
}

function typesByName({ declarations }: Protocol): Map<string, Declaration> {
  return new Map(
    declarations
      .filter(({ kind }) => kind !== "constant")
      .map((declaration) => [declaration.name, declaration]),
  );
}
