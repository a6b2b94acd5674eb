import {
  choice,
  group,
  indent,
  join,
  line,
  softline,
  type Doc,
} from "./layout.ts";

/** What stands between bars, with one before the first where they break. */
export function barred(members: readonly Doc[]): Doc {
  return [choice("| ", ""), join([line, "| "], members)];
}

/** `Name<A, B>`; TypeScript allows no comma behind the last argument. */
export function typeArguments(name: string, args: readonly Doc[]): Doc {
  const items = join([",", line], args);
  return group(`${name}<`, indent(softline, items), softline, ">");
}

/** What stands behind a property's colon. */
export function assigned(members: readonly string[]): Doc {
  if (members.length === 1) return [" ", ...members];
  return group(indent(line, group(barred(members))));
}

/** `<A extends B>`, where they are declared: one a line where they do not fit. */
export function typeParameters(parameters: readonly Doc[]): Doc {
  const items = join([",", line], parameters);
  return group("<", indent(softline, items), choice(",", ""), softline, ">");
}
