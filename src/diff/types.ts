import type { Declaration, Position, Protocol } from "../model/index.ts";
import type { Change, Side } from "./change.ts";
import { compareShapes, type Comparison, type Difference } from "./compare.ts";
import { compareSaid } from "./documentation.ts";
import { changeOf } from "./make.ts";
import { findSenders, type Senders } from "./senders.ts";
import type { Shape } from "./shape.ts";
import { textOf } from "./text.ts";

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
  const senders = bothSenders(findSenders(before), findSenders(after));
  const saidBefore = typesByName(before);
  const saidAfter = typesByName(after);
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
    const differences = [
      ...compareShapes(old, now, place, comparison),
      ...compareSaid(
        saidBefore.get(name) ?? {},
        saidAfter.get(name) ?? {},
        place,
      ),
    ];
    return differences.map((difference) => change(name, difference));
  }

  function change(name: string, { path, owner, ...difference }: Difference) {
    return changeOf({
      ...difference,
      where: { name, ...(path.length > 0 && { path: [...path] }) },
      senders: senders(name),
      ...(owner !== undefined && owner !== name && { inheritedFrom: owner }),
      ...positionOf(saidAfter.get(name)),
    });
  }

  function lone(kind: "added" | "removed", name: string, shape: Shape): Change {
    const isNew = kind === "added";
    return changeOf({
      kind,
      subject: "type",
      rule: `type-${kind}`,
      where: { name },
      [isNew ? "after" : "before"]: textOf(shape),
      senders: senders(name),
      ...positionOf((isNew ? saidAfter : saidBefore).get(name)),
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
      senders: senders(newName),
      ...positionOf(saidAfter.get(newName)),
    });
  }

  return inheritance([...names].flatMap(compareType));
}

/** A change is inherited where the base that declares it has it too. */
function inheritance(changes: readonly Change[]): Change[] {
  const keys = new Set(
    changes.map((change) => keyOf(change, change.where.name)),
  );
  return changes.map(({ inheritedFrom: base, ...change }) =>
    base !== undefined && keys.has(keyOf(change, base))
      ? { ...change, inheritedFrom: base }
      : change,
  );
}

function keyOf({ rule, where }: Change, name: string | undefined): string {
  return JSON.stringify([rule, name, where.path]);
}

function bothSenders(
  before: Senders,
  after: Senders,
): (name: string) => Side[] {
  return (name) => {
    const sides = [...(before.get(name) ?? []), ...(after.get(name) ?? [])];
    return (["client", "server"] as const).filter((side) =>
      sides.includes(side),
    );
  };
}

function typesByName({ declarations }: Protocol): Map<string, Declaration> {
  return new Map(
    declarations
      .filter(({ kind }) => kind !== "constant")
      .map((declaration) => [declaration.name, declaration]),
  );
}

function positionOf(declaration: Declaration | undefined): {
  position?: Position;
} {
  const { position } = declaration ?? {};
  return position === undefined ? {} : { position };
}
