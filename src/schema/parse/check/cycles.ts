import type { Declaration, Type } from "../../model/index.ts";
import type { DiagnosticCode } from "../../../base/diagnostics/codes.ts";
import { report, type ParseSession } from "../source/session.ts";
import type { DeclarationIndex } from "./declared.ts";

/** Reports each chain of aliases, and each chain of bases, that comes back to its start. */
export function checkCycles(
  session: ParseSession,
  index: DeclarationIndex,
): void {
  const aliases = findCycles(index, (name) => aliasSteps(index, name));
  const heritage = findCycles(index, (name) => heritageSteps(index, name));
  for (const cycle of aliases) {
    reportCycle(session, cycle, {
      code: "cyclic-alias",
      what: "stands for itself",
      hint: "recursion has to pass through a property, an array or a tuple",
    });
  }
  for (const cycle of heritage) {
    const aliasOnly = cycle.every((name) => index.get(name)?.kind === "alias");
    if (aliasOnly) continue;
    reportCycle(session, cycle, {
      code: "cyclic-heritage",
      what: "extends itself",
      hint: "take one of them out of its extends clause",
    });
  }
}

function reportCycle(
  session: ParseSession,
  cycle: readonly string[],
  { code, what, hint }: { code: DiagnosticCode; what: string; hint: string },
): void {
  for (const [declared, { name }] of session.declarations) {
    if (name !== cycle[0]) continue;
    const { module, nameNode } = declared;
    report({ session, module }, code, nameNode, {
      message: `${JSON.stringify(name)} ${what}: ${[...cycle, name].join(" → ")}`,
      hint,
    });
    return;
  }
}

/** Each cycle once, from the name in it that comes first. */
function findCycles(
  index: DeclarationIndex,
  steps: (name: string) => readonly string[],
): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (name: string): void => {
    const start = path.indexOf(name);
    if (start >= 0) cycles.push(path.slice(start));
    if (start >= 0 || done.has(name)) return;
    path.push(name);
    steps(name).forEach(visit);
    path.pop();
    done.add(name);
  };
  [...index.keys()].forEach(visit);
  return cycles;
}

/** The aliases that have to be known for the alias itself to be known. */
function aliasSteps(index: DeclarationIndex, name: string): string[] {
  const alias = index.get(name);
  if (alias?.kind !== "alias") return [];
  return namesIn(alias.type, "values").filter(
    (step) => index.get(step)?.kind === "alias",
  );
}

/** The types whose properties an interface, or an alias that it extends, takes over. */
function heritageSteps(index: DeclarationIndex, name: string): string[] {
  const declaration: Declaration | undefined = index.get(name);
  if (declaration?.kind === "interface") {
    return declaration.extends.flatMap((base) => namesIn(base, "properties"));
  }
  return declaration?.kind === "alias"
    ? namesIn(declaration.type, "properties")
    : [];
}

/** The names that a type needs at once; the values of a record have no part in its properties. */
function namesIn(type: Type, need: "values" | "properties"): string[] {
  switch (type.kind) {
    case "reference":
      return [type.name];
    case "union":
    case "intersection":
      return type.members.flatMap((member) => namesIn(member, need));
    case "tuple":
      // What a tuple spreads has to be known at once; what it holds has not.
      return type.elements.flatMap((element) =>
        element.rest === true && need === "values"
          ? namesIn(element.type, need)
          : [],
      );
    case "wrap":
    case "select":
      return namesIn(type.type, need);
    case "record":
      return need === "properties"
        ? []
        : [...namesIn(type.key, need), ...namesIn(type.value, need)];
    default:
      return [];
  }
}
