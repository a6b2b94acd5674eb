import { typeProblems, type TypeProblem } from "../../satisfiable/index.ts";
import { importedTypes } from "./imported.ts";
import { report, type ParseSession } from "../source/session.ts";

/** Reports types that no JSON value fits, and types that guards cannot check. */
export function checkValues(session: ParseSession): void {
  const declarations = [...session.declarations.values()];
  const problems = typeProblems([...declarations, ...importedTypes(session)]);
  const names = new Map(
    [...session.declarations].map(([declared, { name }]) => [name, declared]),
  );
  for (const problem of problems) reportProblem(session, problem, names);
}

function reportProblem(
  session: ParseSession,
  { code, at, path, problem, hint }: TypeProblem,
  names: ReadonlyMap<string, DeclaredName>,
): void {
  const message = `${path} ${problem}`;
  const place = session.places.get(at);
  if (place !== undefined) {
    report(place.reader, code, place.node, { message, hint });
    return;
  }
  const declared = names.get(path.split(".", 1)[0] ?? path);
  if (declared === undefined) return;
  const { module, nameNode } = declared;
  report({ session, module }, code, nameNode, { message, hint });
}

type DeclaredName =
  ParseSession["declarations"] extends Map<infer Key, unknown> ? Key : never;
